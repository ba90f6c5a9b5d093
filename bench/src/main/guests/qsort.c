/* Calls through a table: a quicksort of n words, n at most 500,000, that asks a function pointer for the order. */
#include "bench.h"

#define LIMIT 500000

typedef int (*order_function)(const uint32_t *, const uint32_t *);

static uint32_t words[LIMIT];

static int ascending(const uint32_t *left, const uint32_t *right)
{
    return (*left > *right) - (*left < *right);
}

/* Volatile, so that the compiler cannot know what is called. */
static volatile order_function chosen = ascending;

static void swap(uint32_t *left, uint32_t *right)
{
    uint32_t value = *left;
    *left = *right;
    *right = value;
}

static void sort(uint32_t *from, uint32_t *to, order_function order)
{
    while (to - from > 1) {
        uint32_t pivot = from[(to - from) / 2], *low = from, *high = to - 1;
        while (low <= high) {
            while (order(low, &pivot) < 0)
                low++;
            while (order(high, &pivot) > 0)
                high--;
            if (low <= high)
                swap(low++, high--);
        }
        sort(from, high + 1, order);
        from = low;
    }
}

EXPORT uint32_t run(uint32_t n)
{
    uint32_t seed = 1, sum = 0;
    if (n > LIMIT)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        words[i] = next(&seed);
    sort(words, words + n, chosen);
    for (uint32_t i = 0; i < n; i++)
        sum = mix(sum, words[i]);
    return sum;
}
