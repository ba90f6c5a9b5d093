# Shared by the scripts that build an example of the SDK; sourced behind lib.sh, never run.
# shellcheck shell=bash

# One sentence on why the example in a language is not built: no_example LANGUAGE WHY
no_example() {
  printf 'tool-modules: the example in %s is not built: %s\n' "$1" "$2" >&2
  exit "$UNAVAILABLE"
}

# The hash of all that goes into an example, with more of it on standard input: example_mark FILE_OR_DIRECTORY...
example_mark() {
  {
    cat
    find "$TOOLCHAIN/example-lib.sh" "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 cat
  } | sha256sum | cut -d' ' -f1
}

# Ends the script if the example is there, or was kept in the cache by an earlier build: reuse NAME OUTPUT MARK
reuse() {
  local name=$1 output=$2 mark=$3 kept="$CACHE/examples/$1-$3"
  [[ -f $output && -f $WORK/stamps/$name && $(<"$WORK/stamps/$name") == "$mark" ]] && exit 0
  [[ -f $kept.wasm && -f $kept.sha256 && $(sha256 "$kept.wasm") == "$(<"$kept.sha256")" ]] || return 0
  publish "$kept.wasm" "$@"
  exit 0
}

# publish BUILT NAME OUTPUT MARK
publish() {
  mkdir -p "$(dirname "$3")" "$WORK/stamps"
  cp "$1" "$3"
  echo "$4" >"$WORK/stamps/$2"
}

# Publishes what was built, and keeps it for other checkouts: finish BUILT NAME OUTPUT MARK
finish() {
  local kept="$CACHE/examples/$2-$4"
  publish "$@"
  mkdir -p "$CACHE/examples"
  cp "$1" "$kept.$$" && mv "$kept.$$" "$kept.wasm"
  sha256 "$1" >"$kept.sha256"
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

# Appends a custom section, as build.sh does, whose every change builds all tools again: add_section MODULE NAME CONTENT_FILE
add_section() {
  local name=$2 content=$3 length
  length=$((1 + ${#name} + $(wc -c <"$content")))
  # shellcheck disable=SC2059 # the escapes are the point
  printf "\\000$(leb128 "$length")$(leb128 "${#name}")%s" "$name" >>"$1"
  cat "$content" >>"$1"
}
