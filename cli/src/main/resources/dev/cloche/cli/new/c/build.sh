#!/bin/sh
# Builds @NAME@.wasm. Needs clang with wasi-libc: on Debian, clang-19 lld-19 libclang-rt-19-dev-wasm32 wasi-libc.
set -eu
cd "$(dirname "$0")"
CC=${CC:-$(command -v clang-22 || command -v clang-19 || command -v clang)}
# -Oz for speed as much as for size: a JVM does not compile the methods that large functions become.
"$CC" --target=wasm32-wasi -Oz -Wall -Wextra -Wno-deprecated -I . -c @NAME@.c -o @NAME@.o
# Linked without -O, so that no other program of this machine changes the module afterwards.
"$CC" --target=wasm32-wasi -Wno-deprecated @NAME@.o -o @NAME@.wasm \
  -Wl,--stack-first -Wl,--strip-all -Wl,--max-memory=16777216
rm @NAME@.o
"${CLOCHE:-cloche}" pack --manifest @NAME@.json @NAME@.wasm
