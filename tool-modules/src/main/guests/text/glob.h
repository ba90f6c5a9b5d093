/* glob.h: file name patterns, in time bounded by pattern times path. */
#ifndef TEXT_GLOB_H
#define TEXT_GLOB_H

#include "base.h"

enum {
    GLOB_CROSS = 1,       /* * and ? match a slash too, as in find */
    GLOB_IGNORE_CASE = 2, /* ASCII letters */
};

/* * ? [a-z] [!a-z] \x, and without GLOB_CROSS a whole component **, which stands for any number of directories. */
bool glob_match(const char *pattern, const char *path, int flags);

/* Expands {a,b} into plain patterns; more than `MAX_BRACES` are not made. */
enum { MAX_BRACES = 1000 };
char **glob_braces(const char *pattern, size_t *count);

#endif
