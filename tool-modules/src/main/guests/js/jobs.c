/* Promise jobs, timers, unhandled rejections. */
#include <stdlib.h>

#include "guest.h"

/* Timers in the order in which they fall due; equal times keep the order of their creation. */
typedef struct Timer {
    struct Timer *next;
    int id;
    double due;      /* milliseconds on the monotonic clock */
    double interval; /* of setInterval; negative for setTimeout */
    JSValue callback;
    int argument_count;
    JSValue arguments[];
} Timer;

/* Rejected promises that nobody has handled so far. */
typedef struct Rejection {
    struct Rejection *next;
    JSValue promise;
    JSValue reason;
} Rejection;

static Timer *timers;
static Rejection *rejections;

static void insert_timer(Timer *timer)
{
    Timer **link = &timers;
    while (*link && (*link)->due <= timer->due)
        link = &(*link)->next;
    timer->next = *link;
    *link = timer;
}

static void free_timer(JSContext *ctx, Timer *timer)
{
    JS_FreeValue(ctx, timer->callback);
    for (int i = 0; i < timer->argument_count; i++)
        JS_FreeValue(ctx, timer->arguments[i]);
    free(timer);
}

static JSValue set_timer(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int repeats)
{
    static int last_id;
    double delay = 0;
    if (!JS_IsFunction(ctx, argv[0]))
        return JS_ThrowTypeError(ctx, "the first argument of a timer must be a function");
    if (argc > 1 && JS_ToFloat64(ctx, &delay, argv[1]) < 0)
        return JS_EXCEPTION;
    if (!(delay >= 1)) /* NaN too, as in browsers; and an interval of nothing would leave no room for other timers */
        delay = 1;
    int extra = argc > 2 ? argc - 2 : 0;
    Timer *timer = malloc(sizeof(Timer) + (size_t)extra * sizeof(JSValue));
    if (!timer)
        return JS_ThrowOutOfMemory(ctx);
    *timer = (Timer){NULL, ++last_id, guest_now() + delay, repeats ? delay : -1, JS_DupValue(ctx, argv[0]), extra};
    for (int i = 0; i < extra; i++)
        timer->arguments[i] = JS_DupValue(ctx, argv[i + 2]);
    insert_timer(timer);
    return JS_NewInt32(ctx, timer->id);
}

static JSValue clear_timer(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    int32_t id = 0;
    if (JS_IsUndefined(argv[0]) || JS_ToInt32(ctx, &id, argv[0]) < 0)
        return JS_UNDEFINED;
    for (Timer **link = &timers; *link; link = &(*link)->next) {
        Timer *timer = *link;
        if (timer->id == id) {
            *link = timer->next;
            free_timer(ctx, timer);
            break;
        }
    }
    return JS_UNDEFINED;
}

/* A repeating timer is queued again before its function runs, so that the function can clear it. */
static JSValue fire_first_timer(JSContext *ctx)
{
    Timer *timer = timers;
    guest_sleep_until(timer->due);
    timers = timer->next;
    JSValue callback = JS_DupValue(ctx, timer->callback);
    if (timer->interval < 0) {
        JSValue result = JS_Call(ctx, callback, JS_UNDEFINED, timer->argument_count, timer->arguments);
        free_timer(ctx, timer);
        JS_FreeValue(ctx, callback);
        return result;
    }
    timer->due += timer->interval;
    insert_timer(timer);
    /* The arguments stay with the timer, which the function may free. */
    int count = timer->argument_count;
    JSValue arguments[count + 1];
    for (int i = 0; i < count; i++)
        arguments[i] = JS_DupValue(ctx, timer->arguments[i]);
    JSValue result = JS_Call(ctx, callback, JS_UNDEFINED, count, arguments);
    for (int i = 0; i < count; i++)
        JS_FreeValue(ctx, arguments[i]);
    JS_FreeValue(ctx, callback);
    return result;
}

static void track_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason, JS_BOOL is_handled, void *opaque)
{
    if (!is_handled) {
        Rejection *rejection = malloc(sizeof(Rejection));
        if (rejection) {
            *rejection = (Rejection){rejections, JS_DupValue(ctx, promise), JS_DupValue(ctx, reason)};
            rejections = rejection;
        }
        return;
    }
    for (Rejection **link = &rejections; *link; link = &(*link)->next) {
        Rejection *rejection = *link;
        if (JS_VALUE_GET_PTR(rejection->promise) == JS_VALUE_GET_PTR(promise)) {
            *link = rejection->next;
            JS_FreeValue(ctx, rejection->promise);
            JS_FreeValue(ctx, rejection->reason);
            free(rejection);
            return;
        }
    }
}

/* Reports the oldest rejection that is still unhandled: the later ones are often its consequences. */
static int report_rejection(JSContext *ctx)
{
    if (!rejections)
        return 0;
    Rejection *oldest = rejections;
    while (oldest->next)
        oldest = oldest->next;
    guest_report(ctx, oldest->reason);
    return -1;
}

int guest_run_jobs(JSContext *ctx)
{
    for (;;) {
        JSContext *job_context;
        int status;
        while ((status = JS_ExecutePendingJob(JS_GetRuntime(ctx), &job_context)) > 0)
            ;
        if (status == 0 && report_rejection(ctx) < 0)
            return -1;
        if (status == 0 && !timers)
            return 0;
        if (status < 0 || JS_IsException(fire_first_timer(ctx))) {
            guest_report(ctx, JS_GetException(ctx));
            return -1;
        }
    }
}

void guest_add_timers(JSContext *ctx, JSValueConst global)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_MAGIC_DEF("setTimeout", 2, set_timer, 0),
        JS_CFUNC_MAGIC_DEF("setInterval", 2, set_timer, 1),
        JS_CFUNC_DEF("clearTimeout", 1, clear_timer),
        JS_CFUNC_DEF("clearInterval", 1, clear_timer),
    };
    JS_SetPropertyFunctionList(ctx, global, functions, sizeof functions / sizeof functions[0]);
}

void guest_track_rejections(JSRuntime *runtime)
{
    JS_SetHostPromiseRejectionTracker(runtime, track_rejection, NULL);
}
