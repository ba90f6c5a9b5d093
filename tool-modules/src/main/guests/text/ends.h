/* ends.h: what head and tail share: their command line, the titles between files, and where the last lines begin. */
#ifndef TEXT_ENDS_H
#define TEXT_ENDS_H

#include "base.h"

typedef struct {
    char sign;      /* before a count that names the rest instead: '-' for head, '+' for tail */
    bool rest;      /* the count was given with that sign */
    bool bytes;     /* not lines */
    bool titled;    /* a title before each file */
    uint64_t count; /* 10 unless given */
    char **names;
    int number;
} Ends;

void parse_ends(Ends *ends, int argc, char **argv);
void title(const Ends *ends, const char *name);
/* Where the last `count` lines begin. */
size_t start_of_last(Text content, uint64_t count);

#endif
