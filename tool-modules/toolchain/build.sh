#!/usr/bin/env bash
# Compiles the guests: build.sh CLASSES_DIR TEST_CLASSES_DIR
#
# Tools go to CLASSES_DIR/dev/cloche/tools, test guests to TEST_CLASSES_DIR/guests. What has not changed is not built again: each guest
# has a stamp, the hash of all that goes into it (sources, these scripts, compiler, C library), and finished tools are kept in the cache
# by that stamp. The output is the same, byte for byte, wherever and whenever it is built.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TOOLS_OUT="$1/dev/cloche/tools"
TESTS_OUT="$2/guests"
STORE="$CACHE/guests"
JOBS="$(nproc)"
TOOL_STACK=1048576

# -Oz is for speed here: larger functions pass the limits above which a JVM no longer compiles a method. Of the features beyond
# WebAssembly 1.0 only these three are used; no SIMD, threads, tail calls or exceptions.
CFLAGS=(--target=wasm32-wasi -Oz -mcpu=generic -msign-ext -mnontrapping-fptoint -mbulk-memory
  -D_GNU_SOURCE -isystem "$GUESTS/include" "-ffile-prefix-map=$WORK/src/=" "-ffile-prefix-map=$GUESTS/=")
# For what calls setjmp, which is in the SDK.
JUMPS=(-mllvm -enable-emscripten-sjlj)
OURS=(-std=gnu23 -Wall -Wextra -Werror -Wno-unused-parameter)
THEIRS=(-w)

# Compiles every source file named on standard input into the current directory: compile FLAGS...
compile() {
  xargs -P "$JOBS" -n 1 "$CLANG" "${CFLAGS[@]}" "$@" -c
}

# link OUTPUT STACK_BYTES OBJECT_OR_LIBRARY...
# The stack comes first in memory, so that running over its end is a trap and not a change of data.
# Without -O, on purpose: with it the driver would run any wasm-opt that happens to be on the PATH.
link() {
  local output=$1 stack=$2
  shift 2
  "$CLANG" --target=wasm32-wasi "$@" -Wl,--stack-first "-Wl,-z,stack-size=$stack" -Wl,--strip-all -o "$output"
}

# An unsigned number as WebAssembly writes it, in the octal escapes that printf understands.
leb128() {
  local value=$1
  while ((value > 127)); do
    printf '\\%03o' $((value & 127 | 128))
    ((value >>= 7))
  done
  printf '\\%03o' "$value"
}

