/* Sleeps for as many milliseconds as the argument says: time passes inside a host call. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    usleep((useconds_t)(argc > 1 ? atoi(argv[1]) : 1000) * 1000);
    puts("awake");
    return 0;
}
