/* search.h: the parts of the `search` guest: what is asked for, which files are looked at, and what is printed of them. */
#ifndef SEARCH_H
#define SEARCH_H

#include "../text/regex.h"

typedef enum { LINES, COUNTS, COUNT_MATCHES, FILES_WITH, FILES_WITHOUT, FILE_NAMES } Mode;

typedef struct {
    Mode mode;
    Regex *regex;
    bool invert, only_matching, numbers, columns, quiet;
    bool hidden, no_ignore, as_text;
    char names; /* 'H' always, 'I' never, 0 where several files may be looked at */
    uint64_t before, after, most, longest, depth;
} Options;

extern Options options;
extern bool found; /* something matched */

/* Fills `options`; the rest of argv are paths. Help and bad usage end the tool. */
void parse_options(int argc, char **argv);

/* Adds a -g pattern or the patterns of a -t type; false if there is no such type. */
void add_glob(const char *pattern, bool ignore_case);
bool add_type(const char *name, bool excluded);
void print_types(void);
/* Whether -g and -t let a file through; of a directory, whether -g does not shut it out. */
bool is_chosen(const char *path, const char *name, bool is_directory);

/* The ignore rules of a directory; `above` are those of its parent. */
typedef struct Rules Rules;
Rules *read_rules(const char *directory, const Rules *above);
void free_rules(Rules *rules);
bool is_ignored(const Rules *rules, const char *path, bool is_directory);

/* Looks at one file. One that was named is searched even if it is binary, but no line of it is printed. */
void search_file(const char *path, bool named);
void search_text(const char *name, Text content, bool named);
/* Stops everything: the answer is known. */
bool is_settled(void);

#endif
