/* The `uniq` guest: leaves out, counts or picks repeated lines that follow each other, with the options of coreutils. */
#include <ctype.h>
#include <getopt.h>

#include "../text/base.h"

static struct {
    bool count, repeated, unique, ignore_case;
    uint64_t skip_fields, skip_characters, compare;
} how = {.compare = UINT64_MAX};

/* The part of a line that is compared. */
static Text key_of(Text line)
{
    const char *at = line.at, *end = at + line.length;
    if (at < end && end[-1] == '\n')
        end--;
    for (uint64_t i = 0; i < how.skip_fields && at < end; i++) {
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        while (at < end && *at != ' ' && *at != '\t')
            at++;
    }
    at += how.skip_characters < (uint64_t)(end - at) ? (size_t)how.skip_characters : (size_t)(end - at);
    size_t length = (size_t)(end - at);
    return (Text){at, how.compare < length ? (size_t)how.compare : length};
}

static bool same(Text one, Text other)
{
    if (one.length != other.length)
        return false;
    if (!how.ignore_case)
        return memcmp(one.at, other.at, one.length) == 0;
    for (size_t i = 0; i < one.length; i++)
        if (tolower((unsigned char)one.at[i]) != tolower((unsigned char)other.at[i]))
            return false;
    return true;
}

static void print(Text line, uint64_t times)
{
    if (times > 1 ? how.unique : how.repeated)
        return;
    if (how.count) {
        put_number(times, 7);
        put_char(' ');
    }
    put(line.at, line.length);
    if (line.at[line.length - 1] != '\n')
        put_char('\n');
}

static void filter(Text content)
{
    const char *at = content.at, *end = at + content.length;
    Text first = {0}, key = {0};
    uint64_t times = 0;
    while (at < end) {
        const char *stop = find_byte(at, end, '\n');
        Text line = {at, (size_t)(stop - at) + (stop < end)};
        Text its_key = key_of(line);
        at += line.length;
        if (times > 0 && same(key, its_key)) {
            times++;
            continue;
        }
        if (times > 0)
            print(first, times);
        first = line;
        key = its_key;
        times = 1;
    }
    if (times > 0)
        print(first, times);
}

static uint64_t number(const char *text)
{
    uint64_t value;
    if (!parse_size(text, &value))
        die(1, text, "is not a number");
    return value;
}

static void parse(int argc, char **argv)
{
    static const struct option options[] = {{"count", 0, 0, 'c'},       {"repeated", 0, 0, 'd'},    {"unique", 0, 0, 'u'},
                                            {"ignore-case", 0, 0, 'i'}, {"skip-fields", 1, 0, 'f'}, {"skip-chars", 1, 0, 's'},
                                            {"check-chars", 1, 0, 'w'}, {"help", 0, 0, 'h'},        {0}};
    int option;
    while ((option = getopt_long(argc, argv, "cduif:s:w:h", options, NULL)) != -1)
        switch (option) {
        case 'c': how.count = true; break;
        case 'd': how.repeated = true; break;
        case 'u': how.unique = true; break;
        case 'i': how.ignore_case = true; break;
        case 'f': how.skip_fields = number(optarg); break;
        case 's': how.skip_characters = number(optarg); break;
        case 'w': how.compare = number(optarg); break;
        case 'h': help();
        default: exit(1);
        }
}

int main(int argc, char **argv)
{
    Text content;
    parse(argc, argv);
    if (argc - optind > 2)
        die(1, argv[optind + 2], "is one file too many");
    if (!slurp(optind < argc ? argv[optind] : "-", &content, 1))
        finish(1);
    if (argc - optind == 2 && !redirect(argv[optind + 1])) {
        complain_errno(1, argv[optind + 1]);
        finish(1);
    }
    filter(content);
    finish(1);
}
