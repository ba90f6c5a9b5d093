/* archive.h: zip archives as PKWARE's APPNOTE describes them, stored and deflated, without zip64 and encryption. */
#ifndef UNZIP_ARCHIVE_H
#define UNZIP_ARCHIVE_H

#include "../text/members.h"
#include "../text/packed.h"

typedef struct {
    char *name;
    uint32_t crc, packed_size, size, offset, mode;
    uint16_t method, flags, date, time;
} ZipEntry;

/* The entries of the central directory; ends the tool where it is damaged. */
ZipEntry *read_directory(Text archive, size_t *count);

/* The content of an entry, decompressed and checked; ends the tool where it is damaged or too large. `bound` is what is left for all. */
Text entry_content(Text archive, const ZipEntry *entry, Bound *bound);

#endif
