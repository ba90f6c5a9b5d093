/* The `cut` guest: chosen bytes, characters or fields of each line, with the options of coreutils; characters are those of UTF-8. */
#include <getopt.h>

#include "../text/base.h"

typedef struct {
    uint64_t from, to; /* both inclusive, from one */
} Range;

static Range *ranges;
static size_t range_count;

static struct {
    char unit; /* 'b', 'c' or 'f' */
    char delimiter;
    bool complement, only_delimited;
    const char *joint; /* between what is put, or NULL */
} how = {.delimiter = '\t'};

static uint64_t position(const char **at, uint64_t otherwise)
{
    uint64_t value = 0;
    const char *start = *at;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        if (__builtin_mul_overflow(value, 10u, &value) || __builtin_add_overflow(value, (uint64_t)(**at - '0'), &value))
            die(1, start, "is too large a number");
    return *at == start ? otherwise : value;
}

static int by_start(const void *one, const void *other)
{
    const Range *a = one, *b = other;
    return a->from < b->from ? -1 : a->from > b->from;
}

/* Sorts the ranges and joins those that overlap; neighbours stay apart, as output delimiters show. */
static void tidy(void)
{
    size_t kept = 0;
    qsort(ranges, range_count, sizeof *ranges, by_start);
    for (size_t i = 1; i < range_count; i++) {
        if (ranges[i].from > ranges[kept].to)
            ranges[++kept] = ranges[i];
        else if (ranges[i].to > ranges[kept].to)
            ranges[kept].to = ranges[i].to;
    }
    range_count = kept + 1;
}

static void parse_list(const char *list)
{
    const char *at = list;
    for (;;) {
        Range range;
        const char *start = at;
        range.from = position(&at, 1);
        range.to = range.from;
        if (*at == '-') {
            at++;
            range.to = position(&at, UINT64_MAX);
        }
        if ((*at && *at != ',') || at == start || (at == start + 1 && *start == '-') || range.from == 0 || range.to < range.from)
            die(1, list, "is not a list of positions such as 1,3-5,8-");
        ranges = regrab(ranges, range_count + 1, sizeof *ranges);
        ranges[range_count++] = range;
        if (!*at++)
            break;
    }
    tidy();
}

/* Turns the ranges into what they leave out. */
static void invert(void)
{
    Range *others = grab(range_count + 1, sizeof *others);
    size_t count = 0;
    uint64_t next = 1;
    for (size_t i = 0; i < range_count; i++) {
        if (ranges[i].from > next)
            others[count++] = (Range){next, ranges[i].from - 1};
        next = ranges[i].to == UINT64_MAX ? 0 : ranges[i].to + 1;
    }
    if (next > 0)
        others[count++] = (Range){next, UINT64_MAX};
    ranges = others;
    range_count = count;
}

/* Where the next unit after `at` begins; for fields, behind their delimiter. */
static const char *next_unit(const char *at, const char *end)
{
    if (how.unit == 'f') {
        const char *stop = find_byte(at, end, how.delimiter);
        return stop < end ? stop + 1 : end;
    }
    at++;
    if (how.unit == 'c')
        while (at < end && ((unsigned char)*at & 0xC0) == 0x80)
            at++;
    return at;
}

static const char *skip(const char *at, const char *end, uint64_t units)
{
    if (how.unit == 'b')
        return units < (uint64_t)(end - at) ? at + units : end;
    for (; units > 0 && at < end; units--)
        at = next_unit(at, end);
    return at;
}

static void cut_units(const char *at, const char *end)
{
    uint64_t before = 0;
    bool first = true;
    for (size_t i = 0; i < range_count; i++) {
        at = skip(at, end, ranges[i].from - 1 - before);
        if (at == end)
            return;
        const char *stop = ranges[i].to == UINT64_MAX ? end : skip(at, end, ranges[i].to - ranges[i].from + 1);
        if (!first && how.joint)
            put_text(how.joint);
        put(at, (size_t)(stop - at));
        first = false;
        before = ranges[i].to;
        at = stop;
    }
}

/* Fields are put one by one, since an empty one counts too. */
static void cut_fields(const char *at, const char *end)
{
    size_t range = 0;
    bool first = true;
    for (uint64_t field = 1; range < range_count; field++) {
        const char *stop = find_byte(at, end, how.delimiter);
        if (field >= ranges[range].from) {
            if (!first && how.joint)
                put_text(how.joint);
            else if (!first)
                put_char(how.delimiter);
            put(at, (size_t)(stop - at));
            first = false;
        }
        if (stop == end)
            return;
        if (field == ranges[range].to)
            range++;
        at = stop + 1;
    }
}

static void cut_line(const char *at, const char *end)
{
    if (how.unit != 'f')
        cut_units(at, end);
    else if (find_byte(at, end, how.delimiter) < end)
        cut_fields(at, end);
    else if (how.only_delimited)
        return;
    else
        put(at, (size_t)(end - at));
    put_char('\n');
}

static void cut(const char *name)
{
    static Reader reader;
    Text line;
    if (!reader_open(&reader, name)) {
        complain_errno(1, name);
        return;
    }
    while (read_line(&reader, '\n', &line)) {
        const char *end = line.at + line.length;
        cut_line(line.at, end[-1] == '\n' ? end - 1 : end);
    }
    if (reader.failed)
        complain_errno(1, name);
    reader_close(&reader);
}

static void set_unit(int unit)
{
    if (how.unit)
        die(1, NULL, "only one of -b, -c and -f can be given");
    how.unit = (char)unit;
    parse_list(optarg);
}

static void parse(int argc, char **argv)
{
    enum { COMPLEMENT = 256, JOINT };
    static const struct option options[] = {{"bytes", 1, 0, 'b'},          {"characters", 1, 0, 'c'},     {"fields", 1, 0, 'f'},
                                            {"delimiter", 1, 0, 'd'},      {"only-delimited", 0, 0, 's'}, {"complement", 0, 0, COMPLEMENT},
                                            {"output-delimiter", 1, 0, JOINT}, {"help", 0, 0, 'h'},       {0}};
    int option;
    while ((option = getopt_long(argc, argv, "b:c:f:d:snh", options, NULL)) != -1)
        switch (option) {
        case 'b':
        case 'c':
        case 'f': set_unit(option); break;
        case 'd':
            if (strlen(optarg) > 1)
                die(1, optarg, "the delimiter is a single byte");
            how.delimiter = *optarg;
            break;
        case 's': how.only_delimited = true; break;
        case 'n': break; /* characters are never split */
        case COMPLEMENT: how.complement = true; break;
        case JOINT: how.joint = optarg; break;
        case 'h': help();
        default: exit(1);
        }
    if (!how.unit)
        die(1, NULL, "one of -b, -c and -f is needed");
    if (how.complement)
        invert();
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    if (optind == argc)
        cut("-");
    for (int i = optind; i < argc; i++)
        cut(argv[i]);
    finish(1);
}
