# How the tool lua is built; sourced by build.sh.
# shellcheck shell=bash disable=SC2034 # the variables are for build.sh

# What goes into it: lines of sources.txt by name, and files of our own.
sources_lua=(lua)
inputs_lua=("$GUESTS/lua" "$SDK")

# The licences of what is linked into it, in the unpacked sources. Lua's own is at the end of its header.
licences_lua=(lua/src/lua.h)

build_lua() {
  local source="$WORK/src/lua/src"
  unpack lua
  # The SDK comes first: its setjmp.h is the one that works. LUA_COMPAT_5_3 is how Lua's own makefile builds it.
  {
    printf '%s\n' "$source"/{lapi,lcode,lctype,ldebug,ldo,ldump,lfunc,lgc,llex,lmem,lobject,lopcodes,lparser,lstate,lstring,ltable}.c
    printf '%s\n' "$source"/{ltm,lundump,lvm,lzio,lauxlib,lbaselib,lcorolib,ldblib,liolib,lmathlib,loadlib,loslib,lstrlib,ltablib}.c
    printf '%s\n' "$source"/{lutf8lib,linit}.c
  } | compile "${THEIRS[@]}" -I "$SDK" -DLUA_COMPAT_5_3 -D_WASI_EMULATED_PROCESS_CLOCKS -include "$GUESTS/lua/wasi.h" \
    "${JUMPS[@]}"
  printf '%s\n' "$GUESTS"/lua/*.c "$SDK/setjmp.c" | compile "${OURS[@]}" -I "$SDK" -isystem "$source"
  link "$1" "$TOOL_STACK" ./*.o -lm -lwasi-emulated-process-clocks
}
