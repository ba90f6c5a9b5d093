/* What the files beside this one share: the interpreter's life around a call. */
#ifndef GUEST_H
#define GUEST_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Where calls find the standard library. */
#define LIBRARY L"/usr/lib/python3.11"

/* Makes the interpreter, and imports what most scripts do; once. */
void guest_warm_start(void);

/* Remembers the modules that are there, which no call takes apart, and tells the garbage collector to leave all objects alone. */
void guest_keep_modules(void);

/* Tells the interpreter what only a call knows: its environment, random numbers, time. */
void guest_begin_call(void);

/* Adds the filter of an option -W. */
void guest_filter_warnings(const char *filter);

/* Prints the lines "usage" of a manifest. */
void guest_show_usage(const char *manifest, size_t length);

#endif
