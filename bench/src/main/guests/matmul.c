/* Floating point in tight loops: the product of two matrices of n by n doubles, n at most 256. */
#include "bench.h"

#define LIMIT 256

static double a[LIMIT][LIMIT], b[LIMIT][LIMIT], c[LIMIT][LIMIT];

/* Small whole numbers, so that every sum is exact in whatever order it is added up. */
static void fill(uint32_t n)
{
    uint32_t seed = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            a[i][j] = next(&seed) >> 24;
            b[i][j] = next(&seed) >> 24;
        }
}

static void multiply(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            double sum = 0;
            for (uint32_t k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

EXPORT uint32_t run(uint32_t n)
{
    uint32_t sum = 0;
    if (n > LIMIT)
        return 0;
    fill(n);
    multiply(n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            sum = mix(sum, (uint32_t)c[i][j]);
    return sum;
}
