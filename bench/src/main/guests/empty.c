/* Nothing at all, in a module of four pages: what an instance costs. */
#include "bench.h"

/* Volatile, so that it is there. */
static volatile uint8_t filler[2 * 65536 + 4096];

EXPORT uint32_t run(uint32_t n)
{
    return n + filler[0];
}
