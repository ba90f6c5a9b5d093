# How the tool python is built; sourced by build.sh.
# shellcheck shell=bash disable=SC2034 # the variables are for build.sh

# What goes into it: lines of sources.txt by name, and files of our own.
sources_python=(cpython zlib bzip2)
inputs_python=("$GUESTS/python")

# What else the build runs.
needs_python=("$BUILD_PYTHON")

# The licences of what is linked into it, in the unpacked sources.
licences_python=(cpython/LICENSE zlib/README bzip2/LICENSE)

# Compiles upstream's library for it to bytecode: a CPython of the same minor version, with hashes of strings fixed.
PYTHON_LIBRARY=(env -i PYTHONHASHSEED=0 "$BUILD_PYTHON" -sS "$GUESTS/python/library.py")

# A directory for the objects of each directory of sources: some have files of the same name.
compile_in() {
  local directory=$1
  shift
  mkdir -p "$directory"
  (cd "$directory" && compile "$@")
}

python_core() {
  local source=$1
  printf '%s\n' "$source"/Parser/{action_helpers,myreadline,parser,peg_api,pegen,pegen_errors,string_parser,token,tokenizer}.c
  printf '%s\n' "$source"/Objects/{abstract,accu,boolobject,bytearrayobject,bytes_methods,bytesobject,call,capsule,cellobject,classobject}.c
  printf '%s\n' "$source"/Objects/{codeobject,complexobject,descrobject,dictobject,enumobject,exceptions,fileobject,floatobject,frameobject}.c
  printf '%s\n' "$source"/Objects/{funcobject,genericaliasobject,genobject,interpreteridobject,iterobject,listobject,longobject,memoryobject}.c
  printf '%s\n' "$source"/Objects/{methodobject,moduleobject,namespaceobject,object,obmalloc,odictobject,picklebufobject,rangeobject}.c
  printf '%s\n' "$source"/Objects/{setobject,sliceobject,structseq,tupleobject,typeobject,unicodectype,unicodeobject,unionobject,weakrefobject}.c
  printf '%s\n' "$source"/Python/{_warnings,Python-ast,Python-tokenize,asdl,ast,ast_opt,ast_unparse,bltinmodule,bootstrap_hash,ceval,codecs}.c
  printf '%s\n' "$source"/Python/{compile,context,dtoa,dup2,dynamic_annotations,dynload_stub,errors,fileutils,formatter_unicode,frame,future}.c
  printf '%s\n' "$source"/Python/{getargs,getcompiler,getcopyright,getopt,getplatform,getversion,hamt,hashtable,import,importdl,initconfig}.c
  printf '%s\n' "$source"/Python/{marshal,modsupport,mysnprintf,mystrtoul,pathconfig,preconfig,pyarena,pyctype,pyfpe,pyhash}.c
  printf '%s\n' "$source"/Python/{pymath,pystate,pystrcmp,pystrhex,pystrtod,pythonrun,pytime,specialize,structmember,suggestions,symtable}.c
  printf '%s\n' "$source"/Python/{sysmodule,thread,traceback}.c
  printf '%s\n' "$source"/Modules/{gcmodule,getbuildinfo,getpath,main}.c
}

python_modules() {
  local source=$1
  printf '%s\n' "$source"/Modules/{_abc,_asynciomodule,_bisectmodule,_bz2module,_codecsmodule,_collectionsmodule,_contextvarsmodule,_csv}.c
  printf '%s\n' "$source"/Modules/{_datetimemodule,_decimal/_decimal,_elementtree,_functoolsmodule,_heapqmodule,_json,_localemodule,_lsprof}.c
  printf '%s\n' "$source"/Modules/{_opcode,_operator,_pickle,_queuemodule,_randommodule,_sre/sre,_stat,_statisticsmodule,_struct,_threadmodule}.c
  printf '%s\n' "$source"/Modules/{_tracemalloc,_typingmodule,_weakref,_zoneinfo,arraymodule,atexitmodule,binascii,cmathmodule,errnomodule}.c
  printf '%s\n' "$source"/Modules/{faulthandler,itertoolsmodule,mathmodule,md5module,posixmodule,pyexpat,rotatingtree,selectmodule}.c
  printf '%s\n' "$source"/Modules/{sha1module,sha256module,sha512module,signalmodule,symtablemodule,timemodule,unicodedata,zlibmodule}.c
  printf '%s\n' "$source"/Modules/_io/{_iomodule,bufferedio,bytesio,fileio,iobase,stringio,textio}.c
  printf '%s\n' "$source"/Modules/{_sha3/sha3module,_blake2/blake2module,_blake2/blake2b_impl,_blake2/blake2s_impl}.c
  printf '%s\n' "$source"/Modules/cjkcodecs/{_codecs_cn,_codecs_hk,_codecs_iso2022,_codecs_jp,_codecs_kr,_codecs_tw,multibytecodec}.c
}

