#!/usr/bin/env bash
# All that a build needs done for the guests: guests.sh CLASSES_DIR TEST_CLASSES_DIR
# With CLOCHE_SKIP_EXAMPLES=true without the examples of the SDK, which only tests run.
# Where toolchain or sources cannot be had it says so and succeeds, so that everything else is built; on CI it fails.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The examples of the SDK and the plugins of tests, at the same time; each does without the others. A failure counts before what could not be had.
examples() {
  [[ "${CLOCHE_SKIP_EXAMPLES:-}" != true ]] || return 0
  local language status=0 ended running=()
  for language in assemblyscript java rust; do
    "$TOOLCHAIN/$language.sh" "$@" &
    running+=($!)
  done
  for language in "${running[@]}"; do
    ended=0
    wait "$language" || ended=$?
    [[ $ended == 0 || ($ended == "$UNAVAILABLE" && $status != 0) ]] || status=$ended
  done
  # Behind them, since it fetches the same compiler as the first.
  ended=0
  "$TOOLCHAIN/extism.sh" "$@" || ended=$?
  [[ $ended == 0 || ($ended == "$UNAVAILABLE" && $status != 0) ]] || status=$ended
  return "$status"
}

status=0
{ "$TOOLCHAIN/install.sh" && "$TOOLCHAIN/fetch.sh" && "$TOOLCHAIN/build.sh" "$@" && examples "$2"; } || status=$?
if [[ $status == "$UNAVAILABLE" && "${CI:-}" != true ]]; then
  exit 0
fi
exit "$status"
