/*
 * What the C library asks the host for, seen from the start that all calls share: there, nobody may be asked, and the answers are those
 * that every call would get. The linker puts these functions before the library's (--wrap).
 */
#include "guest.h"

#include <errno.h>
#include <wasi/api.h>

#define LAST_STREAM 2

__wasi_errno_t __real___wasi_fd_filestat_get(__wasi_fd_t fd, __wasi_filestat_t *stat);
__wasi_errno_t __real___wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence, __wasi_filesize_t *position);

__wasi_errno_t __wrap___wasi_fd_filestat_get(__wasi_fd_t fd, __wasi_filestat_t *stat)
{
    if (!guest_is_warming)
        return __real___wasi_fd_filestat_get(fd, stat);
    if (fd > LAST_STREAM)
        return __WASI_ERRNO_BADF;
    *stat = (__wasi_filestat_t){.filetype = __WASI_FILETYPE_CHARACTER_DEVICE, .nlink = 1};
    return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wrap___wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence, __wasi_filesize_t *position)
{
    if (!guest_is_warming)
        return __real___wasi_fd_seek(fd, offset, whence, position);
    return fd > LAST_STREAM ? __WASI_ERRNO_BADF : __WASI_ERRNO_SPIPE;
}

/* The host's streams look like terminals to the C library. They are none: nobody is to be prompted. */
int isatty(int fd)
{
    (void)fd;
    errno = ENOTTY;
    return 0;
}
