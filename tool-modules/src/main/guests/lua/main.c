/* Options, finding and running the script, exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"
#include "lauxlib.h"
#include "lualib.h"

enum { FAILED = 1 };

/* The usage text is the manifest's, so that what a host shows and what -h prints cannot differ. */
static const char MANIFEST[] = {
#embed "manifest.json"
    , 0};

static const char PRINT_USAGE[] = "local json, manifest = ... for _, line in ipairs(json.decode(manifest).usage) do print(line) end";

typedef struct {
    int argc;
    char **argv;
    int script;         /* index of the script's name, or of its code; argc if there is none */
    int is_code;        /* whether it is its code */
    int has_code;       /* given with -e */
    int has_version;
    int without_environment;
} Command;

static void report(const char *message)
{
    fflush(stdout);
    fprintf(stderr, "lua: %s\n", message);
}

/* Makes a message of an error and adds where it came from. */
static int with_traceback(lua_State *L)
{
    const char *message = lua_tostring(L, 1);
    if (message == NULL) {
        if (luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING)
            return 1; /* its own message, as it is */
        message = lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    }
    luaL_traceback(L, L, message, 1);
    return 1;
}

/* Calls what is on the stack; 0, or FAILED once the error is reported. */
static int call(lua_State *L, int arguments)
{
    int handler = lua_gettop(L) - arguments;
    lua_pushcfunction(L, with_traceback);
    lua_insert(L, handler);
    int status = lua_pcall(L, arguments, 0, handler);
    if (status != LUA_OK) {
        const char *message = lua_tostring(L, -1);
        report(message != NULL ? message : "(error object without a message)");
        lua_pop(L, 1);
    }
    lua_remove(L, handler);
    return status == LUA_OK ? 0 : FAILED;
}

/* Calls what was loaded, or reports that it was not. */
static int call_loaded(lua_State *L, int status, int arguments)
{
    if (status == LUA_OK)
        return call(L, arguments);
    report(lua_tostring(L, -1));
    return FAILED;
}

/* -l NAME requires a module into a global of its name, or of another: -l GLOBAL=NAME. */
static int require_module(lua_State *L, const char *option)
{
    const char *equals = strchr(option, '=');
    lua_getglobal(L, "require");
    lua_pushstring(L, equals != NULL ? equals + 1 : option);
    lua_pushcfunction(L, with_traceback);
    lua_insert(L, -3);
    if (lua_pcall(L, 1, 1, -3) != LUA_OK) {
        report(lua_tostring(L, -1));
        return FAILED;
    }
    lua_pushlstring(L, option, equals != NULL ? (size_t)(equals - option) : strcspn(option, "-"));
    lua_pushglobaltable(L);
    lua_insert(L, -3);
    lua_insert(L, -2);
    lua_settable(L, -3);
    lua_pop(L, 2);
    return 0;
}

static int bad_usage(const char *option, const char *why)
{
    fprintf(stderr, "lua: '%s': %s; lua -h shows the usage\n", option, why);
    return FAILED;
}

/* Whether an option takes a value, in itself or as the next argument. */
static int takes_value(const char *option)
{
    return option[1] == 'e' || option[1] == 'l';
}

/* Reads the options; finds the script. 0, or FAILED once the mistake is reported. */
static int parse(Command *command)
{
    int i = 1;
    for (; i < command->argc && command->argv[i][0] == '-'; i++) {
        const char *option = command->argv[i];
        if (option[1] == '\0')
            break; /* the script is standard input */
        if (strcmp(option, "--") == 0) {
            i++;
            break;
        }
        if (strcmp(option, "-c") == 0) {
            command->is_code = 1;
            if (++i == command->argc)
                return bad_usage(option, "needs an argument");
            break;
        }
        if (takes_value(option)) {
            command->has_code |= option[1] == 'e';
            if (option[2] == '\0' && ++i == command->argc)
                return bad_usage(option, "needs an argument");
        } else if (strcmp(option, "-i") == 0) {
            return bad_usage(option, "there is no terminal to be interactive with");
        } else if (strcmp(option, "-v") == 0) {
            command->has_version = 1;
        } else if (strcmp(option, "-E") == 0) {
            command->without_environment = 1;
        } else if (strcmp(option, "-W") != 0) {
            return bad_usage(option, "unrecognized option");
        }
    }
    command->script = i;
    return 0;
}

