/* A script engine at work: a fresh QuickJS evaluates work.js and calls work(n), which answers a checksum. */
#include "../guests/bench.h"
#include "quickjs.h"

enum { STACK_BYTES = 384 * 1024 };

/* The parser wants a zero behind the source. */
static const char script[] = {
#embed "work.js"
    , 0};

static uint32_t answer(JSContext *context, uint32_t n)
{
    uint32_t sum = 0;
    JSValue global = JS_GetGlobalObject(context), argument = JS_NewUint32(context, n);
    JSValue work = JS_GetPropertyStr(context, global, "work");
    JSValue result = JS_Call(context, work, JS_UNDEFINED, 1, &argument);
    JS_ToUint32(context, &sum, result);
    JS_FreeValue(context, result);
    JS_FreeValue(context, work);
    JS_FreeValue(context, global);
    return sum;
}

EXPORT uint32_t run(uint32_t n)
{
    JSRuntime *runtime = JS_NewRuntime();
    JS_SetMaxStackSize(runtime, STACK_BYTES);
    JSContext *context = JS_NewContext(runtime);
    JS_FreeValue(context, JS_Eval(context, script, sizeof script - 1, "work.js", JS_EVAL_TYPE_GLOBAL));
    uint32_t sum = answer(context, n);
    JS_FreeContext(context);
    JS_FreeRuntime(runtime);
    return sum;
}
