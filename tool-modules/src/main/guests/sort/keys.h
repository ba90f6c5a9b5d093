/* keys.h: which part of a line sort looks at, and how two of them compare. The rules are those of coreutils in the C locale. */
#ifndef SORT_KEYS_H
#define SORT_KEYS_H

#include "../text/base.h"

typedef enum { TEXT, NUMERIC, GENERAL, HUMAN, MONTH, VERSION } Order;

typedef struct {
    Order order;
    bool fold, reverse, dictionary;
    bool skip_start_blanks, skip_end_blanks;
    /* From zero; `end_field` is the first that no longer belongs to it if `end_character` is 0, otherwise the one that it ends in. */
    size_t start_field, start_character, end_field, end_character;
} Key;

/* A line without its end. The prefix is a number that never orders two lines other than their first keys do: most comparisons end there. */
typedef struct {
    uint64_t prefix;
    const char *at;
    uint32_t length;
} Line;

extern int field_separator; /* a byte, or -1 for the step from blanks to others */

/* Takes one letter of how to compare; false if it is none. `where` is 's' for the start of a key, 'e' for its end, 'b' for both. */
bool set_order(Key *key, char letter, char where);
/* Reads F[.C][LETTERS][,F[.C][LETTERS]]; ends the tool where it is not that. */
Key parse_key(const char *text);
bool is_plain(const Key *key);

Text key_text(const Key *key, const Line *line);
uint64_t prefix_of(const Key *key, const Line *line);
int compare_keys(const Key *key, const Line *one, const Line *other);

#endif
