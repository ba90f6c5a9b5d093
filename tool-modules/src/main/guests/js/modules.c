/* import: a module is built in, or a file of the workspace, named relative to the file that imports it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

int guest_set_import_meta(JSContext *ctx, JSValueConst module, int is_main)
{
    JSModuleDef *definition = JS_VALUE_GET_PTR(module);
    JSValue meta = JS_GetImportMeta(ctx, definition);
    if (JS_IsException(meta))
        return -1;
    JSAtom name = JS_GetModuleName(ctx, definition);
    JS_DefinePropertyValueStr(ctx, meta, "filename", JS_AtomToString(ctx, name), JS_PROP_C_W_E);
    JS_DefinePropertyValueStr(ctx, meta, "main", JS_NewBool(ctx, is_main), JS_PROP_C_W_E);
    JS_FreeAtom(ctx, name);
    JS_FreeValue(ctx, meta);
    return 0;
}

static JSModuleDef *throw_not_found(JSContext *ctx, const char *name)
{
    if (strchr(name, '/') || strchr(name, '.'))
        JS_ThrowReferenceError(ctx, "cannot import \"%s\": %s", name, strerror(errno));
    else
        JS_ThrowReferenceError(ctx, "cannot import \"%s\": only files can be imported, as in \"./%s.js\", and what node: has here; js -h lists it", name, name);
    return NULL;
}

static JSModuleDef *load_module(JSContext *ctx, const char *name, void *opaque)
{
    Bytes source;
    JSModuleDef *builtin;
    int found = guest_builtin_module(ctx, name, &builtin);
    if (found != 0)
        return builtin;
    if (guest_read_file(name, &source) < 0)
        return throw_not_found(ctx, name);
    JSValue module = JS_Eval(ctx, (const char *)source.data, source.length, name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    free(source.data);
    if (JS_IsException(module) || guest_set_import_meta(ctx, module, 0) < 0)
        return NULL;
    JSModuleDef *definition = JS_VALUE_GET_PTR(module);
    JS_FreeValue(ctx, module); /* the context's list of modules keeps it */
    return definition;
}

void guest_add_modules(JSRuntime *runtime)
{
    JS_SetModuleLoaderFunc(runtime, NULL, load_module, NULL);
}
