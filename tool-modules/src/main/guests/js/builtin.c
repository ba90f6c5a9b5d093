/*
 * What scripts expect of browsers (web.js) and of Node (node.js). Neither is loaded before a script names something of it: a start would take many
 * times as long.
 */
#include <string.h>
#include <unistd.h>

#include "guest.h"

static const char WEB[] = {
#embed "web.js"
    , 0};

static const char NODE[] = {
#embed "node.js"
    , 0};

/* Globals that load a part; those from PROCESS on are node.js's. */
static const char *const names[] = {"TextEncoder",     "TextDecoder", "URL",    "URLSearchParams", "atob",   "btoa",    "structuredClone",
                                    "queueMicrotask", "crypto",      "process", "Buffer",          "require", "module", "exports"};
enum { PROCESS = 9, NAMES = sizeof names / sizeof names[0] };

static JSValue web = JS_UNDEFINED, node = JS_UNDEFINED;

/* compile(source, file): a CommonJS module's function, with the file's name for stack traces. */
static JSValue compile(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    size_t length;
    const char *source = JS_ToCStringLen(ctx, &length, argv[0]), *file = source ? JS_ToCString(ctx, argv[1]) : NULL;
    JSValue result = file ? JS_Eval(ctx, source, length, file, JS_EVAL_TYPE_GLOBAL) : JS_EXCEPTION;
    JS_FreeCString(ctx, source);
    JS_FreeCString(ctx, file);
    return result;
}

/* Fills a typed array from the host's random source. */
static JSValue fill_random(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    enum { MOST_AT_ONCE = 256 };
    BorrowedBytes bytes;
    if (!JS_IsObject(argv[0]) || guest_borrow_bytes(ctx, argv[0], &bytes) < 0)
        return JS_ThrowTypeError(ctx, "a typed array is needed");
    for (size_t done = 0; done < bytes.length; done += MOST_AT_ONCE) {
        size_t left = bytes.length - done;
        if (getentropy((uint8_t *)bytes.data + done, left < MOST_AT_ONCE ? left : MOST_AT_ONCE) < 0)
            return guest_throw_errno(ctx, "getRandomValues", "random source");
    }
    return JS_UNDEFINED;
}

static JSValue native_functions(JSContext *ctx)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("compile", 2, compile),
        JS_CFUNC_DEF("random", 1, fill_random),
        JS_CFUNC_DEF("inspect", 1, guest_inspect),
    };
    JSValue native = JS_NewObject(ctx);
    JS_SetPropertyFunctionList(ctx, native, functions, sizeof functions / sizeof functions[0]);
    guest_add_more_files(ctx, native);
    return native;
}

static JSValue global_property(JSContext *ctx, const char *name)
{
    JSValue global = JS_GetGlobalObject(ctx), value = JS_GetPropertyStr(ctx, global, name);
    JS_FreeValue(ctx, global);
    return value;
}

static JSValue load(JSContext *ctx, const char *source, size_t length, const char *name, int argc, JSValue *argv)
{
    JSValue make = JS_Eval(ctx, source, length, name, JS_EVAL_FLAG_STRICT);
    JSValue made = JS_IsException(make) ? make : JS_Call(ctx, make, JS_UNDEFINED, argc, argv);
    for (int i = 0; i < argc; i++)
        JS_FreeValue(ctx, argv[i]);
    JS_FreeValue(ctx, make);
    return made;
}

/* Borrowed: the part stays loaded. An exception is not kept. */
static JSValue loaded_web(JSContext *ctx)
{
    if (JS_IsUndefined(web)) {
        JSValue std = global_property(ctx, "std"), native = native_functions(ctx);
        JS_SetPropertyStr(ctx, native, "encode", JS_GetPropertyStr(ctx, std, "encode"));
        JS_SetPropertyStr(ctx, native, "decode", JS_GetPropertyStr(ctx, std, "decode"));
        JS_FreeValue(ctx, std);
        JSValue made = load(ctx, WEB, sizeof(WEB) - 1, "<web>", 1, &native);
        if (JS_IsException(made))
            return made;
        web = made;
    }
    return web;
}

static JSValue loaded_node(JSContext *ctx)
{
    if (JS_IsUndefined(node)) {
        JSValue of_web = loaded_web(ctx);
        if (JS_IsException(of_web))
            return of_web;
        JSValue arguments[] = {global_property(ctx, "std"), JS_DupValue(ctx, of_web), native_functions(ctx)};
        JSValue made = load(ctx, NODE, sizeof(NODE) - 1, "<node>", 3, arguments);
        if (JS_IsException(made))
            return made;
        node = made;
    }
    return node;
}

