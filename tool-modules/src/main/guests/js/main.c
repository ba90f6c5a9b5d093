/* Options, finding and running the script, exit status. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest.h"

enum { SCRIPT_FAILED = 1, BAD_USAGE = 2 };

/* The usage text is the manifest's, so that what a host shows and what -h prints cannot differ. */
static const char MANIFEST[] = {
#embed "manifest.json"
    , 0};

static const char PRINT_USAGE[] = "(manifest) => print(manifest.usage.join('\\n'))";

typedef struct {
    const char *name; /* shown in stack traces, and what relative imports start from */
    Bytes source;
    int prints_result;
    int is_module;
    int next_argument; /* index of the first argument that is the script's own */
} Script;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "js: %s: %s\n", what, why);
    return BAD_USAGE;
}

static int print_usage(void)
{
    JSContext *ctx = guest_context();
    JSValue manifest = JS_ParseJSON(ctx, MANIFEST, sizeof(MANIFEST) - 1, "manifest.json");
    JSValue print = JS_Eval(ctx, PRINT_USAGE, sizeof(PRINT_USAGE) - 1, "usage", 0);
    return JS_IsException(JS_Call(ctx, print, JS_UNDEFINED, 1, &manifest)) ? SCRIPT_FAILED : 0;
}

/* Code given with -e or -p. */
static int load_code(int argc, char **argv, Script *script)
{
    script->prints_result = strcmp(argv[1], "-p") == 0;
    if (!script->prints_result && strcmp(argv[1], "-e") != 0)
        return fail(argv[1], "unknown option; js -h shows the usage");
    if (argc == 2)
        return fail(argv[1], "the code is missing");
    script->name = "<eval>";
    script->source = (Bytes){(uint8_t *)argv[2], strlen(argv[2])};
    script->next_argument = 3;
    return 0;
}

/* Code in a file, or on standard input for "-" and for no argument at all. */
static int load_file(int argc, char **argv, Script *script)
{
    int index = argc > 1 && strcmp(argv[1], "--") == 0 ? 2 : 1;
    int from_stdin = index >= argc || strcmp(argv[index], "-") == 0;
    script->name = from_stdin ? "<stdin>" : argv[index];
    script->next_argument = index < argc ? index + 1 : argc;
    int status = from_stdin ? guest_read_all(STDIN_FILENO, &script->source) : guest_read_file(script->name, &script->source);
    return status == 0 ? 0 : fail(script->name, strerror(errno));
}

static int is_module(const Script *script)
{
    size_t length = strlen(script->name);
    int named_so = length > 4 && strcmp(script->name + length - 4, ".mjs") == 0;
    return named_so || JS_DetectModule((const char *)script->source.data, script->source.length);
}

/* Starts the script. Both kinds give a promise, since both may await at top level. */
static JSValue start(JSContext *ctx, const Script *script)
{
    int flags = script->is_module ? JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY : JS_EVAL_FLAG_ASYNC;
    JSValue code = JS_Eval(ctx, (const char *)script->source.data, script->source.length, script->name, flags);
    if (!script->is_module || JS_IsException(code))
        return code;
    if (guest_set_import_meta(ctx, code, 1) < 0)
        return JS_EXCEPTION;
    return JS_EvalFunction(ctx, code);
}

static int run(JSContext *ctx, Script *script)
{
    script->is_module = is_module(script);
    JSValue promise = start(ctx, script);
    if (JS_IsException(promise)) {
        guest_report(ctx, JS_GetException(ctx));
        return SCRIPT_FAILED;
    }
    if (guest_run_jobs(ctx) < 0)
        return SCRIPT_FAILED;
    if (JS_PromiseState(ctx, promise) == JS_PROMISE_PENDING) {
        fprintf(stderr, "js: %s: nothing is left to run, but a top-level await is still pending\n", script->name);
        return SCRIPT_FAILED;
    }
    if (script->prints_result && !script->is_module) /* the value of a script comes wrapped as { value } */
        guest_print(ctx, JS_GetPropertyStr(ctx, JS_PromiseResult(ctx, promise), "value"));
    return guest_exit_code(ctx);
}

static int run_command(int argc, char **argv)
{
    Script script = {0};
    if (argc > 1 && (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0))
        return print_usage();
    int is_option = argc > 1 && argv[1][0] == '-' && argv[1][1] != '\0' && strcmp(argv[1], "--") != 0;
    int status = is_option ? load_code(argc, argv, &script) : load_file(argc, argv, &script);
    if (status != 0)
        return status;
    JSContext *ctx = guest_context();
    guest_set_arguments(ctx, script.name, argc - script.next_argument, argv + script.next_argument);
    return run(ctx, &script);
}

void __wasm_call_ctors(void);

int main(int argc, char **argv)
{
    __wasm_call_ctors(); /* see guest_warm_start() */
    /* The runtime is not freed: the memory goes with the process, and tidying up would only cost fuel. */
    exit(run_command(argc, argv));
}
