/* The `wc` guest: counts lines, words, characters and bytes, with the options and the columns of coreutils. */
#include <getopt.h>
#include <sys/stat.h>

#include "../text/base.h"

enum { LINES, WORDS, CHARACTERS, BYTES, LONGEST, COUNTS };

typedef struct {
    uint64_t of[COUNTS];
} Counts;

static bool wanted[COUNTS];
static bool is_space[256];

static void count_words(Text block, Counts *counts, bool *inside)
{
    const unsigned char *at = (const unsigned char *)block.at, *end = at + block.length;
    uint64_t words = 0;
    bool was_space = !*inside;
    for (; at < end; at++) {
        bool space = is_space[*at];
        words += was_space & !space;
        was_space = space;
    }
    *inside = !was_space;
    counts->of[WORDS] += words;
}

/* Characters are counted by their first byte in UTF-8. A tab goes to the next multiple of eight, as in coreutils. */
static void count_characters(Text block, Counts *counts, uint64_t *column)
{
    for (size_t i = 0; i < block.length; i++) {
        unsigned char byte = (unsigned char)block.at[i];
        bool first = (byte & 0xC0) != 0x80;
        counts->of[CHARACTERS] += first;
        if (byte == '\n' || byte == '\r' || byte == '\f')
            *column = 0;
        else if (byte == '\t')
            *column += 8 - *column % 8;
        else
            *column += first && byte >= 0x20 && byte != 0x7F;
        if (*column > counts->of[LONGEST])
            counts->of[LONGEST] = *column;
    }
}

static bool count(const char *name, Counts *counts)
{
    static Reader reader;
    Text block;
    bool inside = false;
    uint64_t column = 0;
    if (!reader_open(&reader, name)) {
        complain_errno(1, name);
        return false;
    }
    while (read_block(&reader, &block)) {
        counts->of[BYTES] += block.length;
        if (wanted[LINES])
            counts->of[LINES] += count_byte(block.at, block.length, '\n');
        if (wanted[WORDS])
            count_words(block, counts, &inside);
        if (wanted[CHARACTERS] || wanted[LONGEST])
            count_characters(block, counts, &column);
    }
    if (reader.failed)
        complain_errno(1, name);
    reader_close(&reader);
    return true;
}

static void print(const Counts *counts, const char *name, int width)
{
    bool first = true;
    for (int i = 0; i < COUNTS; i++) {
        if (!wanted[i])
            continue;
        if (!first)
            put_char(' ');
        put_number(counts->of[i], width);
        first = false;
    }
    if (name) {
        put_char(' ');
        put_name(name);
    }
    put_char('\n');
}

/* Columns are as wide as the sum of the sizes needs; with standard input among them, whose size nobody knows, at least seven. */
static int width_for(char **names, int number)
{
    uint64_t sum = 0;
    int width = 1, columns = 0;
    struct stat about;
    for (int i = 0; i < COUNTS; i++)
        columns += wanted[i];
    if (number == 1 && columns == 1)
        return 1;
    for (int i = 0; i < number; i++) {
        if (strcmp(names[i], "-") == 0)
            width = 7;
        else if (stat(names[i], &about) != 0)
            continue;
        else if (S_ISREG(about.st_mode))
            sum += (uint64_t)about.st_size;
        else
            width = 7;
    }
    int digits = 1;
    for (; sum >= 10; sum /= 10)
        digits++;
    return digits > width ? digits : width;
}

static void parse(int argc, char **argv)
{
    static const struct option options[] = {{"lines", 0, 0, 'l'},           {"words", 0, 0, 'w'}, {"chars", 0, 0, 'm'}, {"bytes", 0, 0, 'c'},
                                            {"max-line-length", 0, 0, 'L'}, {"help", 0, 0, 'h'},  {0}};
    static const char letters[] = "lwmcL";
    int option;
    bool any = false;
    while ((option = getopt_long(argc, argv, "lwmcLh", options, NULL)) != -1) {
        const char *letter = strchr(letters, option);
        if (option == 'h')
            help();
        if (!letter)
            exit(1);
        wanted[letter - letters] = any = true;
    }
    if (!any)
        wanted[LINES] = wanted[WORDS] = wanted[BYTES] = true;
}

int main(int argc, char **argv)
{
    static char *from_stdin[] = {"-"};
    parse(argc, argv);
    for (const char *at = " \t\n\v\f\r"; *at; at++)
        is_space[(unsigned char)*at] = true;
    bool named = optind < argc;
    char **names = named ? argv + optind : from_stdin;
    int number = named ? argc - optind : 1;
    int width = width_for(names, number);
    Counts total = {0};
    for (int i = 0; i < number; i++) {
        Counts counts = {0};
        if (!count(names[i], &counts))
            continue;
        print(&counts, named ? names[i] : NULL, width);
        for (int k = 0; k < LONGEST; k++)
            total.of[k] += counts.of[k];
        if (counts.of[LONGEST] > total.of[LONGEST])
            total.of[LONGEST] = counts.of[LONGEST];
    }
    if (number > 1)
        print(&total, "total", width);
    finish(1);
}
