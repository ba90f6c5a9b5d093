#!/usr/bin/env bash
# Fetches the sources listed in sources-npm.txt through npm, checks their hashes, and keeps them in the cache: fetch-npm.sh [DIRECTORY...]
# Those of all directories where none is named.
# Silent and at once when they are there. Nothing of a package is installed or run.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

STORE="$CACHE/sources"
PACKED="$WORK/npm"

is_stored() {
  [[ -f "$STORE/$1" ]] && [[ "$(sha256 "$STORE/$1")" == "$2" ]]
}

fetch() {
  local package=$1 tarball=$2 hash=$3
  command -v npm >/dev/null || unavailable "the source of $package comes from npm, and this machine has no npm."
  say "fetching $package (npm)"
  mkdir -p "$PACKED" "$STORE"
  logged "fetch-$tarball" npm pack --silent --pack-destination "$PACKED" "$package" ||
    unavailable "the package $package cannot be fetched; see to the network or the registry and build again."
  [[ "$(sha256 "$PACKED/$tarball")" == "$hash" ]] || die "$tarball does not have the pinned SHA-256 $hash"
  mv "$PACKED/$tarball" "$STORE/$tarball"
}

while read -r directory package tarball hash; do
  [[ $# == 0 || " $* " == *" $directory "* ]] || continue
  is_stored "$tarball" "$hash" || fetch "$package" "$tarball" "$hash"
done < <(grep -v '^#' "$TOOLCHAIN/sources-npm.txt")
