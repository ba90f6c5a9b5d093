#!/usr/bin/env bash
# Gets the programs that `bench/run tools` measures bundled tools beside, where they are missing (apt, as root). What cannot be had is left out
# of the page, which says so.
set -euo pipefail
missing=()
for each in jq:jq sqlite3:sqlite3 rg:ripgrep grep:grep node:nodejs python3:python3 lua5.4:lua5.4 gzip:gzip; do
  command -v "${each%%:*}" >/dev/null || missing+=("${each#*:}")
done
if ((${#missing[@]} > 0)) && [[ $(id -u) == 0 ]]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}" >&2 || true
fi
