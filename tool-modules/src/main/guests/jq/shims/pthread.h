/*
 * Threads for a world that has one. jq asks for thread-local values and one-time initialisation only; wasi-libc has no pthread.h.
 */
#ifndef CLOCHE_PTHREAD_H
#define CLOCHE_PTHREAD_H

#include <stddef.h>

typedef void **pthread_key_t;
typedef int pthread_once_t;

#define PTHREAD_ONCE_INIT 0

static inline int pthread_once(pthread_once_t *once, void (*initialise)(void))
{
    if (!*once) {
        *once = 1;
        initialise();
    }
    return 0;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));

static inline int pthread_setspecific(pthread_key_t key, const void *value)
{
    *key = (void *)value;
    return 0;
}

static inline void *pthread_getspecific(pthread_key_t key)
{
    return *key;
}

#endif
