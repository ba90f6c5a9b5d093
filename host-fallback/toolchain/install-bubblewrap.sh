#!/usr/bin/env bash
# Installs bubblewrap, in which native commands run, and the C compiler, perl, git and curl that the tests run in it. Silent and
# at once when they are there already. Where they cannot be had it says how, and succeeds: the tests that need them fail
# by themselves, so that nobody takes a machine without a sandbox for one on which the sandbox was tested.
set -euo pipefail
# shellcheck source=../../tool-modules/toolchain/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tool-modules/toolchain/lib.sh"
# shellcheck disable=SC2034 # where logged writes
WORK="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target"

[[ $(uname -s) == Linux ]] || exit 0

for_tests "host-fallback: its tests will fail" bwrap:bubblewrap perl:perl-base gcc:gcc git:git curl:curl
