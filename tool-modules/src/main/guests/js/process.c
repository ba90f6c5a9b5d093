/* Arguments, environment, standard input, exit, random numbers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest.h"

extern char **environ;

static JSValue get_variable(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    const char *name = JS_ToCString(ctx, argv[0]);
    if (!name)
        return JS_EXCEPTION;
    const char *value = getenv(name);
    JS_FreeCString(ctx, name);
    return value ? JS_NewString(ctx, value) : JS_UNDEFINED;
}

static JSValue get_environment(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    JSValue result = JS_NewObject(ctx);
    for (char **variable = environ; variable && *variable; variable++) {
        const char *equals = strchr(*variable, '=');
        if (!equals)
            continue;
        JSAtom name = JS_NewAtomLen(ctx, *variable, (size_t)(equals - *variable));
        JS_DefinePropertyValue(ctx, result, name, JS_NewString(ctx, equals + 1), JS_PROP_C_W_E);
        JS_FreeAtom(ctx, name);
    }
    return result;
}

static JSValue exit_now(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    int32_t status = 0;
    if (argc > 0 && JS_ToInt32(ctx, &status, argv[0]) < 0)
        return JS_EXCEPTION;
    exit(status & 255);
}

static JSValue read_stdin(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    Bytes bytes;
    if (guest_read_all(STDIN_FILENO, &bytes) < 0)
        return guest_throw_errno(ctx, "readStdin", "stdin");
    return guest_bytes_value(ctx, &bytes, argv[0]);
}

enum { TO_STDOUT, TO_STDERR };

/* Text or bytes to a stream, without the line end that print adds. */
static JSValue write_stream(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int destination)
{
    FILE *stream = destination == TO_STDERR ? stderr : stdout;
    BorrowedBytes bytes;
    if (guest_borrow_bytes(ctx, argv[0], &bytes) < 0)
        return JS_EXCEPTION;
    size_t written = fwrite(bytes.data, 1, bytes.length, stream);
    int status = written == bytes.length ? fflush(stream) : EOF;
    guest_return_bytes(ctx, &bytes);
    return status == 0 ? JS_UNDEFINED : guest_throw_errno(ctx, "write", destination == TO_STDERR ? "stderr" : "stdout");
}

static JSValue encode(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    BorrowedBytes bytes;
    if (guest_borrow_bytes(ctx, argv[0], &bytes) < 0)
        return JS_EXCEPTION;
    Bytes copy = {malloc(bytes.length + 1), bytes.length};
    if (copy.data)
        memcpy(copy.data, bytes.data, bytes.length);
    guest_return_bytes(ctx, &bytes);
    return copy.data ? guest_bytes_value(ctx, &copy, JS_NULL) : JS_ThrowOutOfMemory(ctx);
}

static JSValue decode(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    BorrowedBytes bytes;
    if (guest_borrow_bytes(ctx, argv[0], &bytes) < 0)
        return JS_EXCEPTION;
    JSValue text = JS_NewStringLen(ctx, (const char *)bytes.data, bytes.length);
    guest_return_bytes(ctx, &bytes);
    return text;
}

/*
 * Replaces the engine's own, which takes its seed from the clock when the context is made: after a warm start every call would draw the
 * same numbers. Here the host's random source seeds the first draw. xorshift64*, as the engine uses.
 */
static JSValue draw_random(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    static uint64_t state;
    while (state == 0)
        if (getentropy(&state, sizeof state) < 0)
            return guest_throw_errno(ctx, "Math.random", "random source");
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return JS_NewFloat64(ctx, (double)((state * 0x2545F4914F6CDD1D) >> 11) * 0x1p-53);
}

void guest_set_arguments(JSContext *ctx, const char *script, int argc, char **argv)
{
    JSValue global = JS_GetGlobalObject(ctx), own = JS_NewArray(ctx), all = JS_NewArray(ctx);
    JS_SetPropertyUint32(ctx, all, 0, JS_NewString(ctx, script));
    for (int i = 0; i < argc; i++) {
        JS_SetPropertyUint32(ctx, own, (uint32_t)i, JS_NewString(ctx, argv[i]));
        JS_SetPropertyUint32(ctx, all, (uint32_t)i + 1, JS_NewString(ctx, argv[i]));
    }
    JS_SetPropertyStr(ctx, global, "args", own);
    JS_SetPropertyStr(ctx, global, "scriptArgs", all);
    JS_FreeValue(ctx, global);
}

void guest_add_process(JSContext *ctx, JSValueConst global, JSValueConst std)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("getenv", 1, get_variable), JS_CFUNC_DEF("environ", 0, get_environment), JS_CFUNC_DEF("exit", 1, exit_now),
        JS_CFUNC_DEF("readStdin", 1, read_stdin), JS_CFUNC_MAGIC_DEF("write", 1, write_stream, TO_STDOUT),
        JS_CFUNC_MAGIC_DEF("writeError", 1, write_stream, TO_STDERR),
        JS_CFUNC_DEF("encode", 1, encode),       JS_CFUNC_DEF("decode", 1, decode),
    };
    JS_SetPropertyFunctionList(ctx, std, functions, sizeof functions / sizeof functions[0]);
    JS_SetPropertyStr(ctx, global, "args", JS_UNDEFINED); /* room for them is made here, and not in every start */
    JS_SetPropertyStr(ctx, global, "scriptArgs", JS_UNDEFINED);
    JSValue math = JS_GetPropertyStr(ctx, global, "Math");
    JS_SetPropertyStr(ctx, math, "random", JS_NewCFunction(ctx, draw_random, "random", 0));
    JS_FreeValue(ctx, math);
}
