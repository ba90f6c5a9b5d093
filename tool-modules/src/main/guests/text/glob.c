#include "glob.h"

#include <ctype.h>

static int folded(unsigned char byte, int flags)
{
    return flags & GLOB_IGNORE_CASE ? tolower(byte) : byte;
}

/* Over one character of UTF-8, so that ? and [] take it whole. */
static const char *next_character(const char *path)
{
    path++;
    while (((unsigned char)*path & 0xC0) == 0x80)
        path++;
    return path;
}

/* Matches a class at `pattern`, which is behind its [; NULL where it has no end. */
static const char *class_match(const char *pattern, unsigned char byte, int flags, bool *matched)
{
    bool negated = *pattern == '!' || *pattern == '^', found = false, first = true;
    int wanted = folded(byte, flags);
    for (pattern += negated; *pattern && (first || *pattern != ']'); first = false) {
        if (*pattern == '\\' && pattern[1])
            pattern++;
        int from = folded((unsigned char)*pattern++, flags), to = from;
        if (pattern[0] == '-' && pattern[1] && pattern[1] != ']') {
            pattern += pattern[1] == '\\' && pattern[2] ? 2 : 1;
            to = folded((unsigned char)*pattern++, flags);
        }
        found |= wanted >= from && wanted <= to;
    }
    if (!*pattern)
        return NULL;
    *matched = found != negated;
    return pattern + 1;
}

/* Matches one pattern character that is no star; NULL if it does not match. */
static const char *one_match(const char *pattern, const char **path, int flags)
{
    bool matched;
    bool slash = **path == '/' && !(flags & GLOB_CROSS);
    if (!**path)
        return NULL;
    if (*pattern == '?' && !slash) {
        *path = next_character(*path);
        return pattern + 1;
    }
    if (*pattern == '[') {
        const char *rest = class_match(pattern + 1, (unsigned char)**path, flags, &matched);
        if (rest && (!matched || slash))
            return NULL;
        if (rest) {
            *path = next_character(*path);
            return rest;
        }
    }
    if (*pattern == '\\' && pattern[1])
        pattern++;
    if (folded((unsigned char)*pattern, flags) != folded((unsigned char)**path, flags))
        return NULL;
    (*path)++;
    return pattern + 1;
}

/*
 * A later star takes all that an earlier one could, so only the last is tried again; one within a component gives way to the last ** before
 * it. Either is moved forward only, which bounds the time.
 */
bool glob_match(const char *pattern, const char *path, int flags)
{
    const char *star = NULL, *star_path = NULL, *deep = NULL, *deep_path = NULL;
    bool boundary = true; /* a component begins here in the pattern */
    for (;;) {
        if (*pattern == 0 && *path == 0)
            return true;
        if (!(flags & GLOB_CROSS) && boundary && pattern[0] == '*' && pattern[1] == '*' && (pattern[2] == '/' || pattern[2] == 0)) {
            if (pattern[2] == 0)
                return true;
            pattern += 3;
            deep = pattern;
            deep_path = path;
            star = NULL;
            continue;
        }
        if (*pattern == '*') {
            while (*pattern == '*')
                pattern++;
            star = pattern;
            star_path = path;
            boundary = false;
            continue;
        }
        const char *rest = *pattern ? one_match(pattern, &path, flags) : NULL;
        if (rest) {
            boundary = *pattern == '/';
            pattern = rest;
            continue;
        }
        if (star && *star_path && (*star_path != '/' || flags & GLOB_CROSS)) {
            path = ++star_path;
            pattern = star;
            boundary = false;
            continue;
        }
        const char *slash = deep ? strchr(deep_path, '/') : NULL;
        if (!slash)
            return false;
        path = deep_path = slash + 1;
        pattern = deep;
        star = NULL;
        boundary = true;
    }
}

/* The matching } of the { at `open`, or NULL. */
static const char *closing(const char *open)
{
    int depth = 0;
    for (const char *at = open; *at; at++) {
        if (*at == '\\' && at[1])
            at++;
        else if (*at == '{')
            depth++;
        else if (*at == '}' && --depth == 0)
            return at;
    }
    return NULL;
}

static void expand(const char *pattern, char ***into, size_t *count)
{
    const char *open = pattern;
    while (*open && *open != '{')
        open += *open == '\\' && open[1] ? 2 : 1;
    const char *close = *open ? closing(open) : NULL;
    if (!close || *count >= MAX_BRACES) {
        *into = regrab(*into, *count + 1, sizeof **into);
        (*into)[(*count)++] = strdup(pattern);
        return;
    }
    int depth = 0;
    const char *start = open + 1;
    for (const char *at = start; at <= close; at++) {
        if (*at == '\\' && at < close) {
            at++;
            continue;
        }
        depth += *at == '{';
        if (depth > 0 || (*at != ',' && at != close)) {
            depth -= *at == '}';
            continue;
        }
        Buffer one = {0};
        append(&one, pattern, (size_t)(open - pattern));
        append(&one, start, (size_t)(at - start));
        append_text(&one, close + 1);
        expand(terminated(&one), into, count);
        free(one.at);
        start = at + 1;
    }
}

char **glob_braces(const char *pattern, size_t *count)
{
    char **patterns = NULL;
    *count = 0;
    expand(pattern, &patterns, count);
    return patterns;
}
