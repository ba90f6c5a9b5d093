#!/usr/bin/env bash
# Builds the Extism plugins of tests: extism.sh TEST_CLASSES_DIR
#
# They go to TEST_CLASSES_DIR/plugins: tally.wasm, in C, and vowels.wasm, on Extism's own development kit for AssemblyScript, which like its
# compiler comes from npm. Where node or npm are missing it says so, and the tests of that one are skipped.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

OUTPUT="$1/plugins"
SOURCES="$MODULE/src/test/plugins"
MODULES="$WORK/extism/node_modules"
PARTS=(assemblyscript binaryen long extism-as-pdk)
STAMP="$WORK/stamps/extism"

lines() {
  local name
  for name in "${PARTS[@]}"; do
    awk -v name="$name" '$1 == name' "$TOOLCHAIN/sources-npm.txt"
  done
}

mark="$({
  lines
  "$CLANG" --version
  find "${BASH_SOURCE[0]}" "$SOURCES" -type f -print0 | LC_ALL=C sort -z | xargs -0 cat
} | sha256sum | cut -d' ' -f1)"
[[ -f "$OUTPUT/tally.wasm" && -f "$OUTPUT/vowels.wasm" && -f "$STAMP" && "$(<"$STAMP")" == "$mark" ]] && exit 0

say "building the Extism plugins of tests"
mkdir -p "$OUTPUT" "$(dirname "$STAMP")" "$WORK/log"
logged extism-c "$CLANG" --target=wasm32-wasi -mexec-model=reactor -Oz -mcpu=generic -std=gnu23 -Wall -Wextra -Werror \
  "$SOURCES/tally.c" -Wl,--stack-first -Wl,--strip-all -o "$OUTPUT/tally.wasm"

command -v node >/dev/null ||
  unavailable "the compiler of AssemblyScript runs on node, which this machine does not have; with it, build again for the plugin of the tests."
"$TOOLCHAIN/fetch-npm.sh" "${PARTS[@]}"
rm -rf "$MODULES"
while read -r name _ tarball _; do
  directory="$MODULES/${name/extism-as-pdk/@extism/as-pdk}"
  mkdir -p "$directory"
  tar -xf "$CACHE/sources/$tarball" -C "$directory" --strip-components=1 --no-same-owner
done < <(lines)
built="$WORK/extism/vowels.wasm"
# As docs/writing-tools.md says.
logged extism-as node "$MODULES/assemblyscript/bin/asc.js" vowels.ts --baseDir "$SOURCES" --path "$MODULES" \
  --outFile "$(realpath --relative-to="$SOURCES" "$built")" -Oz --runtime incremental --use abort=vowels/stop
cp "$built" "$OUTPUT"
echo "$mark" >"$STAMP"
