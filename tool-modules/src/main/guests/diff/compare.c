/*
 * The algorithm of Myers ("An O(ND) difference algorithm and its variations", 1986) in linear space: the middle of a shortest edit is
 * searched from both ends, then each half alone. Where texts differ so much that this takes too long, the best middle so far is taken: the
 * result is still right, only not the shortest.
 */
#include "compare.h"

#include <ctype.h>

static Side *left, *right;
static int *forward, *backward; /* by diagonal, how far in `left` a path has come from either end */
enum { PATIENCE = 1024 };

typedef struct {
    Sameness sameness;
    int *slots, *next, *first; /* chains of line ids by hash */
    Text *samples;
    int count, mask;
} Table;

static bool is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The next byte of a line that counts, or -1; with -b a run of blanks is one. */
static int next_byte(const Table *table, const char **at, const char *end)
{
    const Sameness *how = &table->sameness;
    if ((how->ignore_space || how->ignore_change) && *at < end && is_space(**at)) {
        while (*at < end && is_space(**at))
            (*at)++;
        if (how->ignore_change && !how->ignore_space && *at < end)
            return ' ';
    }
    if (*at == end)
        return -1;
    unsigned char byte = (unsigned char)*(*at)++;
    return how->ignore_case ? tolower(byte) : byte;
}

static bool is_exact(const Table *table)
{
    return !table->sameness.ignore_case && !table->sameness.ignore_space && !table->sameness.ignore_change;
}

static uint32_t hash_of(const Table *table, Text line)
{
    uint32_t hash = 2166136261u;
    const char *at = line.at, *end = at + line.length;
    int byte;
    if (is_exact(table))
        for (; at < end; at++)
            hash = (hash ^ (unsigned char)*at) * 16777619u;
    else
        while ((byte = next_byte(table, &at, end)) >= 0)
            hash = (hash ^ (uint32_t)byte) * 16777619u;
    return hash ^ hash >> 16;
}

static bool same_lines(const Table *table, Text one, Text other)
{
    if (is_exact(table))
        return one.length == other.length && memcmp(one.at, other.at, one.length) == 0;
    const char *a = one.at, *b = other.at, *a_end = a + one.length, *b_end = b + other.length;
    for (;;) {
        int x = next_byte(table, &a, a_end), y = next_byte(table, &b, b_end);
        if (x != y)
            return false;
        if (x < 0)
            return true;
    }
}

static int id_of(Table *table, Text line)
{
    int *slot = &table->slots[hash_of(table, line) & (uint32_t)table->mask];
    for (int id = *slot; id >= 0; id = table->next[id])
        if (same_lines(table, table->samples[id], line))
            return id;
    table->samples[table->count] = line;
    table->next[table->count] = *slot;
    *slot = table->count;
    return table->count++;
}

static void split(Text text, Side *side)
{
    size_t most = count_byte(text.at, text.length, '\n') + 1;
    const char *at = text.at, *end = at + text.length;
    side->lines = grab(most, sizeof *side->lines);
    side->count = 0;
    while (at < end) {
        const char *stop = find_byte(at, end, '\n');
        Text line = {at, (size_t)(stop - at) + (stop < end)};
        side->lines[side->count++] = line;
        at += line.length;
    }
    side->ids = grab((size_t)side->count, sizeof *side->ids);
    side->changed = grab((size_t)side->count, sizeof *side->changed);
    memset(side->changed, 0, (size_t)side->count * sizeof *side->changed);
}

static void number(Side sides[2], Sameness sameness)
{
    Table table = {.sameness = sameness};
    size_t total = (size_t)sides[0].count + (size_t)sides[1].count, size = 16;
    while (size < total)
        size *= 2;
    table.mask = (int)size - 1;
    table.slots = grab(size, sizeof *table.slots);
    memset(table.slots, -1, size * sizeof *table.slots);
    table.next = grab(total, sizeof *table.next);
    table.samples = grab(total, sizeof *table.samples);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < sides[k].count; i++)
            sides[k].ids[i] = id_of(&table, sides[k].lines[i]);
    free(table.slots);
    free(table.next);
    free(table.samples);
}

/* A rectangle: lines [from, to) of both sides, and a place in it. */
typedef struct {
    int x, y;
} Place;

typedef struct {
    Place from, to;
} Area;

/* Diagonals x - y that both searches have reached. */
typedef struct {
    int f_min, f_max, b_min, b_max;
} Reach;

