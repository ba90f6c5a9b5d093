#!/usr/bin/env bash
# Installs the C toolchain for WebAssembly from Debian's packages, and what the examples of the SDK are built with. Silent and at once when it
# is there already.
# Status 3, after one sentence, where it cannot be had.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

is_installed() {
  command -v "$CLANG" >/dev/null && command -v "wasm-ld-$LLVM" >/dev/null && command -v xz >/dev/null &&
    [[ -f /usr/lib/wasm32-wasi/libc.a ]] &&
    compgen -G "/usr/lib/llvm-$LLVM/lib/clang/*/lib/*/libclang_rt.builtins-wasm32.a" >/dev/null
}

# What only one tool or an example needs: may_install PACKAGE...
# Not for lack of root or of a package: the script that wants it says then what is not built.
may_install() {
  command -v apt-get >/dev/null || return 0
  [[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null || return 0
  apt-cache show "$@" >/dev/null 2>&1 || return 0
  say "installing $* (apt)"
  logged "apt-install-$1" as_root apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "$@" || true
}

install_python() {
  [[ -x $BUILD_PYTHON ]] || may_install python3.11
}

# 57 MB to fetch: rustc itself is small, its library for WebAssembly is not.
install_rust() {
  [[ "${CLOCHE_SKIP_EXAMPLES:-}" != true ]] || return 0
  if ! [[ -x /usr/bin/rustc && -d /usr/lib/rustlib/wasm32-wasi ]] || ! command -v wasm-ld-14 >/dev/null; then
    may_install rustc libstd-rust-dev-wasm32 lld-14
  fi
}

if is_installed; then
  install_python
  install_rust
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
install_rust
