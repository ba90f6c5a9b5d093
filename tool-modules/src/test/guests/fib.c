/* Calls and nothing else: the Fibonacci number that the argument names, the slow way. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static unsigned fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(int argc, char **argv)
{
    printf("%u\n", fib(argc > 1 ? (unsigned)atoi(argv[1]) : 27));
    return 0;
}
