#!/usr/bin/env bash
# Installs the MCP client that the tests drive the server with, from npm: install.sh DIRECTORY
# What package-lock.json pins by its hashes, and no scripts of packages. Silent and at once when it is there.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
target=$1

mkdir -p "$target"
cp "$here/client.mjs" "$target/"
cmp -s "$here/package-lock.json" "$target/installed-lock.json" && exit 0

if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
  printf '==> %s\n' "the MCP client of the tests comes from npm, and this machine has none; its test is skipped"
  exit 0
fi
printf '==> %s\n' "installing the MCP client of the tests (npm)"
cp "$here/package.json" "$here/package-lock.json" "$target/"
if ! (cd "$target" && npm ci --silent --ignore-scripts --no-audit --no-fund) >"$target/npm.log" 2>&1; then
  printf '==> %s\n' "the MCP client of the tests cannot be installed; see $target/npm.log. Its test is skipped"
  exit 0
fi
cp "$here/package-lock.json" "$target/installed-lock.json"
