#include <ctype.h>
#include <getopt.h>

#include "search.h"

Options options = {.most = UINT64_MAX, .depth = UINT64_MAX};

static char **patterns;
static size_t pattern_count;
static RegexOptions how;
static bool smart_case;

enum { NO_IGNORE = 256, FILES, FILES_WITHOUT_MATCH, COUNT_ALL, TYPE_LIST, HIDDEN, IGLOB, COLUMN, IGNORED, IGNORED_VALUE, CASE, NO_NUMBERS };

static const struct option known[] = {{"ignore-case", 0, 0, 'i'},
                                      {"case-sensitive", 0, 0, CASE},
                                      {"smart-case", 0, 0, 'S'},
                                      {"fixed-strings", 0, 0, 'F'},
                                      {"word-regexp", 0, 0, 'w'},
                                      {"line-regexp", 0, 0, 'x'},
                                      {"invert-match", 0, 0, 'v'},
                                      {"regexp", 1, 0, 'e'},
                                      {"file", 1, 0, 'f'},
                                      {"count", 0, 0, 'c'},
                                      {"count-matches", 0, 0, COUNT_ALL},
                                      {"files-with-matches", 0, 0, 'l'},
                                      {"files-without-match", 0, 0, FILES_WITHOUT_MATCH},
                                      {"files", 0, 0, FILES},
                                      {"only-matching", 0, 0, 'o'},
                                      {"quiet", 0, 0, 'q'},
                                      {"line-number", 0, 0, 'n'},
                                      {"no-line-number", 0, 0, 'N'},
                                      {"column", 0, 0, COLUMN},
                                      {"with-filename", 0, 0, 'H'},
                                      {"no-filename", 0, 0, 'I'},
                                      {"after-context", 1, 0, 'A'},
                                      {"before-context", 1, 0, 'B'},
                                      {"context", 1, 0, 'C'},
                                      {"max-count", 1, 0, 'm'},
                                      {"max-columns", 1, 0, 'M'},
                                      {"max-depth", 1, 0, 'd'},
                                      {"glob", 1, 0, 'g'},
                                      {"iglob", 1, 0, IGLOB},
                                      {"type", 1, 0, 't'},
                                      {"type-not", 1, 0, 'T'},
                                      {"type-list", 0, 0, TYPE_LIST},
                                      {"hidden", 0, 0, HIDDEN},
                                      {"no-ignore", 0, 0, NO_IGNORE},
                                      {"unrestricted", 0, 0, 'u'},
                                      {"text", 0, 0, 'a'},
                                      {"no-heading", 0, 0, IGNORED},
                                      {"color", 1, 0, IGNORED_VALUE},
                                      {"sort", 1, 0, IGNORED_VALUE},
                                      {"help", 0, 0, 'h'},
                                      {0}};

static uint64_t number(const char *text)
{
    uint64_t value;
    if (!parse_size(text, &value))
        die(2, text, "is not a number");
    return value;
}

static void add_pattern(char *pattern)
{
    patterns = regrab(patterns, pattern_count + 1, sizeof *patterns);
    patterns[pattern_count++] = pattern;
}

/* A pattern a line. */
static void add_file_of_patterns(const char *name)
{
    Text content;
    if (!slurp(name, &content, 2))
        finish(2);
    const char *at = content.at, *end = at + content.length;
    while (at < end) {
        const char *stop = find_byte(at, end, '\n');
        Buffer one = {0};
        append(&one, at, (size_t)(stop - at));
        add_pattern(terminated(&one));
        at = stop + 1;
    }
}

static void unrestrict(void)
{
    if (!options.no_ignore)
        options.no_ignore = true;
    else if (!options.hidden)
        options.hidden = true;
    else
        options.as_text = true;
}

static void take_type(const char *name, bool excluded)
{
    if (!add_type(name, excluded))
        die(2, name, "is no known type; --type-list has them");
}

/* What is searched for, and where. */
static bool take_choice(int option)
{
    switch (option) {
    case 'i': how.ignore_case = true; return true;
    case CASE: how.ignore_case = smart_case = false; return true;
    case 'S': smart_case = true; return true;
    case 'F': how.fixed = true; return true;
    case 'w': how.word = true; return true;
    case 'x': how.line = true; return true;
    case 'v': options.invert = true; return true;
    case 'e': add_pattern(optarg); return true;
    case 'f': add_file_of_patterns(optarg); return true;
    case 'g': add_glob(optarg, false); return true;
    case IGLOB: add_glob(optarg, true); return true;
    case 't': take_type(optarg, false); return true;
    case 'T': take_type(optarg, true); return true;
    case 'd': options.depth = number(optarg); return true;
    case '.':
    case HIDDEN: options.hidden = true; return true;
    case NO_IGNORE: options.no_ignore = true; return true;
    case 'u': unrestrict(); return true;
    case 'a': options.as_text = true; return true;
    default: return false;
    }
}

/* What is printed. */
static bool take_output(int option)
{
    switch (option) {
    case 'c': options.mode = COUNTS; return true;
    case COUNT_ALL: options.mode = COUNT_MATCHES; return true;
    case 'l': options.mode = FILES_WITH; return true;
    case FILES_WITHOUT_MATCH: options.mode = FILES_WITHOUT; return true;
    case FILES: options.mode = FILE_NAMES; return true;
    case 'o': options.only_matching = true; return true;
    case 'q': options.quiet = true; return true;
    case 'n': options.numbers = true; return true;
    case 'N': options.numbers = false; return true;
    case COLUMN: options.columns = options.numbers = true; return true;
    case 'H':
    case 'I': options.names = (char)option; return true;
    case 'A': options.after = number(optarg); return true;
    case 'B': options.before = number(optarg); return true;
    case 'C': options.before = options.after = number(optarg); return true;
    case 'm': options.most = number(optarg); return true;
    case 'M': options.longest = number(optarg); return true;
    case IGNORED:
    case IGNORED_VALUE: return true;
    default: return false;
    }
}

static bool has_capitals(void)
{
    for (size_t i = 0; i < pattern_count; i++)
        for (const char *at = patterns[i]; *at; at++) {
            if (*at == '\\' && at[1])
                at++;
            else if (isupper((unsigned char)*at))
                return true;
        }
    return false;
}

void parse_options(int argc, char **argv)
{
    int option;
    while ((option = getopt_long(argc, argv, "iSFwxve:f:g:t:T:d:.uaclonNqHIA:B:C:m:M:h", known, NULL)) != -1) {
        if (option == 'h')
            help();
        if (option == TYPE_LIST) {
            print_types();
            finish(2);
        }
        if (!take_choice(option) && !take_output(option))
            exit(2);
    }
    if (options.mode == FILE_NAMES)
        return;
    if (pattern_count == 0 && optind == argc)
        die(2, NULL, "a pattern is needed; -h lists the options");
    if (pattern_count == 0)
        add_pattern(argv[optind++]);
    how.ignore_case |= smart_case && !has_capitals();
    const char *error = NULL;
    options.regex = regex_compile(patterns, pattern_count, how, &error);
    if (!options.regex)
        die(2, pattern_count == 1 ? patterns[0] : NULL, error);
}
