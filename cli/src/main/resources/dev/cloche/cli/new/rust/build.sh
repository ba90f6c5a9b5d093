#!/bin/sh
# Builds @NAME@.wasm. Needs rustc with the target wasm32-wasip1 (rustup target add wasm32-wasip1), or wasm32-wasi of older ones.
set -eu
cd "$(dirname "$0")"
RUSTC=${RUSTC:-rustc}
for TARGET in wasm32-wasip1 wasm32-wasi; do
  LIB=$("$RUSTC" --print target-libdir --target $TARGET 2>/dev/null) && [ -d "$LIB" ] && break
done
"$RUSTC" --edition 2021 --target "$TARGET" -C opt-level=z -C lto=fat -C panic=abort -C strip=symbols \
  -C link-arg=--max-memory=33554432 @NAME@.rs -o @NAME@.wasm
"${CLOCHE:-cloche}" pack --manifest @NAME@.json @NAME@.wasm