# Compiles all that is upstream's into one object: build_python_upstream OUTPUT GENERATED
build_python_upstream() {
  local source="$WORK/src/cpython" generated=$2
  local decimal="$source/Modules/_decimal/libmpdec" expat="$source/Modules/expat"
  local core=("${THEIRS[@]}" -std=c11 "${PYTHON_HEADERS[@]}" -DPy_BUILD_CORE -I "$generated/Python")
  local ansi=(-DCONFIG_32=1 -DANSI=1 -I "$decimal")
  # What upstream's configure and make would say on command lines. getpath asks for a place, and is told another by warm.c.
  local names=('-DPLATFORM="wasi"' '-DMULTIARCH="wasm32-wasi"' '-DABIFLAGS=""' '-DDATE="Feb 7 2023"' '-DTIME="00:00:00"' '-DPREFIX="/usr"'
    '-DEXEC_PREFIX="/usr"' '-DVERSION="3.11"' '-DVPATH=""' '-DPLATLIBDIR="lib"' '-DPYTHONFRAMEWORK=""')
  # The end of a call is ours: finish.c.
  local ends=(-DPy_FinalizeEx=_Py_WholeFinalize -DPy_Exit=_Py_WholeExit)

  python_core "$source" | compile_in core "${core[@]}" "${names[@]}"
  echo "$source/Python/pylifecycle.c" | compile_in core "${core[@]}" "${ends[@]}"
  python_modules "$source" | compile_in modules "${core[@]}" -Wno-int-conversion -DPy_BUILD_CORE_BUILTIN "${ansi[@]}" -I "$expat" \
    -I "$WORK/src/zlib" -I "$WORK/src/bzip2"
  printf '%s\n' "$decimal"/{basearith,constants,context,convolute,crt,difradix2,fnt,fourstep,io,mpalloc,mpdecimal,numbertheory,sixstep,transpose}.c |
    compile_in decimal "${core[@]}" "${ansi[@]}"
  printf '%s\n' "$expat"/{xmlparse,xmlrole,xmltok}.c | compile_in expat "${core[@]}" -I "$expat"
  printf '%s\n' "$WORK"/src/zlib/{adler32,compress,crc32,deflate,infback,inffast,inflate,inftrees,trees,uncompr,zutil}.c |
    compile_in zlib "${THEIRS[@]}"
  printf '%s\n' "$WORK"/src/bzip2/{blocksort,bzlib,compress,crctable,decompress,huffman,randtable}.c | compile_in bzip2 "${THEIRS[@]}"
  "wasm-ld-$LLVM" -r -o "$1" {core,modules,decimal,expat,zlib,bzip2}/*.o
}

# The same, or what an earlier build made of the same: it takes minutes, and a change of a tool's front end does not concern it.
python_upstream() {
  local kept
  kept="$STORE/python-upstream-$({
    declare -f build_python_upstream python_core python_modules
    printf '%s\n' "${CFLAGS[@]//"$WORK"/}" "${PYTHON_HEADERS[@]//"$WORK"/}"
    source_lines "${sources_python[@]}"
    "$CLANG" --version
    dpkg-query --show "${PACKAGES[@]}" 2>/dev/null || true
    cat "$GUESTS"/python/config/* "$GUESTS"/include/* "$2"/Python/*/*
  } | sha256sum | cut -d' ' -f1).o"
  if ! { [[ -f $kept ]] && sha256sum --check --status "$kept.sha256" 2>/dev/null; }; then
    build_python_upstream "$kept.$$" "$2"
    mv "$kept.$$" "$kept"
    sha256sum "$kept" >"$kept.sha256"
  fi
  cp "$kept" "$1"
}

build_python() {
  local source="$WORK/src/cpython" generated="$WORK/src/cpython-generated"
  unpack cpython
  unpack zlib
  unpack bzip2
  # Headers of the build machine's own C library stay out of sight: upstream asks for some by name.
  PYTHON_HEADERS=(-nostdlibinc -isystem /usr/include/wasm32-wasi -DNDEBUG -isystem "$GUESTS/python/config" -isystem "$source/Include"
    -isystem "$source/Include/internal")
  "${PYTHON_LIBRARY[@]}" "$source" "$generated"
  python_upstream upstream.o "$generated"
  printf '%s\n' "$GUESTS"/python/*.c |
    compile "${OURS[@]}" "${PYTHON_HEADERS[@]}" -DPy_BUILD_CORE "--embed-dir=$generated" -isystem "$generated"
  link "$1" "$PYTHON_STACK" ./*.o -lm -lwasi-emulated-signal -lwasi-emulated-getpid -lwasi-emulated-process-clocks
  cp "$generated/library.zip" "${1%.wasm}.files.zip"
  echo /usr/lib/python3.11 >"${1%.wasm}.files.path"
}

# Of the C functions; those in Python take none of it.
PYTHON_STACK=2097152
