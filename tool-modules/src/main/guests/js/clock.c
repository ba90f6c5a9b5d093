/*
 * Time as a script sees it: the host's, moved on by what was slept through. A script that only waits need not be waited for, so a timer that is due
 * later moves the clock there and spends no time. Once a request was made others are waiting too, a server that wants to be asked again later for
 * one: from then on, sleeping takes its time.
 *
 * The linker has every call of the C library's two functions come here (--wrap, see the recipe).
 */
#include <sys/time.h>
#include <time.h>

#include "guest.h"

static int64_t skipped_nanos;

int __real_clock_gettime(clockid_t clock, struct timespec *time);

static void move(struct timespec *time)
{
    int64_t nanos = time->tv_nsec + skipped_nanos;
    time->tv_sec += nanos / 1000000000;
    time->tv_nsec = (long)(nanos % 1000000000);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    int status = __real_clock_gettime(clock, time);
    if (status == 0)
        move(time);
    return status;
}

int __wrap_gettimeofday(struct timeval *time, void *zone)
{
    struct timespec now;
    __wrap_clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

double guest_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void guest_sleep_until(double due)
{
    enum { MAX_MILLIS = 1000000000 }; /* eleven days at once: sums of them stay far from where they would not fit */
    double wait = due - guest_now();
    if (!(wait > 0))
        return;
    int64_t nanos = (int64_t)((wait < MAX_MILLIS ? wait : MAX_MILLIS) * 1e6);
    if (!guest_has_fetched()) {
        skipped_nanos = skipped_nanos < INT64_MAX / 4 ? skipped_nanos + nanos : skipped_nanos;
        return;
    }
    struct timespec duration = {nanos / 1000000000, (long)(nanos % 1000000000)};
    nanosleep(&duration, NULL);
}

static JSValue performance_now(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    return JS_NewFloat64(ctx, guest_now());
}

static JSValue time_origin(JSContext *ctx, JSValueConst self)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return JS_NewFloat64(ctx, (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6 - guest_now());
}

void guest_add_performance(JSContext *ctx, JSValueConst global)
{
    static const JSCFunctionListEntry entries[] = {
        JS_CFUNC_DEF("now", 0, performance_now),
        JS_CGETSET_DEF("timeOrigin", time_origin, NULL),
    };
    JSValue performance = JS_NewObject(ctx);
    JS_SetPropertyFunctionList(ctx, performance, entries, sizeof entries / sizeof entries[0]);
    JS_DefinePropertyValueStr(ctx, global, "performance", performance, JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
}
