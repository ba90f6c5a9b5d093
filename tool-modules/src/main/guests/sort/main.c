/*
 * The `sort` guest: sorts lines with the options of coreutils, by bytes as in the C locale.
 *
 * All lines are in memory; a stable merge sort moves small entries that carry a prefix of the first key as a number.
 */
#include <getopt.h>

#include "keys.h"

enum { RUN = 8 };

static Key *keys;
static size_t key_count;
static Key global = {.end_field = UINT32_MAX};

static struct {
    bool unique, stable, check, silent_check, merge;
    char end;
    const char *output;
} how = {.end = '\n'};

static int compare_full(const Line *one, const Line *other)
{
    for (size_t i = 0; i < key_count; i++) {
        int order = compare_keys(&keys[i], one, other);
        if (order)
            return order;
    }
    if (how.unique || how.stable)
        return 0;
    size_t shorter = one->length < other->length ? one->length : other->length;
    int order = shorter ? memcmp(one->at, other->at, shorter) : 0;
    if (order == 0)
        order = one->length < other->length ? -1 : one->length > other->length;
    return global.reverse ? -order : order;
}

static inline int compare(const Line *one, const Line *other)
{
    if (one->prefix != other->prefix)
        return one->prefix < other->prefix ? -1 : 1;
    return compare_full(one, other);
}

static void sort_run(Line *lines, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        Line moved = lines[i];
        size_t k = i;
        for (; k > 0 && compare(&lines[k - 1], &moved) > 0; k--)
            lines[k] = lines[k - 1];
        lines[k] = moved;
    }
}

static void merge(const Line *left, const Line *middle, const Line *right, Line *into)
{
    const Line *second = middle;
    while (left < middle && second < right)
        *into++ = compare(left, second) <= 0 ? *left++ : *second++;
    memcpy(into, left, (size_t)(middle - left) * sizeof *left);
    into += middle - left;
    memcpy(into, second, (size_t)(right - second) * sizeof *second);
}

static Line *sort_lines(Line *lines, size_t count)
{
    Line *other = grab(count, sizeof *other);
    for (size_t i = 0; i < count; i += RUN)
        sort_run(lines + i, count - i < RUN ? count - i : RUN);
    for (size_t width = RUN; width < count; width *= 2) {
        for (size_t i = 0; i < count; i += 2 * width) {
            size_t middle = i + width < count ? i + width : count;
            size_t end = middle + width < count ? middle + width : count;
            merge(lines + i, lines + middle, lines + end, other + i);
        }
        Line *swap = lines;
        lines = other;
        other = swap;
    }
    return lines;
}

/* Joins the files; a file whose last line has no end gets one. */
static Text read_all(char **names, int number)
{
    Text one;
    Buffer all = {0};
    for (int i = 0; i < number; i++) {
        if (!slurp(names[i], &one, 2))
            finish(2);
        if (number == 1)
            return one;
        append(&all, one.at, one.length);
        if (one.length > 0 && one.at[one.length - 1] != how.end)
            append(&all, &how.end, 1);
        free((char *)one.at);
    }
    return (Text){all.at, all.length};
}

static Line *split(Text content, size_t *count)
{
    const char *at = content.at, *end = at + content.length;
    size_t number = count_byte(at, content.length, how.end) + 1;
    Line *lines = grab(number, sizeof *lines);
    for (*count = 0; at < end; (*count)++) {
        const char *stop = find_byte(at, end, how.end);
        Line *line = &lines[*count];
        *line = (Line){.at = at, .length = (uint32_t)(stop - at)};
        line->prefix = prefix_of(keys, line);
        at = stop + 1;
    }
    return lines;
}

static void print(const Line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (how.unique && i > 0 && compare(&lines[i - 1], &lines[i]) == 0)
            continue;
        put(lines[i].at, lines[i].length);
        put_char(how.end);
    }
}

static void check(const Line *lines, size_t count, const char *name)
{
    for (size_t i = 1; i < count; i++) {
        int order = compare(&lines[i - 1], &lines[i]);
        if (order < 0 || (order == 0 && !how.unique))
            continue;
        if (!how.silent_check) {
            char where[40];
            snprintf(where, sizeof where, "disorder at line %zu", i + 1);
            complain(1, name, where);
        }
        status = 1;
        return;
    }
}

static void set_separator(const char *text)
{
    if (strcmp(text, "\\0") == 0)
        field_separator = 0;
    else if (strcmp(text, "\\t") == 0)
        field_separator = '\t';
    else if (strlen(text) != 1)
        die(2, text, "the field separator is a single byte");
    else
        field_separator = (unsigned char)*text;
}

static void add_key(const char *text)
{
    keys = regrab(keys, key_count + 1, sizeof *keys);
    keys[key_count++] = parse_key(text);
}

static void take(int option)
{
    switch (option) {
    case 'u': how.unique = true; break;
    case 's': how.stable = true; break;
    case 'c': how.check = true; break;
    case 'C': how.check = how.silent_check = true; break;
    case 'm': break; /* sorting what is sorted already merges it */
    case 'z': how.end = 0; break;
    case 'o': how.output = optarg; break;
    case 't': set_separator(optarg); break;
    case 'k': add_key(optarg); break;
    case 'H': help();
    default:
        if (!set_order(&global, (char)option, 'b'))
            exit(2);
    }
}

/* Keys without letters of their own are compared as the options say that stand alone. */
static void complete_keys(void)
{
    for (size_t i = 0; i < key_count; i++) {
        if (!is_plain(&keys[i]))
            continue;
        Key place = keys[i];
        keys[i] = global;
        keys[i].start_field = place.start_field;
        keys[i].start_character = place.start_character;
        keys[i].end_field = place.end_field;
        keys[i].end_character = place.end_character;
    }
    if (key_count == 0) {
        keys = &global;
        key_count = 1;
    }
}

static void parse(int argc, char **argv)
{
    static const struct option options[] = {{"numeric-sort", 0, 0, 'n'},
                                            {"general-numeric-sort", 0, 0, 'g'},
                                            {"human-numeric-sort", 0, 0, 'h'},
                                            {"month-sort", 0, 0, 'M'},
                                            {"version-sort", 0, 0, 'V'},
                                            {"ignore-case", 0, 0, 'f'},
                                            {"dictionary-order", 0, 0, 'd'},
                                            {"reverse", 0, 0, 'r'},
                                            {"ignore-leading-blanks", 0, 0, 'b'},
                                            {"unique", 0, 0, 'u'},
                                            {"stable", 0, 0, 's'},
                                            {"check", 0, 0, 'c'},
                                            {"merge", 0, 0, 'm'},
                                            {"zero-terminated", 0, 0, 'z'},
                                            {"output", 1, 0, 'o'},
                                            {"field-separator", 1, 0, 't'},
                                            {"key", 1, 0, 'k'},
                                            {"help", 0, 0, 'H'},
                                            {0}};
    int option;
    while ((option = getopt_long(argc, argv, "nghMVfdrbuscCmzo:t:k:", options, NULL)) != -1)
        take(option);
    complete_keys();
}

int main(int argc, char **argv)
{
    static char *from_stdin[] = {"-"};
    size_t count;
    parse(argc, argv);
    char **names = optind < argc ? argv + optind : from_stdin;
    Text content = read_all(names, optind < argc ? argc - optind : 1);
    Line *lines = split(content, &count);
    if (how.check) {
        check(lines, count, *names);
        finish(2);
    }
    lines = sort_lines(lines, count);
    if (how.output && !redirect(how.output)) {
        complain_errno(2, how.output);
        finish(2);
    }
    print(lines, count);
    finish(2);
}
