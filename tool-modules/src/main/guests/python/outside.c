/* What the C library would conclude about the outside, and should not. */
#include <errno.h>
#include <unistd.h>

/* The host's streams look like terminals to it. They are none: nobody is to be prompted, or wants colours. */
int isatty(int fd)
{
    (void)fd;
    errno = ENOTTY;
    return 0;
}
