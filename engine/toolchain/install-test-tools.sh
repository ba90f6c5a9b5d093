#!/usr/bin/env bash
# Installs what the engine's tests run beside the JVM: binaryen, which makes random modules; node, whose V8 runs them too; and
# wabt, which turns scripts of assertions into modules. Silent and at once when they are there already. Where they cannot be
# had it says how, and succeeds: the tests that need them fail by themselves on Linux.
set -euo pipefail
# shellcheck source=../../tool-modules/toolchain/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tool-modules/toolchain/lib.sh"
# shellcheck disable=SC2034 # where logged writes
WORK="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target"

for_tests "engine: its differential tests cannot run" wasm-opt:binaryen node:nodejs wast2json:wabt
