#include "packed.h"

#include <zlib.h>

static const char *verdict(int code)
{
    return code == Z_MEM_ERROR ? "out of memory" : code == Z_BUF_ERROR ? "the compressed data ends too early" : "the compressed data is damaged";
}

static const char *too_much(uint64_t in, uint64_t out, Bound bound)
{
    if (out > bound.bytes)
        return "more than --max-bytes would come out of it";
    if (out > RATIO_FREE && out / bound.ratio > in)
        return "it is packed more tightly than --max-ratio allows, as decompression bombs are";
    return NULL;
}

const char *inflate_text(Text packed, int window_bits, Bound bound, Buffer *into, size_t *used)
{
    z_stream stream = {.next_in = (Bytef *)packed.at, .avail_in = (uInt)packed.length};
    size_t start = into->length;
    const char *why = NULL;
    int code = inflateInit2(&stream, window_bits);
    while (code == Z_OK && !why) {
        reserve(into, BLOCK);
        stream.next_out = (Bytef *)into->at + into->length;
        stream.avail_out = BLOCK;
        code = inflate(&stream, Z_NO_FLUSH);
        into->length += BLOCK - stream.avail_out;
        if (code == Z_OK && stream.avail_out == BLOCK && stream.avail_in == 0)
            code = Z_BUF_ERROR;
        why = too_much(packed.length - stream.avail_in, into->length - start, bound);
    }
    *used = packed.length - stream.avail_in;
    inflateEnd(&stream);
    return why ? why : code == Z_STREAM_END ? NULL : verdict(code);
}

bool is_gzip(Text text)
{
    return text.length >= 2 && memcmp(text.at, "\x1F\x8B", 2) == 0;
}

const char *gunzip_text(Text packed, Bound bound, Buffer *into)
{
    size_t start = into->length, done = 0;
    do {
        size_t used;
        Text rest = {packed.at + done, packed.length - done};
        Bound left = {bound.bytes - (into->length - start), bound.ratio};
        const char *why = inflate_text(rest, GZIP, left, into, &used);
        done += used;
        if (why)
            return why;
    } while (is_gzip((Text){packed.at + done, packed.length - done}));
    for (; done < packed.length; done++)
        if (packed.at[done])
            return "there is something else behind the compressed data";
    return NULL;
}

void deflate_text(Text plain, int window_bits, int level, Buffer *into)
{
    z_stream stream = {.next_in = (Bytef *)plain.at, .avail_in = (uInt)plain.length};
    if (deflateInit2(&stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        die(2, NULL, "out of memory");
    int code;
    do {
        reserve(into, BLOCK);
        stream.next_out = (Bytef *)into->at + into->length;
        stream.avail_out = BLOCK;
        code = deflate(&stream, Z_FINISH);
        into->length += BLOCK - stream.avail_out;
    } while (code == Z_OK);
    deflateEnd(&stream);
}
