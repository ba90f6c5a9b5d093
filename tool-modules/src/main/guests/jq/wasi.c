/* Functions that jq calls and wasi-libc lacks. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jq.h"

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    *key = calloc(1, sizeof(void *)); /* there is one thread, and it ends with the process: no destructor ever runs */
    return *key ? 0 : ENOMEM;
}

/* jq looks for its library directories with this. A path that exists is good enough: links stay inside the workspace anyway. */
char *realpath(const char *path, char *resolved)
{
    (void)resolved; /* jq passes NULL */
    return access(path, F_OK) == 0 ? strdup(path) : NULL;
}

/* `jq --run-tests` is for jq's own developers and starts threads; the file that has it is left out. */
int jq_testsuite(jv lib_dirs, int verbose, int argc, char *argv[])
{
    (void)verbose, (void)argc, (void)argv;
    jv_free(lib_dirs);
    fputs("jq: --run-tests is not in this build\n", stderr);
    return 2;
}
