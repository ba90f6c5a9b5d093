#!/bin/sh
# Builds @NAME@.wasm. Needs node and, once, npm install.
set -eu
cd "$(dirname "$0")"
node node_modules/assemblyscript/bin/asc.js @NAME@.ts -o @NAME@.wasm -Oz --runtime incremental \
  --use abort=cloche/process/clocheAbort --exportStart _start --maximumMemory 1024
"${CLOCHE:-cloche}" pack --manifest @NAME@.json @NAME@.wasm
