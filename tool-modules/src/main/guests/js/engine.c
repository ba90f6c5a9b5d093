/* Allocator, runtime and context, warm start. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "guest.h"

/*
 * How much of the 1 MiB of stack that the module is linked with a script may use: about 2200 nested calls. The host's own stack is what
 * counts. Each function call takes a frame there that is many times larger than here, and most so in the parser, whose functions need
 * next to nothing here: at this value a million opening brackets end as a JavaScript error on a host thread of 64 MiB.
 */
enum { SCRIPT_STACK_BYTES = 384 * 1024 };

static JSContext *context;

/*
 * QuickJS's own allocator does not ask how large a block is on this platform, so its garbage collector would count eight bytes for each
 * and hardly ever run. This one tells.
 */
static size_t block_size(const void *block)
{
    return block ? malloc_usable_size((void *)block) : 0;
}

static void *allocate(JSMallocState *state, size_t size)
{
    void *block = malloc(size);
    if (block) {
        state->malloc_count++;
        state->malloc_size += block_size(block);
    }
    return block;
}

static void release(JSMallocState *state, void *block)
{
    if (block) {
        state->malloc_count--;
        state->malloc_size -= block_size(block);
        free(block);
    }
}

static void *resize(JSMallocState *state, void *block, size_t size)
{
    if (!block)
        return size ? allocate(state, size) : NULL;
    if (!size) {
        release(state, block);
        return NULL;
    }
    size_t before = block_size(block);
    void *moved = realloc(block, size);
    if (moved)
        state->malloc_size += block_size(moved) - before;
    return moved;
}

static JSContext *create_context(void)
{
    static const JSMallocFunctions allocator = {allocate, release, resize, block_size};
    JSRuntime *runtime = JS_NewRuntime2(&allocator, NULL);
    JSContext *ctx = runtime ? JS_NewContext(runtime) : NULL;
    if (!ctx) {
        fputs("js: out of memory\n", stderr);
        exit(1);
    }
    JS_SetMaxStackSize(runtime, SCRIPT_STACK_BYTES);
    guest_add_modules(runtime);
    guest_track_rejections(runtime);

    JSValue global = JS_GetGlobalObject(ctx);
    JSValue std = JS_NewObject(ctx);
    guest_add_console(ctx, global);
    guest_add_timers(ctx, global);
    guest_add_files(ctx, std);
    guest_add_process(ctx, global, std);
    guest_add_fetch(ctx, global, std);
    guest_add_performance(ctx, global);
    guest_add_builtins(ctx, global);
    JS_SetPropertyStr(ctx, global, "std", std);
    JS_FreeValue(ctx, global);
    return ctx;
}

JSContext *guest_context(void)
{
    if (!context)
        context = create_context();
    /* A warm start may come back with another stack pointer. */
    JS_UpdateStackTop(JS_GetRuntime(context));
    return context;
}

/*
 * Does once what every start would do again. A host may call this in a fresh instance, keep memory and globals as an image, and let later
 * instances start from it: _start finds the context made. Of the outside it reads the clock and nothing else. For that, main() runs the C
 * library's constructors itself: the linker would have them run before every export, and the image would hold the directories that were
 * open when it was made.
 */
__attribute__((export_name("wizer.initialize"))) void guest_warm_start(void)
{
    guest_load_inspect(guest_context());
}
