/* An answer as one JSON object. */
#ifndef CLOCHE_FETCH_ANSWER_H
#define CLOCHE_FETCH_ANSWER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint32_t status;
    const char *url;  /* that was asked for */
    const char *head; /* as cloche_head gives it */
    const char *file; /* where the body went, or NULL: then it is in the object */
    const char *body;
    size_t length;
} Answer;

void answer_put(FILE *out, const Answer *answer);

#endif
