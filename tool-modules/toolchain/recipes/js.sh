# How the tool js is built; sourced by build.sh.
# shellcheck shell=bash disable=SC2034 # the variables are for build.sh

# What goes into it: lines of sources.txt by name, and files of our own.
sources_js=(quickjs)
inputs_js=("$GUESTS/js" "$SDK")

# The licences of what is linked into it, in the unpacked sources.
licences_js=(quickjs/LICENSE)

build_js() {
  local source="$WORK/src/quickjs"
  unpack quickjs
  # EMSCRIPTEN is how the source calls a platform without threads; the stack check it would leave out works here.
  printf '%s\n' "$source"/{quickjs,libregexp,libunicode,cutils,dtoa}.c |
    compile "${THEIRS[@]}" -DEMSCRIPTEN -DCONFIG_STACK_CHECK '-DCONFIG_VERSION="2025-04-26"'
  printf '%s\n' "$GUESTS"/js/*.c | compile "${OURS[@]}" -I "$SDK" -isystem "$source"
  # clock.c moves what these two tell.
  link "$1" "$TOOL_STACK" ./*.o -lm -Wl,--wrap=clock_gettime -Wl,--wrap=gettimeofday
}
