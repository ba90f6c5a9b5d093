#!/usr/bin/env bash
# Installs what the engine's tests run beside the JVM: binaryen, which makes random modules; node, whose V8 runs them too; and
# wabt, which turns scripts of assertions into modules. Silent and at once when they are there already. Where they cannot be
# had it says how, and succeeds: the tests that need them fail by themselves on Linux.
set -euo pipefail
# shellcheck source=../../tool-modules/toolchain/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tool-modules/toolchain/lib.sh"
WORK="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target"

missing=()
for each in wasm-opt:binaryen node:nodejs wast2json:wabt; do
  command -v "${each%%:*}" >/dev/null || missing+=("${each#*:}")
done
((${#missing[@]} == 0)) && exit 0

give_up() {
  printf 'engine: its differential tests cannot run: %s; as root run: apt-get install %s\n' "$1" "${missing[*]}" >&2
  exit 0
}

command -v apt-get >/dev/null || give_up "this machine has no apt-get"
[[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null || give_up "installing needs root"

say "installing ${missing[*]} (apt)"
logged apt-update as_root apt-get update -q -o DPkg::Lock::Timeout=120 || give_up "apt-get update failed"
logged apt-install as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}" ||
  give_up "apt-get install failed"
