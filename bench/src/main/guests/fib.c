/* Calls and nothing else: the n-th Fibonacci number, the slow way. */
#include "bench.h"

__attribute__((noinline)) static uint32_t fib(uint32_t n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

EXPORT uint32_t run(uint32_t n)
{
    return fib(n);
}