# Appends a custom section: add_section MODULE NAME CONTENT_FILE
add_section() {
  local name=$2 content=$3 length
  length=$((1 + ${#name} + $(wc -c <"$content")))
  # shellcheck disable=SC2059 # the escapes are the point
  printf "\\000$(leb128 "$length")$(leb128 "${#name}")%s" "$name" >>"$1"
  cat "$content" >>"$1"
}

unpack() {
  local name=$1 tarball
  tarball="$(awk -v name="$name" '$1 == name { print $3 }' "$TOOLCHAIN/sources.txt")"
  rm -rf "${WORK:?}/src/$name"
  mkdir -p "$WORK/src/$name"
  tar -xf "$CACHE/sources/$tarball" -C "$WORK/src/$name" --strip-components=1 --no-same-owner
}

# The lines of sources.txt that name these: source_lines NAME...
source_lines() {
  local name
  for name in "$@"; do
    awk -v name="$name" '$1 == name' "$TOOLCHAIN/sources.txt"
  done
}

# The hash of all that goes into a guest, with the lines of its sources on standard input: stamp FILE_OR_DIRECTORY...
stamp() {
  {
    cat
    "$CLANG" --version
    dpkg-query --show "${PACKAGES[@]}" 2>/dev/null || true
    find "$TOOLCHAIN/build.sh" "$TOOLCHAIN/lib.sh" "$GUESTS/include" "$@" -type f -print0 |
      LC_ALL=C sort -z | xargs -0 cat
  } | sha256sum | cut -d' ' -f1
}

is_current() {
  [[ -f "$1" && -f "$WORK/stamps/$2" && "$(<"$WORK/stamps/$2")" == "$3" ]]
}

# What a tool may consist of: its module; an archive of files that its calls see, and where.
PARTS=(wasm files.zip files.path)

# copy_parts FROM TO: paths without what PARTS says. A part that is not there is none of the tool's.
copy_parts() {
  local part
  for part in "${PARTS[@]}"; do
    rm -f "$2.$part"
    [[ ! -f "$1.$part" ]] || { cp "$1.$part" "$2.$part.$$" && mv "$2.$part.$$" "$2.$part"; }
  done
}

# A finished tool of an earlier build, if it is still what was put into the cache.
take_from_cache() {
  [[ -f "$STORE/$1.wasm" ]] && (cd "$STORE" && sha256sum --check --status "$1.sha256" 2>/dev/null) && copy_parts "$STORE/$1" "$2"
}

put_into_cache() {
  mkdir -p "$STORE"
  copy_parts "$2" "$STORE/$1"
  (cd "$STORE" && find . -name "$1.*" ! -name "*.sha256" | LC_ALL=C sort | xargs sha256sum >"$1.sha256")
}

# Whether this machine has what a recipe's build runs besides the compiler, in the array needs_NAME.
can_build() {
  local -n needs="needs_$1"
  local program
  for program in "${needs[@]}"; do
    [[ -x $program ]] && continue
    [[ "${CI:-}" != true ]] || die "the tool $1 is not built: it takes $program"
    say "not building $1: this machine has no $program"
    return 1
  done
}

# build_tool NAME
build_tool() {
  local name=$1 output="$TOOLS_OUT/$1" objects="$WORK/obj/$1" mark recipe
  local -n own="inputs_$1" sources="sources_$1"
  local inputs=("${own[@]}")
  recipe="$TOOLCHAIN/recipes/$name.sh"
  [[ ! -f "$recipe" ]] || inputs+=("$recipe")
  mark="$(source_lines "${sources[@]}" | stamp "${inputs[@]}")"
  is_current "$output.wasm" "$name" "$mark" && return
  mkdir -p "$TOOLS_OUT" "$WORK/stamps"
  if ! take_from_cache "$name-$mark" "$output"; then
    can_build "$name" || return 0
    say "building $name"
    rm -rf "$objects"
    mkdir -p "$objects"
    (cd "$objects" && "build_$name" "$objects/$name.wasm")
    add_section "$objects/$name.wasm" cloche.tool "$GUESTS/$name/manifest.json"
    put_into_cache "$name-$mark" "$objects/$name"
    copy_parts "$objects/$name" "$output"
  fi
  echo "$mark" >"$WORK/stamps/$name"
}

# Directory and file of each licence that the recipes name.
licence_files() {
  local name
  for name in "${TOOLS[@]}"; do
    local -n files="licences_$name"
    ((${#files[@]} == 0)) || printf '%s\n' "${files[@]}"
  done | LC_ALL=C sort -u
}

# The licences of all that is linked into the tools, beside them.
collect_licences() {
  local licences="$TOOLS_OUT/licenses" name file mark
  mark="$({ licence_files && cat "$TOOLCHAIN/sources.txt"; } | sha256sum)"
  is_current "$licences/wasi-libc.txt" licences "$mark" && return
  rm -rf "$licences.new" "$licences"
  mkdir -p "$licences.new" "$WORK/stamps"
  while IFS=/ read -r name file; do
    [[ -d "$WORK/src/$name" ]] || unpack "$name"
    cp "$WORK/src/$name/$file" "$licences.new/$name.txt"
  done < <(licence_files)
  cp /usr/share/doc/wasi-libc/copyright "$licences.new/wasi-libc.txt"
  cp "/usr/share/doc/libclang-rt-$LLVM-dev-wasm32/copyright" "$licences.new/compiler-rt.txt"
  mv "$licences.new" "$licences"
  echo "$mark" >"$WORK/stamps/licences"
}

build_test_guests() {
  local mark source
  mark="$(stamp "$TEST_GUESTS" "$SDK" </dev/null)"
  is_current "$TESTS_OUT/hello.wasm" test-guests "$mark" && return
  say "building the test guests"
  rm -rf "$WORK/obj/test"
  mkdir -p "$WORK/obj/test" "$TESTS_OUT" "$WORK/stamps"
  cd "$WORK/obj/test"
  printf '%s\n' "$TEST_GUESTS"/*.c "$SDK"/*.c | compile "${OURS[@]}" -I "$SDK" "-ffile-prefix-map=$TEST_GUESTS/=" "${JUMPS[@]}"
  for source in "$TEST_GUESTS"/*.c "$SDK"/example.c; do
    source="$(basename "$source" .c)"
    link "$TESTS_OUT/$source.wasm" 65536 "$source.o" setjmp.o
  done
  echo "$mark" >"$WORK/stamps/test-guests"
}

# Every recipe is a tool, or adds several.
TOOLS=()
for recipe in "$TOOLCHAIN"/recipes/*.sh; do
  # shellcheck source=/dev/null
  source "$recipe"
  name="$(basename "$recipe" .sh)"
  ! declare -F "build_$name" >/dev/null || [[ " ${TOOLS[*]} " == *" $name "* ]] || TOOLS+=("$name")
done

mkdir -p "$WORK/src"
# As many tools at a time as there are cores, each with as many compilers: one tool alone seldom keeps all busy. A failure ends the build
# when the others that run have ended.
running=0
failed=0
for tool in "${TOOLS[@]}"; do
  if ((running == JOBS)); then
    wait -n || failed=1
    running=$((running - 1))
  fi
  ((failed == 0)) || break
  build_tool "$tool" &
  running=$((running + 1))
done
while ((running > 0)); do
  wait -n || failed=1
  running=$((running - 1))
done
((failed == 0)) || exit 1
collect_licences
build_test_guests
