#!/usr/bin/env bash
# Installs binaryen, whose wasm-opt makes the random modules that the engine's tests run. Silent and at once when it is
# there already; where it cannot be had it says so and succeeds, and those tests are skipped; on CI it fails.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

command -v wasm-opt >/dev/null && exit 0

give_up() {
  printf 'engine: the tests on generated modules are skipped: %s\n' "$*" >&2
  [[ "${CI:-}" != true ]] || exit 1
  exit 0
}

command -v apt-get >/dev/null || give_up "this machine has no apt-get to install binaryen with"
[[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null || give_up "installing binaryen needs root"

say "installing binaryen (apt)"
logged apt-update as_root apt-get update -q -o DPkg::Lock::Timeout=120 || give_up "apt-get update failed"
logged apt-install-binaryen as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 binaryen ||
  give_up "apt-get install binaryen failed"
