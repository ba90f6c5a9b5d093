#!/bin/sh
# Runs the tool as a caller would, and compares.
set -eu
cd "$(dirname "$0")"
CLOCHE=${CLOCHE:-cloche}
"$CLOCHE" check @NAME@.wasm
GOT=$("$CLOCHE" run --input '{"text": "one two\nthree\n"}' @NAME@.wasm)
WANTED='{"lines":2,"words":3,"bytes":14}'
[ "$GOT" = "$WANTED" ] || { echo "got $GOT, wanted $WANTED" >&2; exit 1; }
echo ok
