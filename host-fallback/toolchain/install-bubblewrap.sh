#!/usr/bin/env bash
# Installs bubblewrap, in which native commands run, and the C compiler, perl, git and curl that the tests run in it. Silent and
# at once when they are there already. Where they cannot be had it says how, and succeeds: the tests that need them fail
# by themselves, so that nobody takes a machine without a sandbox for one on which the sandbox was tested.
set -euo pipefail
# shellcheck source=../../tool-modules/toolchain/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tool-modules/toolchain/lib.sh"
WORK="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target"

[[ $(uname -s) == Linux ]] || exit 0

missing=()
for each in bwrap:bubblewrap perl:perl-base gcc:gcc git:git curl:curl; do
  command -v "${each%%:*}" >/dev/null || missing+=("${each#*:}")
done
((${#missing[@]} == 0)) && exit 0

give_up() {
  printf 'host-fallback: its tests will fail: %s; as root run: apt-get install %s\n' "$1" "${missing[*]}" >&2
  exit 0
}

command -v apt-get >/dev/null || give_up "this machine has no apt-get"
[[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null || give_up "installing needs root"

say "installing ${missing[*]} (apt)"
logged apt-update as_root apt-get update -q -o DPkg::Lock::Timeout=120 || give_up "apt-get update failed"
logged apt-install as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}" ||
  give_up "apt-get install failed"