static bool step_forward(Area area, Reach *reach, bool odd, Place *middle)
{
    int lowest = area.from.x - area.to.y, highest = area.to.x - area.from.y;
    if (reach->f_min > lowest)
        forward[--reach->f_min - 1] = -1;
    else
        ++reach->f_min;
    if (reach->f_max < highest)
        forward[++reach->f_max + 1] = -1;
    else
        --reach->f_max;
    for (int d = reach->f_max; d >= reach->f_min; d -= 2) {
        int low = forward[d - 1], high = forward[d + 1], x = low < high ? high : low + 1, y = x - d;
        while (x < area.to.x && y < area.to.y && left->ids[x] == right->ids[y])
            x++, y++;
        forward[d] = x;
        if (odd && reach->b_min <= d && d <= reach->b_max && backward[d] <= x) {
            *middle = (Place){x, y};
            return true;
        }
    }
    return false;
}

static bool step_backward(Area area, Reach *reach, bool odd, Place *middle)
{
    int lowest = area.from.x - area.to.y, highest = area.to.x - area.from.y;
    if (reach->b_min > lowest)
        backward[--reach->b_min - 1] = INT32_MAX;
    else
        ++reach->b_min;
    if (reach->b_max < highest)
        backward[++reach->b_max + 1] = INT32_MAX;
    else
        --reach->b_max;
    for (int d = reach->b_max; d >= reach->b_min; d -= 2) {
        int low = backward[d - 1], high = backward[d + 1], x = low < high ? low : high - 1, y = x - d;
        while (area.from.x < x && area.from.y < y && left->ids[x - 1] == right->ids[y - 1])
            x--, y--;
        backward[d] = x;
        if (!odd && reach->f_min <= d && d <= reach->f_max && x <= forward[d]) {
            *middle = (Place){x, y};
            return true;
        }
    }
    return false;
}

/* The place furthest from its end that either search has come to. */
static Place best_so_far(Area area, const Reach *reach)
{
    Place ahead = area.from, behind = area.to;
    for (int d = reach->f_max; d >= reach->f_min; d -= 2) {
        int x = forward[d] < area.to.x ? forward[d] : area.to.x, y = x - d;
        if (y > area.to.y)
            x = area.to.y + d, y = area.to.y;
        if (x + y > ahead.x + ahead.y)
            ahead = (Place){x, y};
    }
    for (int d = reach->b_max; d >= reach->b_min; d -= 2) {
        int x = backward[d] > area.from.x ? backward[d] : area.from.x, y = x - d;
        if (y < area.from.y)
            x = area.from.y + d, y = area.from.y;
        if (x + y < behind.x + behind.y)
            behind = (Place){x, y};
    }
    int gone = ahead.x + ahead.y - area.from.x - area.from.y, come = area.to.x + area.to.y - behind.x - behind.y;
    return gone >= come ? ahead : behind;
}

static Place middle_of(Area area)
{
    int f = area.from.x - area.from.y, b = area.to.x - area.to.y;
    bool odd = (f - b) & 1;
    Reach reach = {f, f, b, b};
    Place middle;
    forward[f] = area.from.x;
    backward[b] = area.to.x;
    for (int cost = 1;; cost++) {
        if (step_forward(area, &reach, odd, &middle) || step_backward(area, &reach, odd, &middle))
            return middle;
        if (cost >= PATIENCE)
            return best_so_far(area, &reach);
    }
}

static void mark(Area area)
{
    for (;;) {
        while (area.from.x < area.to.x && area.from.y < area.to.y && left->ids[area.from.x] == right->ids[area.from.y])
            area.from.x++, area.from.y++;
        while (area.from.x < area.to.x && area.from.y < area.to.y && left->ids[area.to.x - 1] == right->ids[area.to.y - 1])
            area.to.x--, area.to.y--;
        if (area.from.x == area.to.x || area.from.y == area.to.y)
            break;
        Place middle = middle_of(area);
        mark((Area){area.from, middle});
        area.from = middle;
    }
    for (int x = area.from.x; x < area.to.x; x++)
        left->changed[x] = true;
    for (int y = area.from.y; y < area.to.y; y++)
        right->changed[y] = true;
}

void compare(Text one, Text other, Sameness sameness, Side sides[2])
{
    split(one, &sides[0]);
    split(other, &sides[1]);
    number(sides, sameness);
    left = &sides[0];
    right = &sides[1];
    size_t diagonals = (size_t)left->count + (size_t)right->count + 3;
    int *both = grab(2 * diagonals, sizeof *both);
    forward = both + right->count + 1;
    backward = both + diagonals + right->count + 1;
    mark((Area){{0, 0}, {left->count, right->count}});
    free(both);
}
