/* console.log and print; objects are laid out by inspect.js. */
#include <stdio.h>
#include <string.h>

#include "guest.h"

enum { TO_STDOUT, TO_STDERR };
enum { FIRST_FRAMES = 12, LAST_FRAMES = 4 };

static const char INSPECT[] = {
#embed "inspect.js"
    , 0};

static JSValue inspector = JS_UNDEFINED; /* what inspect.js gives: (values...) => string */

/* Loaded when the first object is printed, since most scripts print text only and loading costs more than they do. */
void guest_load_inspect(JSContext *ctx)
{
    if (JS_IsUndefined(inspector))
        inspector = JS_Eval(ctx, INSPECT, sizeof(INSPECT) - 1, "<inspect>", JS_EVAL_FLAG_STRICT);
}

/* True for what is printed as String(value) would print it. */
static int is_plain(JSContext *ctx, JSValueConst value)
{
    switch (JS_VALUE_GET_NORM_TAG(value)) {
    case JS_TAG_STRING:
    case JS_TAG_STRING_ROPE:
    case JS_TAG_INT:
    case JS_TAG_BOOL:
    case JS_TAG_NULL:
    case JS_TAG_UNDEFINED:
        return 1;
    default: /* floats go to the inspector for the sake of -0 */
        return 0;
    }
}

static int all_plain(JSContext *ctx, int argc, JSValueConst *argv)
{
    if (argc > 1 && JS_IsString(argv[0])) /* it may hold a %d */
        return 0;
    for (int i = 0; i < argc; i++)
        if (!is_plain(ctx, argv[i]))
            return 0;
    return 1;
}

static int write_text(JSContext *ctx, FILE *stream, JSValueConst value)
{
    size_t length;
    const char *text = JS_ToCStringLen(ctx, &length, value);
    if (!text)
        return -1;
    fwrite(text, 1, length, stream);
    JS_FreeCString(ctx, text);
    return 0;
}

static int write_plain(JSContext *ctx, FILE *stream, int argc, JSValueConst *argv)
{
    for (int i = 0; i < argc; i++) {
        if (i > 0)
            putc(' ', stream);
        if (write_text(ctx, stream, argv[i]) < 0)
            return -1;
    }
    return 0;
}

JSValue guest_inspect(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    guest_load_inspect(ctx);
    return JS_Call(ctx, inspector, JS_UNDEFINED, argc, argv);
}

static int write_inspected(JSContext *ctx, FILE *stream, int argc, JSValueConst *argv)
{
    JSValue text = guest_inspect(ctx, JS_UNDEFINED, argc, argv);
    int status = JS_IsException(text) ? -1 : write_text(ctx, stream, text);
    JS_FreeValue(ctx, text);
    return status;
}

/* Every line is flushed: a guest that is stopped at a limit has then shown all that it printed. */
static JSValue console_write(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int destination)
{
    FILE *stream = destination == TO_STDERR ? stderr : stdout;
    int status = all_plain(ctx, argc, argv) ? write_plain(ctx, stream, argc, argv) : write_inspected(ctx, stream, argc, argv);
    putc('\n', stream);
    fflush(stream);
    return status < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

void guest_print(JSContext *ctx, JSValueConst value)
{
    if (JS_IsException(console_write(ctx, JS_UNDEFINED, 1, &value, TO_STDOUT)))
        guest_report(ctx, JS_GetException(ctx));
}

/* The frames nearest to the error and those nearest to the start; endless recursion has thousands between them. */
static void write_frames(const char *stack)
{
    size_t lines = 0, line = 0;
    for (const char *at = stack; *at; at++)
        lines += *at == '\n';
    for (const char *end; (end = strchr(stack, '\n')); stack = end + 1, line++) {
        if (line < FIRST_FRAMES || line + LAST_FRAMES >= lines)
            fwrite(stack, 1, (size_t)(end - stack) + 1, stderr);
        else if (line == FIRST_FRAMES)
            fprintf(stderr, "    ... %zu more\n", lines - FIRST_FRAMES - LAST_FRAMES);
    }
}

/* Works without inspect.js as long as it can: memory or stack may be what was exhausted. */
void guest_report(JSContext *ctx, JSValueConst error)
{
    fflush(stdout);
    fputs("Uncaught ", stderr);
    int status = JS_IsError(ctx, error) ? write_text(ctx, stderr, error) : write_inspected(ctx, stderr, 1, &error);
    putc('\n', stderr);
    if (status < 0) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return;
    }
    JSValue stack = JS_IsError(ctx, error) ? JS_GetPropertyStr(ctx, error, "stack") : JS_UNDEFINED;
    const char *text = JS_IsString(stack) ? JS_ToCString(ctx, stack) : NULL;
    if (text)
        write_frames(text);
    JS_FreeCString(ctx, text);
    JS_FreeValue(ctx, stack);
}

void guest_add_console(JSContext *ctx, JSValueConst global)
{
    static const JSCFunctionListEntry methods[] = {
        JS_CFUNC_MAGIC_DEF("log", 0, console_write, TO_STDOUT),   JS_CFUNC_MAGIC_DEF("info", 0, console_write, TO_STDOUT),
        JS_CFUNC_MAGIC_DEF("debug", 0, console_write, TO_STDOUT), JS_CFUNC_MAGIC_DEF("warn", 0, console_write, TO_STDERR),
        JS_CFUNC_MAGIC_DEF("error", 0, console_write, TO_STDERR),
    };
    static const JSCFunctionListEntry print = JS_CFUNC_MAGIC_DEF("print", 0, console_write, TO_STDOUT);
    JSValue console = JS_NewObject(ctx);
    JS_SetPropertyFunctionList(ctx, console, methods, sizeof methods / sizeof methods[0]);
    JS_SetPropertyFunctionList(ctx, global, &print, 1);
    JS_SetPropertyStr(ctx, global, "console", console);
}
