#!/usr/bin/env bash
# Unpacks a distribution and runs it as its user would: check.sh ZIP
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && "${JAVA_HOME:+$JAVA_HOME/bin/}jar" xf "$1")
program=$(echo "$work"/*/bin/cloche)
runtime=$(echo "$work"/*/runtime)
chmod +x "$program" # jar forgets modes
[[ -d $runtime ]] && chmod +x "$runtime"/bin/* "$runtime"/lib/jspawnhelper
export XDG_CACHE_HOME=$work/cache
answer=$("$program" run js -e 'console.log(6*7)')
[[ $answer == 42 ]] || {
  echo "the distribution answered: $answer" >&2
  exit 1
}
[[ -n $(ls "$work/cache/cloche/quick/"*.jsa) ]] || {
  echo "the distribution made no quick start" >&2
  exit 1
}
echo "==> $(basename "$1"): $(du -k "$1" | cut -f1) KiB, runs with $("$program" --version)"
