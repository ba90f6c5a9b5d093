/* Recursion over bytes: a backtracking matcher looks for eight patterns in a text of 8 KiB, n times. */
#include "bench.h"

#define TEXT 8192

/* A pattern is a row of terms: a letter, "." for any but a line's end, "d" for a digit, "w" for a letter or digit, each quoted by "\";
   a class in brackets; and behind any of them "*", "+" or "?", which take as much as they can and give back. */
static const char *const patterns[] = {
    "error", "\\w+@\\w+\\.com", "[0-9]+\\.[0-9]+", "id=\\d\\d\\d\\d", "GET /.*html", "[aeiou][aeiou][aeiou]", "a.*b.*c.*d", "\\d?\\d:\\d\\d",
};

#define PATTERNS (sizeof patterns / sizeof *patterns)

static char text[TEXT + 1];

static const char *const words[] = {
    "error",  "warning", "queue", "GET /index.html", "POST /form", "id=", "user@example.com", "at 12:30", "took 3.25 s", "beautiful", "abacd",
    "retry ", "\n",      "seven", "99",              "x",
};

static void write_text(void)
{
    uint32_t seed = 1;
    char *to = text, *end = text + TEXT;
    while (to < end) {
        for (const char *from = words[next(&seed) >> 28]; *from && to < end; from++)
            *to++ = *from;
        if (to < end)
            *to++ = next(&seed) >> 31 ? ' ' : (char)('0' + (next(&seed) >> 24) % 10);
    }
    *to = 0;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int in_class(const char *members, char c)
{
    for (; *members != ']'; members++) {
        if (members[1] == '-') {
            if (c >= members[0] && c <= members[2])
                return 1;
            members += 2;
        } else if (c == *members) {
            return 1;
        }
    }
    return 0;
}

/* Where the term ends that starts at term. */
static const char *after(const char *term)
{
    if (*term == '\\')
        return term + 2;
    if (*term == '[')
        while (*term != ']')
            term++;
    return term + 1;
}

static int matches_one(const char *term, char c)
{
    if (!c)
        return 0;
    switch (*term) {
    case '.': return c != '\n';
    case '[': return in_class(term + 1, c);
    case '\\': return term[1] == 'd' ? is_digit(c) : term[1] == 'w' ? is_word(c) : term[1] == c;
    default: return *term == c;
    }
}

static const char *match(const char *pattern, const char *at);

/* As many as can be had, up to most and at least least, then fewer and fewer until the rest matches. */
static const char *match_many(const char *term, const char *rest, const char *at, int least, int most)
{
    int count = 0;
    while (count < most && matches_one(term, at[count]))
        count++;
    for (; count >= least; count--) {
        const char *end = match(rest, at + count);
        if (end)
            return end;
    }
    return 0;
}

/* The end of a match that starts here, or null. */
static const char *match(const char *pattern, const char *at)
{
    while (*pattern) {
        const char *rest = after(pattern);
        switch (*rest) {
        case '*': return match_many(pattern, rest + 1, at, 0, TEXT);
        case '+': return match_many(pattern, rest + 1, at, 1, TEXT);
        case '?': return match_many(pattern, rest + 1, at, 0, 1);
        }
        if (!matches_one(pattern, *at))
            return 0;
        pattern = rest;
        at++;
    }
    return at;
}

static uint32_t scan(const char *pattern)
{
    uint32_t sum = 0;
    for (const char *at = text; *at;) {
        const char *end = match(pattern, at);
        if (end)
            sum = mix(mix(sum, (uint32_t)(at - text)), (uint32_t)(end - at));
        at = end && end > at ? end : at + 1;
    }
    return sum;
}

EXPORT uint32_t run(uint32_t n)
{
    uint32_t sum = 0;
    write_text();
    while (n--)
        for (uint32_t i = 0; i < PATTERNS; i++)
            sum = mix(sum, scan(patterns[i]));
    return sum;
}
