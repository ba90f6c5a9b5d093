# Shared by the scripts beside it; sourced, never run.
# shellcheck shell=bash disable=SC2034 # the variables are for those scripts

TOOLCHAIN="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
MODULE="$(dirname "$TOOLCHAIN")"
GUESTS="$MODULE/src/main/guests"
SDK="$MODULE/sdk/c"
TEST_GUESTS="$MODULE/src/test/guests"
TARGET="$MODULE/target"
WORK="$TARGET/guests"
# Sources and finished guests are kept outside the checkout, so that a fresh clone need not fetch or compile them again.
if [[ -n "${CLOCHE_CACHE:-}" ]]; then
  CACHE="$CLOCHE_CACHE"
else
  CACHE="${XDG_CACHE_HOME:-${HOME:-$TARGET}/.cache}/cloche"
fi

LLVM=19
CLANG="clang-$LLVM"
PACKAGES=("clang-$LLVM" "lld-$LLVM" "libclang-rt-$LLVM-dev-wasm32" wasi-libc xz-utils)

# Compiles the library of python to bytecode, which takes the version that it is for. Of Debian 12; where it cannot be had, only that tool
# is not built.
BUILD_PYTHON=/usr/bin/python3.11

# The status of a script that could not get what it needs from outside. The rest of the project builds without the bundled tools.
UNAVAILABLE=3

say() {
  printf '==> %s\n' "$*"
}

die() {
  printf 'tool-modules: %s\n' "$*" >&2
  exit 1
}

# One sentence on what is missing and how to get it.
unavailable() {
  printf 'tool-modules: the bundled tools are not built: %s\n' "$*" >&2
  exit "$UNAVAILABLE"
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    DEBIAN_FRONTEND=noninteractive "$@"
  else
    sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
  fi
}

# Runs a noisy command with its output in a log that only a failure points to: logged NAME COMMAND...
logged() {
  local log="$WORK/log/$1.log"
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 || {
    local status=$?
    printf 'failed: %s\n' "$*" >&2
    tail -n 15 "$log" >&2
    return "$status"
  }
}

sha256() {
  sha256sum "$1" | cut -d' ' -f1
}

# Installs the packages of programs that tests run, silent and at once when they are there already; where that cannot be, says so and goes on:
# the tests that need them fail by themselves. for_tests WHAT PROGRAM:PACKAGE...
for_tests() {
  local what=$1 missing=() each why=
  shift
  for each in "$@"; do
    command -v "${each%%:*}" >/dev/null || missing+=("${each#*:}")
  done
  ((${#missing[@]} == 0)) && return 0

  if ! command -v apt-get >/dev/null; then
    why="this machine has no apt-get"
  elif [[ $(id -u) != 0 ]] && ! sudo -n true 2>/dev/null; then
    why="installing needs root"
  else
    say "installing ${missing[*]} (apt)"
    if ! logged apt-update as_root apt-get update -q -o DPkg::Lock::Timeout=120; then
      why="apt-get update failed"
    elif ! logged apt-install as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}"; then
      why="apt-get install failed"
    fi
  fi
  [[ -z $why ]] || printf '%s: %s; as root run: apt-get install %s\n' "$what" "$why" "${missing[*]}" >&2
}