static int replace(JSContext *ctx, int which, JSValue value)
{
    JSValue global = JS_GetGlobalObject(ctx);
    int status = JS_DefinePropertyValueStr(ctx, global, names[which], value, JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    JS_FreeValue(ctx, global);
    return status;
}

/* Loads the part and puts the value in the getter's place. */
static JSValue get_global(JSContext *ctx, JSValueConst self, int which)
{
    JSValue part = which < PROCESS ? loaded_web(ctx) : loaded_node(ctx);
    if (JS_IsException(part))
        return part;
    JSValue globals = which < PROCESS ? JS_DupValue(ctx, part) : JS_GetPropertyStr(ctx, part, "globals");
    JSValue value = JS_GetPropertyStr(ctx, globals, names[which]);
    JS_FreeValue(ctx, globals);
    if (!JS_IsException(value) && replace(ctx, which, JS_DupValue(ctx, value)) < 0)
        return JS_EXCEPTION;
    return value;
}

static JSValue set_global(JSContext *ctx, JSValueConst self, JSValueConst value, int which)
{
    return replace(ctx, which, JS_DupValue(ctx, value)) < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

void guest_add_builtins(JSContext *ctx, JSValueConst global)
{
    static JSCFunctionListEntry entries[NAMES];
    for (int i = 0; i < NAMES; i++) {
        entries[i] = (JSCFunctionListEntry)JS_CGETSET_MAGIC_DEF(names[i], get_global, set_global, (int16_t)i);
    }
    JS_SetPropertyFunctionList(ctx, global, entries, NAMES);
}

/* The object of a built-in module, or undefined if there is none of that name. */
static JSValue find_builtin(JSContext *ctx, const char *name)
{
    JSValue part = loaded_node(ctx);
    if (JS_IsException(part))
        return part;
    JSValue all = JS_GetPropertyStr(ctx, part, "builtin");
    JSAtom atom = JS_NewAtom(ctx, strncmp(name, "node:", 5) == 0 ? name + 5 : name);
    JSValue found = JS_GetOwnProperty(ctx, NULL, all, atom) > 0 ? JS_GetProperty(ctx, all, atom) : JS_UNDEFINED;
    JS_FreeAtom(ctx, atom);
    JS_FreeValue(ctx, all);
    return found;
}

static void free_keys(JSContext *ctx, JSPropertyEnum *keys, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        JS_FreeAtom(ctx, keys[i].atom);
    js_free(ctx, keys);
}

static int export_all(JSContext *ctx, JSModuleDef *module)
{
    JSAtom atom = JS_GetModuleName(ctx, module);
    const char *name = JS_AtomToCString(ctx, atom);
    JSValue object = find_builtin(ctx, name);
    JSPropertyEnum *keys = NULL;
    uint32_t count = 0;
    int status = JS_IsException(object) ? -1 : JS_GetOwnPropertyNames(ctx, &keys, &count, object, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY);
    for (uint32_t i = 0; i < count; i++) {
        const char *key = JS_AtomToCString(ctx, keys[i].atom);
        JS_SetModuleExport(ctx, module, key, JS_GetProperty(ctx, object, keys[i].atom));
        JS_FreeCString(ctx, key);
    }
    free_keys(ctx, keys, count);
    JS_SetModuleExport(ctx, module, "default", object);
    JS_FreeCString(ctx, name);
    JS_FreeAtom(ctx, atom);
    return status < 0 ? -1 : 0;
}

int guest_builtin_module(JSContext *ctx, const char *name, JSModuleDef **module)
{
    *module = NULL;
    if (strchr("./", *name) || (strchr(name, '.') && strncmp(name, "node:", 5) != 0))
        return 0;
    JSValue object = find_builtin(ctx, name);
    if (JS_IsException(object))
        return -1;
    if (JS_IsUndefined(object))
        return 0;
    JSPropertyEnum *keys = NULL;
    uint32_t count = 0;
    *module = JS_NewCModule(ctx, name, export_all);
    JS_AddModuleExport(ctx, *module, "default");
    JS_GetOwnPropertyNames(ctx, &keys, &count, object, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY);
    for (uint32_t i = 0; i < count; i++) {
        const char *key = JS_AtomToCString(ctx, keys[i].atom);
        JS_AddModuleExport(ctx, *module, key);
        JS_FreeCString(ctx, key);
    }
    free_keys(ctx, keys, count);
    JS_FreeValue(ctx, object);
    return 1;
}

int guest_exit_code(JSContext *ctx)
{
    int32_t code = 0;
    if (JS_IsUndefined(node))
        return 0;
    JSValue process = find_builtin(ctx, "process"), value = JS_GetPropertyStr(ctx, process, "exitCode");
    if (!JS_IsUndefined(value) && JS_ToInt32(ctx, &code, value) < 0)
        code = 1;
    JS_FreeValue(ctx, value);
    JS_FreeValue(ctx, process);
    return code & 255;
}
