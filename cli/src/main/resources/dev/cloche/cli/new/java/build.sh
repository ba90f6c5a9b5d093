#!/bin/sh
# Builds @NAME@.wasm. Needs a JDK 17 or newer and Maven, which fetches TeaVM.
set -eu
cd "$(dirname "$0")"
"${MVN:-mvn}" -B -q process-classes -Dtool.name=@NAME@ -Dtool.main=tool.Main
cp target/@NAME@.wasm .
"${CLOCHE:-cloche}" pack --manifest @NAME@.json @NAME@.wasm
