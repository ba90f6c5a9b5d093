/* compare.h: the lines by which two texts differ. */
#ifndef DIFF_COMPARE_H
#define DIFF_COMPARE_H

#include "../text/base.h"

typedef struct {
    bool ignore_case, ignore_space, ignore_change; /* -i, -w, -b */
} Sameness;

typedef struct {
    Text *lines; /* with their ends */
    int *ids;    /* equal for equal lines, in both texts */
    bool *changed;
    int count;
} Side;

/* Splits both texts and marks what is only in one. */
void compare(Text one, Text other, Sameness sameness, Side sides[2]);

#endif
