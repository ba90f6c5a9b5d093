/*
 * The `js` guest: a QuickJS front end for WASI.
 *
 *   main.c     options, finding and running the script, exit status
 *   engine.c   allocator, runtime and context, warm start
 *   jobs.c     promise jobs, timers, unhandled rejections
 *   console.c  console.log and print; objects are laid out by inspect.js
 *   files.c    std.readFile and the other file functions
 *   process.c  arguments, environment, standard input, exit, random numbers
 *   modules.c  import
 *   builtin.c  what scripts expect of browsers and of Node, which web.js and node.js make
 *   clock.c    time, and sleeping
 *   fetch.c    fetch and its classes, which fetch.js makes
 *
 * Every guest_add_* function puts one group of functions into a fresh context. A JSValue that is returned is owned by the caller.
 */
#ifndef CLOCHE_JS_GUEST_H
#define CLOCHE_JS_GUEST_H

#include <stddef.h>
#include <stdint.h>

#include "quickjs.h"

/* Bytes read from a file or stream; `data` is NUL-terminated for the parser's sake and freed with free(). */
typedef struct {
    uint8_t *data;
    size_t length;
} Bytes;

/* Bytes lent by a JavaScript string or buffer, until guest_return_bytes(). */
typedef struct {
    const uint8_t *data;
    size_t length;
    const char *string; /* what JS_FreeCString wants back, or NULL */
} BorrowedBytes;

/* engine.c */
JSContext *guest_context(void); /* the only context, created on first use */

/* console.c */
void guest_add_console(JSContext *ctx, JSValueConst global);
void guest_load_inspect(JSContext *ctx);
void guest_print(JSContext *ctx, JSValueConst value);  /* as console.log does */
void guest_report(JSContext *ctx, JSValueConst error); /* an uncaught error, on stderr */

JSValue guest_inspect(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv); /* what console.log would print, as a string */

/* files.c */
void guest_add_files(JSContext *ctx, JSValueConst std);
void guest_add_more_files(JSContext *ctx, JSValueConst native); /* lstat, makeDirectory: for node.js */
int guest_read_file(const char *path, Bytes *into); /* 0, or -1 and errno */
int guest_read_all(int fd, Bytes *into);            /* 0, or -1 and errno */
JSValue guest_throw_errno(JSContext *ctx, const char *function, const char *what);
JSValue guest_bytes_value(JSContext *ctx, Bytes *taken, JSValueConst encoding); /* string or Uint8Array; frees `taken` */
int guest_borrow_bytes(JSContext *ctx, JSValueConst value, BorrowedBytes *into); /* 0, or -1 and a pending exception */
void guest_return_bytes(JSContext *ctx, BorrowedBytes *bytes);

/* process.c */
void guest_add_process(JSContext *ctx, JSValueConst global, JSValueConst std);
void guest_set_arguments(JSContext *ctx, const char *script, int argc, char **argv);

/* builtin.c */
void guest_add_builtins(JSContext *ctx, JSValueConst global);
int guest_builtin_module(JSContext *ctx, const char *name, JSModuleDef **module); /* 1, 0 if there is none, -1 and a pending exception */
int guest_exit_code(JSContext *ctx);                                              /* process.exitCode, or 0 */

/* clock.c */
void guest_add_performance(JSContext *ctx, JSValueConst global);
double guest_now(void); /* milliseconds on the monotonic clock */
void guest_sleep_until(double due);

/* fetch.c */
int guest_has_fetched(void); /* whether a request was made */
void guest_add_fetch(JSContext *ctx, JSValueConst global, JSValueConst std);

/* modules.c */
void guest_add_modules(JSRuntime *runtime);
int guest_set_import_meta(JSContext *ctx, JSValueConst module, int is_main); /* 0, or -1 and a pending exception */

/* jobs.c */
void guest_add_timers(JSContext *ctx, JSValueConst global);
void guest_track_rejections(JSRuntime *runtime);
int guest_run_jobs(JSContext *ctx); /* until nothing is left to do; -1 if an error went unhandled (it has been reported) */

#endif
