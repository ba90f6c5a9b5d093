/* walk.h: directories in a fixed order. */
#ifndef TEXT_WALK_H
#define TEXT_WALK_H

#include "base.h"

typedef struct {
    char *name;
    unsigned char type; /* DT_REG, DT_DIR, DT_LNK, ... */
} Entry;

/* The entries of a directory without . and .., sorted by the bytes of their names; NULL with errno if it cannot be read. */
Entry *list_directory(const char *path, size_t *count);
void free_entries(Entry *entries, size_t count);

/* Sets `path` to its first `length` bytes and a name, with a slash between where one is needed; returns it terminated. */
char *join(Buffer *path, size_t length, const char *name);

#endif
