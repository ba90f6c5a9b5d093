/* The module http: what http.lua is made of. Requests go the host's way, which decides on each: cloche.h. */
#include "cloche.h"
#include "guest.h"
#include "lauxlib.h"

static const char MODULE[] = {
#embed "http.lua"
};

static int failed(lua_State *L, int32_t code, const ClocheResponse *response)
{
    lua_pushnil(L);
    lua_pushstring(L, response->error);
    lua_pushstring(L, cloche_code_name(code));
    lua_pushstring(L, response->rule);
    return 4;
}

static int send_request(lua_State *L)
{
    size_t length;
    ClocheResponse response;
    const char *method = luaL_checkstring(L, 1), *url = luaL_checkstring(L, 2), *headers = luaL_checkstring(L, 3);
    const char *body = luaL_checklstring(L, 4, &length);
    uint32_t flags = (uint32_t)luaL_checkinteger(L, 5);
    int32_t code = cloche_fetch(method, url, headers, body, length, flags, &response);
    if (code != CLOCHE_OK)
        return failed(L, code, &response);
    lua_pushinteger(L, (lua_Integer)response.status);
    lua_pushstring(L, response.head ? response.head : "");
    lua_pushlstring(L, (const char *)response.body, response.length);
    cloche_response_free(&response);
    return 3;
}

int guest_open_http(lua_State *L)
{
    if (luaL_loadbufferx(L, MODULE, sizeof MODULE, "=http", "t") != LUA_OK)
        return lua_error(L);
    lua_pushcfunction(L, send_request);
    lua_call(L, 1, 1);
    return 1;
}
