#!/usr/bin/env bash
# Compiles the kernels: kernels.sh OUTPUT_DIR
# Without the toolchain that the bundled tools need it says so and succeeds, so that the rest of the build goes on; on CI it fails.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=../tool-modules/toolchain/lib.sh
source "$HERE/../tool-modules/toolchain/lib.sh"

SOURCES="$HERE/src/main/guests"
OUT="$1"
# No C library and no entry: a kernel is a file of functions, and needs no imports. Speed is what is measured, so -O2; no SIMD.
FLAGS=(--target=wasm32-wasi -O2 -std=gnu23 -Wall -Wextra -Werror -mcpu=generic -msign-ext -mnontrapping-fptoint -mbulk-memory
  "-ffile-prefix-map=$SOURCES/=" -nostdlib -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=65536 -Wl,--strip-all)

is_current() {
  [[ -f "$2" && "$2" -nt "$1" && "$2" -nt "$SOURCES/bench.h" && "$2" -nt "${BASH_SOURCE[0]}" ]]
}

status=0
"$TOOLCHAIN/install.sh" || status=$?
if ((status)); then
  [[ $status == "$UNAVAILABLE" && "${CI:-}" != true ]] && exit 0
  exit "$status"
fi
mkdir -p "$OUT"
for source in "$SOURCES"/*.c; do
  kernel="$OUT/$(basename "$source" .c).wasm"
  is_current "$source" "$kernel" || "$CLANG" "${FLAGS[@]}" "$source" -o "$kernel"
done
