/* Scattered memory: a hash map with open addressing is given n words, n at most 400,000, is asked for twice as many, and loses half. */
#include "bench.h"

#define LIMIT 400000
#define SLOTS 1048576u

/* A word of 0 is an empty slot; GONE was taken, so that a search goes on behind it. */
#define GONE 0xffffffffu

typedef struct {
    uint32_t word, value;
} slot;

static slot slots[SLOTS];

static uint32_t start(uint32_t word)
{
    return word * 2654435761u >> 12;
}

static slot *find(uint32_t word)
{
    for (uint32_t i = start(word);; i = (i + 1) & (SLOTS - 1))
        if (slots[i].word == word || slots[i].word == 0)
            return &slots[i];
}

static void insert(uint32_t word, uint32_t value)
{
    slot *found = find(word);
    found->word = word;
    found->value += value;
}

static uint32_t take(uint32_t word)
{
    slot *found = find(word);
    uint32_t value = found->word ? found->value : 0;
    if (found->word)
        *found = (slot){GONE, 0};
    return value;
}

/* Neither 0 nor GONE; some words come twice. */
static uint32_t word(uint32_t *seed)
{
    return (next(seed) >> 8) + 1;
}

static uint32_t sum_found(uint32_t n)
{
    uint32_t seed = 1, sum = 0;
    for (uint32_t i = 0; i < 2 * n; i++) {
        slot *found = find(word(&seed));
        sum = mix(sum, found->word ? found->value : i);
    }
    return sum;
}

EXPORT uint32_t run(uint32_t n)
{
    uint32_t seed = 1, sum;
    if (n > LIMIT)
        return 0;
    for (uint32_t i = 0; i < SLOTS; i++)
        slots[i] = (slot){0, 0};
    for (uint32_t i = 0; i < n; i++)
        insert(word(&seed), i);
    sum = sum_found(n);
    seed = 1;
    for (uint32_t i = 0; i < n / 2; i++)
        sum = mix(sum, take(word(&seed)));
    return mix(sum, sum_found(n));
}
