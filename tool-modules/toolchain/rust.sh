#!/usr/bin/env bash
# Compiles the example of the Rust SDK, and a guest that does all that the crate can: rust.sh TEST_CLASSES_DIR
#
# They go to TEST_CLASSES_DIR/guests/links.wasm and rust-probe.wasm, for tests. Compiler and library are Debian's, which install.sh installs. Where they are
# missing it says so and the tests of the example are skipped. The output is the same, byte for byte, wherever it is built.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=example-lib.sh
source "$TOOLCHAIN/example-lib.sh"

OUT="$1/guests"
SDK_RUST="$MODULE/sdk/rust"
PROBE="$MODULE/src/test/sdk/probe.rs"
# Not what rustup puts first on the PATH: that has no library for WebAssembly.
RUSTC=/usr/bin/rustc
BUILT="$WORK/rust"
# As docs/writing-tools.md says. -Oz as in C, for speed as much as for size. The linker is lld-14, as rust-lld; later ones refuse the library's archives.
FLAGS=(--edition 2021 --target wasm32-wasi -C opt-level=z -C panic=abort -C codegen-units=1 -D warnings)
LINK=(-C lto -C strip=symbols)

if ! [[ -x $RUSTC && -d /usr/lib/rustlib/wasm32-wasi ]] || ! command -v wasm-ld-14 >/dev/null; then
  no_example Rust "on Debian 12 run 'apt-get install rustc libstd-rust-dev-wasm32 lld-14' as root and build again."
fi

mark="$({ "$RUSTC" --version && wasm-ld-14 --version; } | example_mark "$TOOLCHAIN/rust.sh" "$SDK_RUST" "$PROBE")"
reuse rust "$mark" links rust-probe

say "building the example in Rust"
mkdir -p "$BUILT"
cd "$SDK_RUST" # so that paths in messages are not this machine's
logged rust-crate "$RUSTC" "${FLAGS[@]}" --crate-name cloche --crate-type rlib src/lib.rs -o "$BUILT/libcloche.rlib"
logged rust "$RUSTC" "${FLAGS[@]}" "${LINK[@]}" --extern "cloche=$BUILT/libcloche.rlib" example.rs -o "$BUILT/links.wasm"
cp "$PROBE" "$BUILT/probe.rs"
cd "$BUILT"
logged rust-probe "$RUSTC" "${FLAGS[@]}" "${LINK[@]}" --extern cloche=libcloche.rlib probe.rs -o rust-probe.wasm
finish rust "$mark" links rust-probe
