/* The state with its libraries, warm start, environment. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "guest.h"
#include "lauxlib.h"
#include "lualib.h"

static lua_State *state;

/* Whether the state is asked for by a call, which has an environment. */
static int called;

char *guest_getenv(const char *name)
{
    return called ? getenv(name) : NULL;
}

/* require shall not look for modules in C, of which there are none. */
static void leave_out_c_modules(lua_State *L)
{
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    for (lua_Integer i = luaL_len(L, -1); i > 2; i--) {
        lua_pushnil(L);
        lua_seti(L, -2, i);
    }
    lua_pop(L, 2);
}

/* Everything that may run out of memory happens in here. */
static int open_libraries(lua_State *L)
{
    luaL_openlibs(L);
    leave_out_c_modules(L);
    luaL_requiref(L, "json", guest_open_json, 0);
    luaL_requiref(L, "http", guest_open_http, 0);
    return 0;
}

static lua_State *create_state(void)
{
    lua_State *L = luaL_newstate();
    if (L == NULL)
        return NULL;
    lua_gc(L, LUA_GCSTOP);
    lua_pushcfunction(L, open_libraries);
    if (lua_pcall(L, 0, 0, 0) != LUA_OK)
        return NULL;
    lua_gc(L, LUA_GCRESTART);
    lua_gc(L, LUA_GCGEN, 0, 0); /* as Lua's own front end has it */
    return L;
}

lua_State *guest_state(void)
{
    if (state == NULL)
        state = create_state();
    return state;
}

/*
 * Does once what every start would do again. A host may call this in a fresh instance, keep memory and globals as an image, and let later
 * instances start from it: _start finds the state made. For that, main() runs the C library's constructors itself: the linker would have
 * them run before every export, and the image would hold the directories that were open when it was made.
 */
__attribute__((export_name("wizer.initialize"))) void guest_warm_start(void)
{
    (void)guest_state();
}

/* A state that was made ahead would draw the same numbers in each call. */
static void seed(lua_State *L)
{
    int64_t numbers[2] = {0, 0};
    (void)getentropy(numbers, sizeof numbers);
    lua_getglobal(L, "math");
    lua_getfield(L, -1, "randomseed");
    lua_pushinteger(L, numbers[0]);
    lua_pushinteger(L, numbers[1]);
    lua_call(L, 2, 0);
    lua_pop(L, 1);
}

/* A path of the environment; ";;" in it stands for the default. */
static void set_path(lua_State *L)
{
    const char *path = guest_getenv("LUA_PATH_5_4");
    if (path == NULL)
        path = guest_getenv("LUA_PATH");
    if (path == NULL)
        return;
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "path");
    const char *standard = lua_pushfstring(L, ";%s;", lua_tostring(L, -1));
    luaL_gsub(L, path, ";;", standard);
    lua_setfield(L, -4, "path");
    lua_pop(L, 3);
}

/* What belongs to one call. Raises an error if there is no memory for it. */
void guest_begin(lua_State *L, int with_environment)
{
    called = 1;
    seed(L);
    if (with_environment)
        set_path(L);
}

/* Finalizers run at the end, as everywhere; the memory goes with the process, and tidying up would only cost fuel. */
static void *keep(void *data, void *block, size_t before, size_t after)
{
    (void)data;
    if (after == 0)
        return NULL;
    return after <= before && block != NULL ? block : realloc(block, after);
}

void guest_end(lua_State *L)
{
    lua_setallocf(L, keep, NULL);
    lua_close(L);
}
