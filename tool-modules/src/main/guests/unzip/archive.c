#include "archive.h"

#include <zlib.h>

enum { END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30, ENCRYPTED = 1 };

static uint16_t two(const char *at)
{
    return (uint16_t)((unsigned char)at[0] | (unsigned char)at[1] << 8);
}

static uint32_t four(const char *at)
{
    return two(at) | (uint32_t)two(at + 2) << 16;
}

/* The end record, which a comment of up to 64 KiB may follow; its length has to fit, so that a comment cannot pose as one. */
static const char *end_record(Text archive)
{
    for (size_t back = END_SIZE; back <= archive.length && back <= END_SIZE + 0xFFFF; back++) {
        const char *at = archive.at + archive.length - back;
        if (memcmp(at, "PK\5\6", 4) == 0 && two(at + 20) == back - END_SIZE)
            return at;
    }
    die(2, NULL, "this is not a zip archive, or its end is missing");
}

static char *name_of(const char *at, size_t length)
{
    Buffer name = {0};
    if (memchr(at, 0, length))
        die(2, NULL, "a name in the archive has a NUL byte");
    append(&name, at, length);
    return terminated(&name);
}

static ZipEntry entry_at(const char *at)
{
    /* The upper half of the attributes is a Unix mode only where the archive was made on such a system. */
    uint32_t mode = at[5] == 3 ? four(at + 38) >> 16 : 0;
    return (ZipEntry){.flags = two(at + 8),
                      .method = two(at + 10),
                      .time = two(at + 12),
                      .date = two(at + 14),
                      .crc = four(at + 16),
                      .packed_size = four(at + 20),
                      .size = four(at + 24),
                      .offset = four(at + 42),
                      .mode = mode};
}

ZipEntry *read_directory(Text archive, size_t *count)
{
    const char *end = end_record(archive);
    size_t number = two(end + 10), size = four(end + 12), offset = four(end + 16);
    if (number == 0xFFFF || size == 0xFFFFFFFF || offset == 0xFFFFFFFF)
        die(2, NULL, "zip64 archives are not supported");
    if (offset > (size_t)(end - archive.at) || size > (size_t)(end - archive.at) - offset)
        die(2, NULL, "the directory of the archive is damaged");
    ZipEntry *entries = grab(number, sizeof *entries);
    const char *at = archive.at + offset, *limit = at + size;
    uint64_t packed = 0;
    for (size_t i = 0; i < number; i++) {
        if (limit - at < ENTRY_SIZE || memcmp(at, "PK\1\2", 4) != 0 || (size_t)(limit - at) - ENTRY_SIZE < two(at + 28))
            die(2, NULL, "the directory of the archive is damaged");
        entries[i] = entry_at(at);
        entries[i].name = name_of(at + ENTRY_SIZE, two(at + 28));
        size_t length = ENTRY_SIZE + (size_t)two(at + 28) + two(at + 30) + two(at + 32);
        at = length < (size_t)(limit - at) ? at + length : limit;
        packed += entries[i].packed_size;
    }
    /* Entries that share their data are how small archives become large bombs. */
    if (packed > archive.length)
        die(2, NULL, "entries of the archive overlap");
    *count = number;
    return entries;
}

/* The data of an entry. The name before it has to be the one in the directory: what was looked at is what comes out. */
static Text data_of(Text archive, const ZipEntry *entry)
{
    const char *at = archive.at + entry->offset;
    if (entry->offset > archive.length || archive.length - entry->offset < LOCAL_SIZE || memcmp(at, "PK\3\4", 4) != 0)
        die(2, entry->name, "its data is not where the directory says");
    size_t name_length = two(at + 26), skip = LOCAL_SIZE + name_length + two(at + 28), left = archive.length - entry->offset;
    if (skip > left || entry->packed_size > left - skip)
        die(2, entry->name, "the archive ends within it");
    if (name_length != strlen(entry->name) || memcmp(at + LOCAL_SIZE, entry->name, name_length) != 0)
        die(2, entry->name, "has another name before its data");
    return (Text){at + skip, entry->packed_size};
}

Text entry_content(Text archive, const ZipEntry *entry, Bound *bound)
{
    Buffer plain = {0};
    size_t used = 0;
    if (entry->flags & ENCRYPTED)
        die(2, entry->name, "encrypted entries are not supported");
    Text data = data_of(archive, entry), content = data;
    if (entry->method == 8) {
        if (entry->size > bound->bytes)
            die(2, entry->name, "more than --max-bytes would come out of it");
        const char *why = inflate_text(data, RAW, *bound, &plain, &used);
        if (why)
            die(2, entry->name, why);
        content = (Text){plain.at, plain.length};
    } else if (entry->method != 0) {
        die(2, entry->name, "is compressed in another way than by deflate");
    }
    if (content.length > bound->bytes)
        die(2, entry->name, "more than --max-bytes would come out of it");
    bound->bytes -= content.length;
    if (content.length != entry->size || crc32(0, (const Bytef *)content.at, (uInt)content.length) != entry->crc)
        die(2, entry->name, "its content is damaged");
    return content;
}
