/* The smallest guest that does something. */
#include <stdio.h>

int main(void)
{
    puts("hello, world");
    return 0;
}
