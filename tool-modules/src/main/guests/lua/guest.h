/*
 * The `lua` guest: Lua 5.4 with a front end for WASI.
 *
 *   main.c    options, finding and running the script, exit status
 *   state.c   the state with its libraries, warm start, environment
 *   json.c    the module json
 *   http.c    the module http, with http.lua
 *   wasi.h    what Lua's own sources are told about the platform
 */
#ifndef CLOCHE_LUA_GUEST_H
#define CLOCHE_LUA_GUEST_H

#include "lua.h"

/* state.c */
lua_State *guest_state(void); /* the only state, created on first use; NULL without memory */
void guest_begin(lua_State *L, int with_environment);
void guest_end(lua_State *L);

/* json.c */
int guest_open_json(lua_State *L);

/* http.c */
int guest_open_http(lua_State *L);

#endif
