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

# Ends the script if the modules are in OUT already, or were kept in the cache by an earlier build: reuse LANGUAGE MARK MODULE...
reuse() {
  local language=$1 mark=$2 kept="$CACHE/examples/$1-$2"
  shift 2
  if [[ -f $WORK/stamps/$language && $(<"$WORK/stamps/$language") == "$mark" ]]; then
    (cd "$OUT" 2>/dev/null && ls "${@/%/.wasm}") >/dev/null 2>&1 && exit 0
  fi
  (cd "$kept" 2>/dev/null && sha256sum --check --status sha256 2>/dev/null) || return 0
  publish "$kept" "$language" "$mark" "$@"
  exit 0
}

# publish DIRECTORY LANGUAGE MARK MODULE...
publish() {
  local from=$1 language=$2 mark=$3 module
  shift 3
  mkdir -p "$OUT" "$WORK/stamps"
  for module in "$@"; do
    cp "$from/$module.wasm" "$OUT/$module.wasm"
  done
  echo "$mark" >"$WORK/stamps/$language"
}

# Publishes what was built in BUILT, and keeps it for other checkouts: finish LANGUAGE MARK MODULE...
finish() {
  local language=$1 mark=$2 kept="$CACHE/examples/$1-$2"
  shift 2
  publish "$BUILT" "$language" "$mark" "$@"
  rm -rf "$kept" "$kept.$$"
  mkdir -p "$kept.$$"
  (cd "$BUILT" && cp "${@/%/.wasm}" "$kept.$$" && sha256sum "${@/%/.wasm}" >"$kept.$$/sha256")
  mv "$kept.$$" "$kept"
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
