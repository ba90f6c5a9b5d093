/* patch.h: patches in the unified format, read and applied. */
#ifndef PATCH_H
#define PATCH_H

#include "../text/base.h"

typedef struct {
    char mark; /* ' ', '-' or '+' */
    Text line; /* with its end, if it has one */
} Change;

typedef struct {
    size_t from;     /* line of the old file, from one; of the line before where nothing is taken away */
    size_t new_from; /* likewise of the new */
    Change *changes;
    size_t count;
} Hunk;

typedef struct {
    char *old_name, *new_name; /* NULL for /dev/null */
    Hunk *hunks;
    size_t count;
    bool renames;
} FilePatch;

/* The files that a patch is for; ends the tool where it is malformed. */
FilePatch *parse_patch(Text patch, size_t *count);
void reverse(FilePatch *patch);

/*
 * Applies hunks to a text, each at its line or the nearest place that fits, with up to `fuzz` lines of context left out at its ends.
 * False if one does not fit, whose number is then in `failed`, from one.
 */
bool apply(const FilePatch *patch, Text content, unsigned fuzz, Buffer *result, size_t *failed);

#endif
