/* packed.h: zlib's compression over memory, with bounds on what comes out. */
#ifndef TEXT_PACKED_H
#define TEXT_PACKED_H

#include "base.h"

enum { RAW = -15, GZIP = 31 }; /* window bits as zlib takes them: bare deflate, and with the head and checksum of gzip */

/* What may come out of compressed data: bytes at all, and so many times what went in, once it is more than a few megabytes. */
typedef struct {
    uint64_t bytes, ratio;
} Bound;

enum { USUAL_RATIO = 250, RATIO_FREE = 8 << 20 };
#define USUAL_BYTES (128ull << 20)

/* Decompresses one stream behind what is in `into`, and says how much of `packed` it was. NULL, or why it cannot be. */
const char *inflate_text(Text packed, int window_bits, Bound bound, Buffer *into, size_t *used);

/* Decompresses gzip data, which may be several streams one after the other. */
const char *gunzip_text(Text packed, Bound bound, Buffer *into);

void deflate_text(Text plain, int window_bits, int level, Buffer *into);

bool is_gzip(Text text);

#endif