/* Does what the options say, in their order. */
static int run_options(lua_State *L, const Command *command)
{
    int status = 0;
    for (int i = 1; i < command->script && status == 0; i++) {
        const char *option = command->argv[i];
        if (strcmp(option, "-c") == 0)
            break;
        if (strcmp(option, "-W") == 0)
            lua_warning(L, "@on", 0);
        if (option[0] != '-' || !takes_value(option))
            continue;
        const char *value = option[2] != '\0' ? option + 2 : command->argv[++i];
        status = option[1] == 'l' ? require_module(L, value)
                                  : call_loaded(L, luaL_loadbuffer(L, value, strlen(value), "=(command line)"), 0);
    }
    return status;
}

/* The global arg: the script at 0, its arguments behind, all else before. */
static void set_arg(lua_State *L, const Command *command)
{
    int zero = command->script < command->argc ? command->script : 0;
    lua_createtable(L, command->argc - zero, zero + 1);
    for (int i = 0; i < command->argc; i++) {
        lua_pushstring(L, command->is_code && i == zero ? "-c" : command->argv[i]);
        lua_rawseti(L, -2, i - zero);
    }
    lua_setglobal(L, "arg");
}

/* Loads the script: code, a file, or standard input for "-" and for none at all. */
static int load_script(lua_State *L, const Command *command)
{
    int has_script = command->script < command->argc;
    const char *name = has_script ? command->argv[command->script] : "-";
    if (command->is_code)
        return luaL_loadbuffer(L, name, strlen(name), "=(command line)");
    int is_stdin = strcmp(name, "-") == 0 && (!has_script || strcmp(command->argv[command->script - 1], "--") != 0);
    return luaL_loadfile(L, is_stdin ? NULL : name);
}

static int run_script(lua_State *L, const Command *command)
{
    if (command->script == command->argc && (command->has_code || command->has_version))
        return 0;
    int status = load_script(L, command);
    int arguments = 0;
    for (int i = command->script + 1; status == LUA_OK && i < command->argc; i++) {
        luaL_checkstack(L, 1, "too many arguments");
        lua_pushstring(L, command->argv[i]);
        arguments++;
    }
    return call_loaded(L, status, arguments);
}

static int print_usage(lua_State *L)
{
    int status = luaL_loadbuffer(L, PRINT_USAGE, sizeof(PRINT_USAGE) - 1, "=usage");
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, "json");
    lua_remove(L, -2);
    lua_pushstring(L, MANIFEST);
    return call_loaded(L, status, 2);
}

/* Everything that may raise an error happens in here; returns the exit status. */
static int run(lua_State *L)
{
    const Command *command = lua_touserdata(L, 1);
    guest_begin(L, !command->without_environment);
    set_arg(L, command);
    if (command->has_version)
        puts(LUA_COPYRIGHT);
    int status = run_options(L, command);
    if (status == 0)
        status = run_script(L, command);
    lua_pushinteger(L, status);
    return 1;
}

static int run_command(lua_State *L, Command *command)
{
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, command);
    int status = FAILED;
    if (lua_pcall(L, 1, 1, 0) == LUA_OK)
        status = (int)lua_tointeger(L, -1);
    else
        report(lua_tostring(L, -1));
    return status;
}

void __wasm_call_ctors(void);

int main(int argc, char **argv)
{
    __wasm_call_ctors(); /* see guest_warm_start() */
    lua_State *L = guest_state();
    if (L == NULL) {
        report("not enough memory");
        return FAILED;
    }
    if (argc > 1 && (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0))
        return print_usage(L);
    Command command = {.argc = argc, .argv = argv};
    int status = parse(&command);
    if (status == 0) {
        status = run_command(L, &command);
        guest_end(L);
    }
    exit(status);
}
