#include "patch.h"

typedef struct {
    Text *lines;
    size_t count;
} Lines;

static Lines split(Text content)
{
    Lines all = {grab(count_byte(content.at, content.length, '\n') + 1, sizeof(Text)), 0};
    const char *at = content.at, *end = at + content.length;
    while (at < end) {
        const char *stop = find_byte(at, end, '\n');
        Text line = {at, (size_t)(stop - at) + (stop < end)};
        all.lines[all.count++] = line;
        at += line.length;
    }
    return all;
}

static bool same(Text one, Text other)
{
    return one.length == other.length && memcmp(one.at, other.at, one.length) == 0;
}

/* The part of a hunk that is looked at: changes [first, last). */
typedef struct {
    const Hunk *hunk;
    size_t first, last;
} Part;

static bool fits(Part part, Lines lines, size_t at)
{
    for (size_t i = part.first; i < part.last; i++) {
        const Change *change = &part.hunk->changes[i];
        if (change->mark == '+')
            continue;
        if (at >= lines.count || !same(lines.lines[at], change->line))
            return false;
        at++;
    }
    return true;
}

/* The place nearest to `wanted` that fits, not before `floor`; SIZE_MAX if there is none. */
static size_t nearest(Part part, Lines lines, size_t wanted, size_t floor)
{
    for (size_t distance = 0;; distance++) {
        bool above = wanted >= floor + distance, below = wanted + distance <= lines.count;
        if (!above && !below)
            return SIZE_MAX;
        if (below && wanted + distance >= floor && fits(part, lines, wanted + distance))
            return wanted + distance;
        if (above && distance > 0 && fits(part, lines, wanted - distance))
            return wanted - distance;
    }
}

static size_t context_before(const Hunk *hunk)
{
    size_t count = 0;
    while (count < hunk->count && hunk->changes[count].mark == ' ')
        count++;
    return count;
}

static size_t context_after(const Hunk *hunk)
{
    size_t count = 0;
    while (count < hunk->count && hunk->changes[hunk->count - 1 - count].mark == ' ')
        count++;
    return count;
}

/* Leaves out `fuzz` lines of context, first of the longer end, as patch has always done. */
static Part trimmed(const Hunk *hunk, unsigned fuzz)
{
    size_t before = context_before(hunk), after = context_after(hunk), most = before > after ? before : after;
    size_t kept = most > fuzz ? most - fuzz : 0;
    return (Part){hunk, before > kept ? before - kept : 0, hunk->count - (after > kept ? after - kept : 0)};
}

static bool takes_nothing(const Hunk *hunk)
{
    for (size_t i = 0; i < hunk->count; i++)
        if (hunk->changes[i].mark != '+')
            return false;
    return true;
}

/* Finds a hunk with as little fuzz as it needs. */
static size_t place(const Hunk *hunk, Lines lines, size_t wanted, size_t floor, unsigned fuzz, Part *part)
{
    size_t context = context_before(hunk) > context_after(hunk) ? context_before(hunk) : context_after(hunk);
    for (unsigned level = 0; level <= fuzz && (level == 0 || level <= context); level++) {
        *part = trimmed(hunk, level);
        size_t at = nearest(*part, lines, wanted + part->first, floor);
        if (at != SIZE_MAX)
            return at;
    }
    return SIZE_MAX;
}

static void put_lines(Buffer *result, Lines lines, size_t from, size_t to)
{
    for (; from < to; from++)
        append(result, lines.lines[from].at, lines.lines[from].length);
}

bool apply(const FilePatch *patch, Text content, unsigned fuzz, Buffer *result, size_t *failed)
{
    Lines lines = split(content);
    size_t done = 0;
    intptr_t shift = 0; /* how far the last hunk was from where it was said to be */
    for (size_t i = 0; i < patch->count; i++) {
        const Hunk *hunk = &patch->hunks[i];
        size_t said = takes_nothing(hunk) ? hunk->from : hunk->from > 0 ? hunk->from - 1 : 0;
        intptr_t wanted = (intptr_t)said + shift;
        Part part;
        size_t at = place(hunk, lines, wanted < (intptr_t)done ? done : wanted > (intptr_t)lines.count ? lines.count : (size_t)wanted, done, fuzz, &part);
        if (at == SIZE_MAX) {
            *failed = i + 1;
            return false;
        }
        shift = (intptr_t)at - (intptr_t)(said + part.first);
        put_lines(result, lines, done, at);
        for (size_t k = part.first; k < part.last; k++) {
            const Change *change = &hunk->changes[k];
            if (change->mark != '-')
                append(result, change->line.at, change->line.length);
            at += change->mark != '+';
        }
        done = at;
    }
    put_lines(result, lines, done, lines.count);
    free(lines.lines);
    return true;
}
