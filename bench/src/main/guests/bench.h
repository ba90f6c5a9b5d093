/* What the kernels share. Each is one file that exports run(n): it does work of size n and answers a checksum of the result. */
#include <stdint.h>

#ifdef __wasm__
#define EXPORT __attribute__((export_name("run")))
#else
#define EXPORT
#endif

uint32_t run(uint32_t n);

/* Adds a value to a checksum in which order counts. */
static inline uint32_t mix(uint32_t sum, uint32_t value)
{
    return sum * 31 + value;
}

/* The next of a series of numbers that looks random and is the same each time. */
static inline uint32_t next(uint32_t *seed)
{
    return *seed = *seed * 1664525 + 1013904223;
}
