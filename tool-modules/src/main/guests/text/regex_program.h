/* regex_program.h: a pattern as an automaton over bytes: the non-deterministic form that the deterministic one is made from. */
#ifndef TEXT_REGEX_PROGRAM_H
#define TEXT_REGEX_PROGRAM_H

#include "regex_tree.h"

typedef enum { BYTES, SPLIT, PLACE, MATCH } Operation;

typedef struct {
    unsigned char operation;
    unsigned char from, to; /* of BYTES, both inclusive */
    unsigned char place;    /* of PLACE: an Assertion */
    int next, other;        /* `other` is the second choice of SPLIT */
} Instruction;

enum { MAX_PROGRAM = 60000 };

typedef struct {
    Instruction *at;
    int count;
    int start;    /* where a match begins here */
    int anywhere; /* where one begins here or later */
    int places;   /* all assertions in it, or'ed */
    bool too_large;
} Program;

void regex_program(Program *program, const Node *tree);

#endif
