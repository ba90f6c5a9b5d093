#!/usr/bin/env bash
# Installs the C toolchain for WebAssembly from Debian's packages. Silent and at once when it is there already.
# Status 3, after one sentence, where it cannot be had.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

is_installed() {
  command -v "$CLANG" >/dev/null && command -v "wasm-ld-$LLVM" >/dev/null && command -v xz >/dev/null &&
    [[ -f /usr/lib/wasm32-wasi/libc.a ]] &&
    compgen -G "/usr/lib/llvm-$LLVM/lib/clang/*/lib/*/libclang_rt.builtins-wasm32.a" >/dev/null
}

# Not for lack of root or of the package: build.sh says then which tool is missing.
install_python() {
  [[ -x $BUILD_PYTHON ]] || ! command -v apt-get >/dev/null && return
  [[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null || return 0
  apt-cache show python3.11 >/dev/null 2>&1 || return 0
  say "installing python3.11 (apt)"
  logged apt-install-python as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 python3.11 || true
}

if is_installed; then
  install_python
  exit 0
fi

how="on Debian 12 or newer run 'apt-get install ${PACKAGES[*]}' as root and build again"
command -v apt-get >/dev/null || unavailable "this machine has no apt-get; $how."
[[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null || unavailable "installing their compiler needs root; $how."

say "installing clang $LLVM, lld $LLVM and wasi-libc (apt)"
logged apt-update as_root apt-get update -q -o DPkg::Lock::Timeout=120 ||
  unavailable "apt-get update failed; $how."
logged apt-install as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${PACKAGES[@]}" ||
  unavailable "apt-get install failed; $how."
is_installed || die "the packages are installed, but the compiler is not where it was expected"
install_python
