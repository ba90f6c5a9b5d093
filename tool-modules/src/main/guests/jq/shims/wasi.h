/* Functions that jq calls and wasi-libc lacks. Included before every source file of jq, after config.h. */
#ifndef CLOCHE_JQ_WASI_H
#define CLOCHE_JQ_WASI_H

char *realpath(const char *path, char *resolved);

#endif
