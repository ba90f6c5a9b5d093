#!/usr/bin/env bash
# Gets the peers of `bench/run launch` that can be had: firejail, socat and ripgrep (apt, as root), sandbox-runtime (npm). What cannot is left
# out of the page, which says so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
SRT=0.0.78
missing=()
for each in bwrap:bubblewrap firejail:firejail socat:socat rg:ripgrep; do
  command -v "${each%%:*}" >/dev/null || missing+=("${each#*:}")
done
if ((${#missing[@]} > 0)) && [[ $(id -u) == 0 ]]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}" >&2 || true
fi
if [[ ! -d target/srt/node_modules/@anthropic-ai/sandbox-runtime ]] && command -v npm >/dev/null; then
  mkdir -p target/srt
  (cd target/srt && npm install --no-audit --no-fund --silent "@anthropic-ai/sandbox-runtime@$SRT") >&2 || true
fi
