/* Read before every source of Lua's: what of C's library is not there, and what shall be the same in every run. */
#ifndef CLOCHE_LUA_WASI_H
#define CLOCHE_LUA_WASI_H

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* There are no signals. */
#define l_signalT int

/* A switch: a function with computed gotos becomes a larger one with a switch here. */
#define LUA_USE_JUMPTABLE 0

/* Tables are gone through in the same order, and sorted with the same comparisons, in every run. */
#define luai_makeseed(L) ((void)(L), 0x5EED1E55u)
#define l_randomizePivot() 0u

/* Modules are files of the workspace, and none are in C. */
#define LUA_PATH_DEFAULT "./?.lua;./?/init.lua"
#define LUA_CPATH_DEFAULT ""

/* There are no other programs, and no place for files without a name. */
static inline int guest_no_program(const char *command)
{
    errno = ENOTSUP;
    return command != NULL ? -1 : 0;
}
#define l_system(command) guest_no_program(command)

#define LUA_TMPNAMBUFSIZE 1
#define lua_tmpnam(name, failed) ((void)(name), (failed) = 1)

static inline FILE *guest_no_file(void)
{
    errno = ENOTSUP;
    return NULL;
}
#define tmpfile guest_no_file

/* state.c: nothing while the state is made, which a host may do ahead of any call. */
char *guest_getenv(const char *name);
#define getenv guest_getenv

#endif
