#!/usr/bin/env bash
# Compiles the example of the AssemblyScript SDK: assemblyscript.sh TEST_CLASSES_DIR
#
# It goes to TEST_CLASSES_DIR/guests/words.wasm, for tests. The compiler comes from npm, pinned in sources-npm.txt, and runs on node; no
# script of a package is run to install it. Where node or npm are missing it says so and the tests of the example are skipped.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

OUTPUT="$1/guests/words.wasm"
SDK_AS="$MODULE/sdk/assemblyscript"
MODULES="$WORK/assemblyscript/node_modules"
COMPILER=(assemblyscript binaryen long)
STAMP="$WORK/stamps/assemblyscript"

lines() {
  local name
  for name in "${COMPILER[@]}"; do
    awk -v name="$name" '$1 == name' "$TOOLCHAIN/sources-npm.txt"
  done
}

mark="$({
  lines
  find "${BASH_SOURCE[0]}" "$SDK_AS" -type f -print0 | LC_ALL=C sort -z | xargs -0 cat
} | sha256sum | cut -d' ' -f1)"
[[ -f "$OUTPUT" && -f "$STAMP" && "$(<"$STAMP")" == "$mark" ]] && exit 0

command -v node >/dev/null ||
  unavailable "the compiler of AssemblyScript runs on node, which this machine does not have; with it, build again for the SDK's example."
"$TOOLCHAIN/fetch-npm.sh" "${COMPILER[@]}"

say "building the example in AssemblyScript"
rm -rf "$MODULES"
while read -r name _ tarball _; do
  mkdir -p "$MODULES/$name"
  tar -xf "$CACHE/sources/$tarball" -C "$MODULES/$name" --strip-components=1 --no-same-owner
done < <(lines)
mkdir -p "$(dirname "$OUTPUT")" "$(dirname "$STAMP")"
built="$WORK/assemblyscript/words.wasm"
# As docs/writing-tools.md says.
logged assemblyscript node "$MODULES/assemblyscript/bin/asc.js" example.ts --baseDir "$SDK_AS" --outFile "$(realpath --relative-to="$SDK_AS" "$built")" \
  -Oz --runtime incremental --exportStart _start --use abort=assembly/process/clocheAbort
cp "$built" "$OUTPUT"
echo "$mark" >"$STAMP"
