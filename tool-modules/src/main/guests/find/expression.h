/* expression.h: the tests of find, as a tree, and their values for a file. */
#ifndef FIND_EXPRESSION_H
#define FIND_EXPRESSION_H

#include <sys/stat.h>

#include "../text/base.h"

typedef struct {
    const char *path, *name;
    struct stat about;
    unsigned char type; /* DT_... */
    bool prune;         /* set by -prune: what is below stays out */
} File;

typedef struct Expression Expression;

extern uint64_t least_depth, most_depth;
extern bool asked_to_stop; /* by -quit */

/* Reads the expression; the tool ends where it is not one. Without an action, -print is added. */
Expression *parse_expression(char **words);
bool evaluate(const Expression *expression, File *file);

#endif
