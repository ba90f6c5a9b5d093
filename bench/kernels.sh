#!/usr/bin/env bash
# Compiles the kernels: kernels.sh WASM_DIR NATIVE_DIR
# Without the toolchain that the bundled tools need it says so and succeeds, so that the rest of the build goes on; on CI it fails.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=../tool-modules/toolchain/lib.sh
source "$HERE/../tool-modules/toolchain/lib.sh"

SOURCES="$HERE/src/main/guests"
MAIN="$HERE/src/main/native/main.c"
PLUGIN="$HERE/src/main/native/plugin.c"
WASM="$1"
NATIVE="$2"
CHECKED=(-std=gnu23 -Wall -Wextra -Werror "-ffile-prefix-map=$SOURCES/=")
# No C library and no entry: a kernel is a file of functions, and needs no imports. Speed is what is measured, so -O2; no SIMD.
WASM_FLAGS=(--target=wasm32-wasi -O2 -mcpu=generic -msign-ext -mnontrapping-fptoint -mbulk-memory
  -nostdlib -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=65536 -Wl,--strip-all)

# is_current OUTPUT INPUT...
is_current() {
  local output=$1 input
  shift
  [[ -f "$output" ]] || return 1
  for input in "$@" "${BASH_SOURCE[0]}"; do
    [[ "$output" -nt "$input" ]] || return 1
  done
}

status=0
"$TOOLCHAIN/install.sh" || status=$?
if ((status)); then
  [[ $status == "$UNAVAILABLE" && "${CI:-}" != true ]] && exit 0
  exit "$status"
fi
mkdir -p "$WASM/extism" "$NATIVE"
for source in "$SOURCES"/*.c; do
  name="$(basename "$source" .c)"
  is_current "$WASM/$name.wasm" "$source" "$SOURCES/bench.h" ||
    "$CLANG" "${WASM_FLAGS[@]}" "${CHECKED[@]}" "$source" -o "$WASM/$name.wasm"
  is_current "$WASM/extism/$name.wasm" "$source" "$SOURCES/bench.h" "$PLUGIN" ||
    "$CLANG" "${WASM_FLAGS[@]}" "${CHECKED[@]}" "$source" "$PLUGIN" -o "$WASM/extism/$name.wasm"
  is_current "$NATIVE/$name" "$source" "$SOURCES/bench.h" "$MAIN" ||
    "$CLANG" -O2 "${CHECKED[@]}" "$source" "$MAIN" -o "$NATIVE/$name"
done
