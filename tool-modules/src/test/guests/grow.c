/* Grows memory page by page until it is refused, and prints how many pages it has then. */
#include <stdio.h>

int main(void)
{
    while (__builtin_wasm_memory_grow(0, 1) != (unsigned long)-1)
        ;
    printf("%lu\n", __builtin_wasm_memory_size(0));
    return 0;
}
