# How the tool fetch is built; sourced by build.sh.
# shellcheck shell=bash disable=SC2034 # the variables are for build.sh

# What goes into it: lines of sources.txt by name, and files of our own.
sources_fetch=()
inputs_fetch=("$GUESTS/fetch" "$SDK")

# The licences of what is linked into it, in the unpacked sources.
licences_fetch=()

build_fetch() {
  printf '%s\n' "$GUESTS"/fetch/*.c | compile "${OURS[@]}" -I "$SDK"
  link "$1" 65536 ./*.o
}
