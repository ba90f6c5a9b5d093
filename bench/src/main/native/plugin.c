/* A kernel as an Extism plugin: the input is n in 4 bytes, the output its checksum in 8, little-endian. */
#include "../guests/bench.h"

#define HOST(name) __attribute__((import_module("extism:host/env"), import_name(#name))) extern

HOST(input_load_u8) int32_t input_load_u8(int64_t at);
HOST(alloc) int64_t alloc(int64_t bytes);
HOST(store_u64) void store_u64(int64_t at, int64_t value);
HOST(output_set) void output_set(int64_t at, int64_t bytes);

__attribute__((export_name("plugin"))) int32_t plugin(void)
{
    uint32_t n = 0;
    for (int i = 0; i < 4; i++)
        n |= (uint32_t)input_load_u8(i) << 8 * i;
    int64_t output = alloc(8);
    store_u64(output, run(n));
    output_set(output, 8);
    return 0;
}
