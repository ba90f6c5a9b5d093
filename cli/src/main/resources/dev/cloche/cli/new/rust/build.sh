#!/bin/sh
# Builds @NAME@.wasm. Needs rustc with the target wasm32-wasip1 (rustup target add wasm32-wasip1), or of Debian 12
# rustc, libstd-rust-dev-wasm32 and lld-14.
set -eu
cd "$(dirname "$0")"
RUSTC=${RUSTC:-rustc}
FLAGS="--edition 2021 -C opt-level=z -C panic=abort -C lto=fat -C codegen-units=1 -C strip=symbols"
LIB=$("$RUSTC" --print target-libdir --target wasm32-wasip1 2>/dev/null || echo none)
if [ -d "$LIB" ]; then
  FLAGS="$FLAGS --target wasm32-wasip1"
else
  RUSTC=/usr/bin/rustc
  FLAGS="$FLAGS --target wasm32-wasi -C linker=wasm-ld-14 -C linker-flavor=wasm-ld"
fi
# shellcheck disable=SC2086 # several words
"$RUSTC" $FLAGS -C link-arg=--max-memory=33554432 @NAME@.rs -o @NAME@.wasm
"${CLOCHE:-cloche}" pack --manifest @NAME@.json @NAME@.wasm
