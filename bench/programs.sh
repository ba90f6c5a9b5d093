#!/usr/bin/env bash
# Compiles QuickJS and SQLite as kernels: programs.sh WASM_DIR NATIVE_DIR
#
# Their sources are fetched as those of the bundled tools are. What is finished is kept in the cache by the hash of all that goes into it.
# Without toolchain or sources it says so and succeeds, so that the rest of the build goes on; on CI it fails.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=../tool-modules/toolchain/lib.sh
source "$HERE/../tool-modules/toolchain/lib.sh"

OURS="$HERE/src/main/programs"
MAIN="$HERE/src/main/native/main.c"
PLUGIN="$HERE/src/main/native/plugin.c"
WASM="$1"
NATIVE="$2"
STORE="$CACHE/bench"
BUILD="$HERE/target/programs"

# As the bundled tools are compiled: see tool-modules/toolchain/build.sh for why -Oz.
WASM_FLAGS=(--target=wasm32-wasi -Oz -mcpu=generic -msign-ext -mnontrapping-fptoint -mbulk-memory -D_GNU_SOURCE
  -isystem "$GUESTS/include" "-ffile-prefix-map=$BUILD/=" "-ffile-prefix-map=$OURS/=")
NATIVE_FLAGS=(-O2 -D_GNU_SOURCE)
CHECKED=(-std=gnu23 -Wall -Wextra -Werror)
QUICKJS_FLAGS=(-DEMSCRIPTEN -DCONFIG_STACK_CHECK '-DCONFIG_VERSION="2025-04-26"')
SQLITE_FLAGS=(-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_WAL -DSQLITE_OS_OTHER=1 -DSQLITE_TEMP_STORE=3
  -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_MAX_MMAP_SIZE=0 -DSQLITE_DQS=0)

# The names of the library's C files, beside each other in one directory.
QUICKJS_FILES=(quickjs libregexp libunicode cutils dtoa)
SQLITE_FILES=(sqlite3)

unpack() {
  mkdir -p "$BUILD/$1"
  tar -xf "$CACHE/sources/$2" -C "$BUILD/$1" --strip-components=1 --no-same-owner
}

stamp() {
  {
    "$CLANG" --version
    cat "${BASH_SOURCE[0]}" "$TOOLCHAIN/lib.sh" "$TOOLCHAIN"/sources*.txt "$MAIN" "$PLUGIN" "$HERE/src/main/guests/bench.h" "$OURS"/*
  } | sha256sum | cut -d' ' -f1
}

# Links all objects of the current directory: link_wasm OUTPUT
link_wasm() {
  "$CLANG" --target=wasm32-wasi -mexec-model=reactor ./*.wasm.o -lm -Wl,--stack-first -Wl,-z,stack-size=1048576 -Wl,--strip-all -o "$1"
}

# compile NAME LIBRARY_DIRECTORY FLAG... -- FILE...
# Makes NAME.wasm, a reactor without imports, NAME.extism.wasm, a plugin, and NAME, a program with a main that measures.
compile() {
  local name=$1 library=$2 file flags=()
  shift 2
  while [[ $1 != -- ]]; do
    flags+=("$1")
    shift
  done
  shift
  for file in "$@"; do
    "$CLANG" "${WASM_FLAGS[@]}" -w "${flags[@]}" -c "$library/$file.c" -o "$file.wasm.o" &
    "$CLANG" "${NATIVE_FLAGS[@]}" -w "${flags[@]}" -c "$library/$file.c" -o "$file.native.o"
    wait $!
  done
  "$CLANG" "${WASM_FLAGS[@]}" "${CHECKED[@]}" -isystem "$library" -c "$OURS/$name.c" -o main.wasm.o
  "$CLANG" "${WASM_FLAGS[@]}" "${CHECKED[@]}" -c "$OURS/no_host.c" -o no_host.wasm.o
  link_wasm "$name.wasm"
  "$CLANG" "${WASM_FLAGS[@]}" "${CHECKED[@]}" -c "$PLUGIN" -o plugin.wasm.o
  link_wasm "$name.extism.wasm"
  "$CLANG" "${NATIVE_FLAGS[@]}" "${CHECKED[@]}" -isystem "$library" "$OURS/$name.c" "$MAIN" ./*.native.o -lm -o "$name"
}

build_quickjs() {
  unpack source-quickjs quickjs_2025.04.26.orig.tar.xz
  compile quickjs "$BUILD/source-quickjs" "${QUICKJS_FLAGS[@]}" -- "${QUICKJS_FILES[@]}"
}

build_sqlite() {
  unpack source-sqlite better-sqlite3-12.11.1.tgz
  compile sqlite "$BUILD/source-sqlite/deps/sqlite3" "${SQLITE_FLAGS[@]}" -- "${SQLITE_FILES[@]}"
}

take() {
  cmp -s "$1" "$2" || cp "$1" "$2"
}

# build NAME FETCH_SCRIPT
build() {
  local name=$1 fetch=$2 kept status=0
  kept="$STORE/$name-$(stamp)"
  if [[ ! -f "$kept/$name.wasm" ]]; then
    "$TOOLCHAIN/$fetch" || status=$?
    if ((status)); then
      [[ $status == "$UNAVAILABLE" && "${CI:-}" != true ]] && return 0
      return "$status"
    fi
    say "building $name for the benchmarks"
    rm -rf "$BUILD/$name"
    mkdir -p "$BUILD/$name" "$STORE"
    (cd "$BUILD/$name" && "build_$name" && mkdir kept && mv "$name" "$name.wasm" "$name.extism.wasm" kept)
    [[ -d "$kept" ]] || mv "$BUILD/$name/kept" "$kept"
  fi
  take "$kept/$name.wasm" "$WASM/$name.wasm"
  take "$kept/$name.extism.wasm" "$WASM/extism/$name.wasm"
  take "$kept/$name" "$NATIVE/$name"
}

command -v "$CLANG" >/dev/null || exit 0
mkdir -p "$WASM/extism" "$NATIVE"
build quickjs fetch.sh
build sqlite fetch-npm.sh
