#include "ends.h"

#include <getopt.h>

static void set_count(Ends *ends, const char *text, bool bytes)
{
    const char *digits = text;
    ends->bytes = bytes;
    ends->rest = *text == ends->sign;
    if (*text == '+' || *text == '-')
        digits++;
    if (!parse_size(digits, &ends->count))
        die(1, text, "is not a number of lines or bytes");
}

/* The old form, -20 for -n 20. */
static bool is_old_form(const char *argument)
{
    if (argument[0] != '-' || !argument[1])
        return false;
    for (const char *at = argument + 1; *at; at++)
        if (*at < '0' || *at > '9')
            return false;
    return true;
}

static void modernise(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (!is_old_form(argv[i]) || (i > 1 && (strcmp(argv[i - 1], "-n") == 0 || strcmp(argv[i - 1], "-c") == 0)))
            continue;
        Buffer option = {0};
        append_text(&option, "-n");
        append_text(&option, argv[i] + 1);
        argv[i] = terminated(&option);
    }
}

void parse_ends(Ends *ends, int argc, char **argv)
{
    static const struct option options[] = {{"lines", 1, 0, 'n'},   {"bytes", 1, 0, 'c'}, {"quiet", 0, 0, 'q'}, {"silent", 0, 0, 'q'},
                                            {"verbose", 0, 0, 'v'}, {"help", 0, 0, 'h'},  {0}};
    static char *from_stdin[] = {"-"};
    int option;
    char titles = 0;
    ends->count = 10;
    modernise(argc, argv);
    while ((option = getopt_long(argc, argv, "n:c:qvh", options, NULL)) != -1) {
        if (option == 'h')
            help();
        else if (option == 'q' || option == 'v')
            titles = (char)option;
        else if (option == 'n' || option == 'c')
            set_count(ends, optarg, option == 'c');
        else
            exit(1);
    }
    ends->names = optind < argc ? argv + optind : from_stdin;
    ends->number = optind < argc ? argc - optind : 1;
    ends->titled = titles == 'v' || (titles == 0 && ends->number > 1);
}

void title(const Ends *ends, const char *name)
{
    static bool later;
    if (!ends->titled)
        return;
    put_text(later ? "\n==> " : "==> ");
    put_name(strcmp(name, "-") == 0 ? "standard input" : name);
    put_text(" <==\n");
    later = true;
}

size_t start_of_last(Text content, uint64_t count)
{
    size_t at = content.length;
    if (count == 0 || at == 0)
        return at;
    at--; /* the end of the last line does not begin another */
    for (; at > 0; at--)
        if (content.at[at - 1] == '\n' && --count == 0)
            return at;
    return 0;
}
