#!/usr/bin/env bash
# Fetches the sources listed in sources.txt through apt, checks their hashes, and keeps them in the cache.
# Silent and at once when they are there. Needs no root: apt works in directories of its own, on source packages only.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

SUITE=trixie
STORE="$CACHE/sources"
APT="$WORK/apt"

# directory, package, tarball, hash and perhaps suite of each source, one a line
sources() {
  grep -v '^#' "$TOOLCHAIN/sources.txt"
}

is_stored() {
  [[ -f "$STORE/$1" ]] && [[ "$(sha256 "$STORE/$1")" == "$2" ]]
}

# The mirror that this machine uses and the keyring it trusts it by, from its own apt sources in either format: "URI KEYRING".
# The security archive is passed over: it has no complete set of source packages.
mirror() {
  local files=()
  shopt -s nullglob
  files=(/etc/apt/sources.list.d/*.sources /etc/apt/sources.lis[t] /etc/apt/sources.list.d/*.list)
  ((${#files[@]})) || return 1
  awk '
    function flush() { if (deb && uri) found(uri, key); deb = 0; uri = key = "" }
    function found(u, k) { if (u !~ /security/ && !done) { done = 1; print u, k } }
    FNR == 1 { flush() }
    /^#/ { next }
    /^[ \t]*$/ { flush(); next }
    FILENAME ~ /\.sources$/ {
      if (tolower($1) == "types:") deb = / deb( |$)/
      if (tolower($1) == "uris:") uri = $2
      if (tolower($1) == "signed-by:") key = $2
      next
    }
    $1 == "deb" {
      line = $0; option = ""
      if (match(line, /\[[^]]*\]/)) { option = substr(line, RSTART + 1, RLENGTH - 2); sub(/\[[^]]*\]/, "", line) }
      split(line, part, " ")
      if (match(option, /signed-by=[^ ]*/)) key = substr(option, RSTART + 10, RLENGTH - 10)
      found(part[2], key); key = ""
    }
    END { flush() }' "${files[@]}" | head -n 1
}

apt_get() {
  apt-get -q -o Dir::Etc::SourceList="$APT/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$APT/lists" -o Dir::Cache="$APT/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}

write_apt_sources() {
  local uri keyring
  read -r uri keyring < <(mirror) || unavailable "this machine's apt names no mirror; the sources come from Debian's source packages, so configure one and build again."
  mkdir -p "$APT/lists/partial" "$APT/cache/archives/partial"
  local suite
  for suite in "$@"; do
    printf 'deb-src %s%s %s main\n' "${keyring:+[signed-by=$keyring] }" "$uri" "$suite"
  done >"$APT/sources.list"
}

# Only the tarball: the packaging beside it may already have been replaced by a newer one on the mirror.
fetch() {
  local package=$1 tarball=$2 hash=$3 suite=$4
  (cd "$APT" && logged "fetch-$package" apt_get source --download-only --tar-only --target-release "$suite" "$package") ||
    unavailable "the source package $package cannot be fetched from $suite; see to the network or the mirror and build again."
  [[ -f "$APT/$tarball" ]] || die "$suite has another version of $package than $tarball: update sources.txt"
  [[ "$(sha256 "$APT/$tarball")" == "$hash" ]] || die "$tarball does not have the pinned SHA-256 $hash"
  mkdir -p "$STORE"
  mv "$APT/$tarball" "$STORE/$tarball"
}

missing=()
suites=()
while read -r _ package tarball hash suite; do
  is_stored "$tarball" "$hash" && continue
  missing+=("$package $tarball $hash ${suite:-$SUITE}")
  suites+=("${suite:-$SUITE}")
done < <(sources)
((${#missing[@]})) || exit 0

say "fetching the sources of $(printf '%s\n' "${missing[@]}" | cut -d' ' -f1 | paste -sd, | sed 's/,/, /g') (apt, Debian)"
command -v apt-get >/dev/null || unavailable "their sources come from Debian's source packages, and this machine has no apt-get."
mapfile -t suites < <(printf '%s\n' "${suites[@]}" | sort -u)
write_apt_sources "${suites[@]}"
logged fetch-update apt_get update ||
  unavailable "Debian's source index cannot be read; see to the network or the mirror and build again."
for entry in "${missing[@]}"; do
  # shellcheck disable=SC2086 # four words each
  fetch $entry
done
rm -rf "$APT"
