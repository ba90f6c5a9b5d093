/* Calls through a table: sorts as many numbers as the argument says and prints a checksum of the order. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? (size_t)atoi(argv[1]) : 100000;
    uint32_t *numbers = malloc(count * sizeof *numbers), seed = 1, sum = 0;
    if (!numbers)
        return 1;
    for (size_t i = 0; i < count; i++)
        numbers[i] = seed = seed * 1664525 + 1013904223;
    qsort(numbers, count, sizeof *numbers, compare);
    for (size_t i = 0; i < count; i++)
        sum = sum * 31 + numbers[i];
    printf("%08x\n", (unsigned)sum);
    return 0;
}
