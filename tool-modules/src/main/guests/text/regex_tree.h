/* regex_tree.h: what passes between the parser of regular expressions and their automaton. */
#ifndef TEXT_REGEX_TREE_H
#define TEXT_REGEX_TREE_H

#include "regex.h"

typedef enum { SEQUENCE, CHOICE, CLASS, REPEAT, ASSERTION } Kind;

/* Each is true of a place between two bytes, or a byte and an end of the line. */
typedef enum {
    LINE_START = 1,
    LINE_END = 2,
    WORD_EDGE = 4,
    NO_WORD_EDGE = 8,
    WORD_START = 16,
    WORD_STOP = 32,
    NO_WORD_BEFORE = 64,
    NO_WORD_AFTER = 128,
} Assertion;

typedef struct {
    uint32_t from, to; /* code points, both inclusive */
} Span;

typedef struct Node Node;
struct Node {
    Kind kind;
    Assertion assertion;
    bool lazy;
    int min, max; /* of REPEAT; max < 0 is without bound */
    size_t count, room;
    Node **parts; /* of SEQUENCE, CHOICE and REPEAT, which has one */
    Span *spans;  /* of CLASS, in order and apart */
};

enum { MAX_CODE_POINT = 0x10FFFF, MAX_REPEAT = 1000, MAX_NESTING = 200 };

Node *node_of(Kind kind);
void add_part(Node *node, Node *part);
Node *assertion_of(Assertion assertion);

/* The tree of a pattern; NULL with `error`. */
Node *regex_parse(const char *pattern, RegexOptions options, const char **error);

/* Writes a code point as UTF-8, up to four bytes, and returns how many. */
int utf8_of(uint32_t code, char *into);

#endif
