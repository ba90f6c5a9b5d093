/* Fills the whole of memory again and again, with one instruction each: work that a count of instructions alone would miss. */
int main(void)
{
    char *heap = (char *)0x20000; /* above stack and data */
    for (unsigned char value = 0;; value++) {
        if (__builtin_wasm_memory_size(0) < 256)
            __builtin_wasm_memory_grow(0, 256 - __builtin_wasm_memory_size(0));
        __builtin_memset(heap, value, (__builtin_wasm_memory_size(0) << 16) - 0x20000);
    }
}
