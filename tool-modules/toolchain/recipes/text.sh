# How the text tools are built, all of them in one way; sourced by build.sh.
# shellcheck shell=bash disable=SC2034 # the variables are for build.sh

# Each tool, with what it takes of $GUESTS/text beside base.c.
declare -A TEXT_TOOLS=(
  [base64]=""
  [convert]="json value"
  [cut]=""
  [diff]="walk"
  [find]="glob walk"
  [gzip]="packed"
  [hash]=""
  [head]="ends"
  [patch]="paths walk"
  [search]="glob regex regex_parse regex_program walk"
  [sort]=""
  [tail]="ends"
  [tar]="glob members packed paths walk"
  [template]="json value"
  [uniq]=""
  [unzip]="glob members packed paths walk"
  [wc]=""
  [zip]="glob packed walk"
)

# What they are linked with besides: lines of sources.txt.
declare -A TEXT_LIBRARIES=([convert]="libyaml" [gzip]="zlib" [tar]="zlib" [unzip]="zlib" [zip]="zlib")
declare -A TEXT_LICENCES=([libyaml]="libyaml/License" [zlib]="zlib/README")

# Compiles a library into the current directory. Several tools do this at once, so each unpacks its own.
compile_zlib() {
  (WORK="$PWD" unpack zlib)
  printf '%s\n' "$PWD"/src/zlib/{adler32,crc32,deflate,inffast,inflate,inftrees,trees,zutil}.c |
    compile "${THEIRS[@]}" -O2 -DNO_GZCOMPRESS "-ffile-prefix-map=$PWD/src/="
}

compile_libyaml() {
  (WORK="$PWD" unpack libyaml)
  printf '%s\n' "$PWD"/src/libyaml/src/{api,parser,reader,scanner}.c |
    compile "${THEIRS[@]}" -O2 -I "$PWD/src/libyaml/include" -DYAML_DECLARE_STATIC '-DYAML_VERSION_STRING="0.2.5"' \
      -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 "-ffile-prefix-map=$PWD/src/="
}

# A tool's name, and the help that its manifest has, as C: text_help NAME. JSON's strings are C's too, as long as they escape no more than " and \.
text_help() {
  printf 'const char tool_name[] = "%s";\nextern const char usage[];\nconst char usage[] =\n' "$1"
  awk '/^  "usage": \[/ { inside = 1; next } /^  \]/ { inside = 0 } inside { sub(/,$/, ""); print $0 " \"\\n\"" }' "$GUESTS/$1/manifest.json"
  echo ';'
}

# compile_text NAME OUTPUT
compile_text() {
  local name=$1 shared library include=()
  text_help "$name" >help.c
  for library in ${TEXT_LIBRARIES[$name]:-}; do
    "compile_$library"
    include+=(-isystem "$PWD/src/$library" -isystem "$PWD/src/$library/include")
  done
  {
    printf '%s\n' "$GUESTS/$name"/*.c "$GUESTS/text/base.c" "$PWD/help.c"
    for shared in ${TEXT_TOOLS[$name]}; do
      printf '%s\n' "$GUESTS/text/$shared.c"
    done
  } | compile "${OURS[@]}" "${include[@]}" -O2 "-ffile-prefix-map=$PWD/="
  link "$2" "$TOOL_STACK" ./*.o -lm
}

for text_tool in "${!TEXT_TOOLS[@]}"; do
  declare -a "sources_$text_tool=(${TEXT_LIBRARIES[$text_tool]:-})" "licences_$text_tool=()"
  [[ -z ${TEXT_LIBRARIES[$text_tool]:-} ]] || eval "licences_$text_tool=(${TEXT_LICENCES[${TEXT_LIBRARIES[$text_tool]}]})"
  declare -a "inputs_$text_tool=(\"$TOOLCHAIN/recipes/text.sh\" \"$GUESTS/text\" \"$GUESTS/$text_tool\")"
  eval "build_$text_tool() { compile_text $text_tool \"\$1\"; }"
  TOOLS+=("$text_tool")
done
unset text_tool
