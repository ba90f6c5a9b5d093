/*
 * regex.h: regular expressions over lines, in time linear in the text whatever the pattern: no backtracking, so no back references and no
 * look-around.
 *
 * A pattern is parsed into a tree, compiled into an automaton over the bytes of UTF-8, and run as a deterministic automaton whose states are
 * made when they are first needed. Their number is bounded; when it is reached all are dropped and made anew.
 *
 * Syntax: . [] [^] | () (?:) (?i) (?s) * + ? {n,m} and their lazy forms, ^ $ \b \B \< \> \A \z, \d \w \s \D \W \S, [:alpha:] and its kin,
 * \t \r \f \v \a \e \xHH \x{H..}. Classes are those of ASCII, except that every character outside of it counts as part of a word.
 */
#ifndef TEXT_REGEX_H
#define TEXT_REGEX_H

#include "base.h"

typedef struct Regex Regex;

typedef struct {
    bool ignore_case, fixed, word, line;
} RegexOptions;

/* Compiles the alternatives of `patterns`; NULL with `error` where one cannot be. */
Regex *regex_compile(char *const *patterns, size_t count, RegexOptions options, const char **error);

/* The first line of [at, end) that has a match, without its end. `at` is the start of a line. */
bool regex_next_line(Regex *regex, const char *at, const char *end, Text *line);

/* The first match in a line at or after `from`; of several there, the one that the order of the pattern prefers. */
bool regex_find(Regex *regex, Text line, size_t from, Text *match);

#endif
