/*
 * setjmp.h: setjmp and longjmp for tools in C, which wasi-libc does not have. Put this directory before the system's in the search path,
 * compile everything that uses them with
 *
 *     -mllvm -enable-emscripten-sjlj
 *
 * and link setjmp.c. The rules of C hold: a jump goes to a function that still runs, and locals that changed since are volatile.
 * docs/writing-tools.md says how it works and what it costs.
 */
#ifndef CLOCHE_SETJMP_H
#define CLOCHE_SETJMP_H

typedef struct {
    void *frame;    /* which call of which function */
    unsigned place; /* which setjmp in it */
    void *stack;    /* its stack pointer there */
} jmp_buf[1];

#ifdef __cplusplus
extern "C" {
#define CLOCHE_NORETURN [[noreturn]]
#else
#define CLOCHE_NORETURN _Noreturn
#endif

/* The compiler replaces both: neither has an address. */
int setjmp(jmp_buf) __attribute__((returns_twice));
CLOCHE_NORETURN void longjmp(jmp_buf, int);

#undef CLOCHE_NORETURN
#ifdef __cplusplus
}
#endif

#endif
