/* Some sources include <setjmp.h> without using it. wasi-libc has none, and clang would go on to the host's. */
#ifndef CLOCHE_SETJMP_H
#define CLOCHE_SETJMP_H
#endif
