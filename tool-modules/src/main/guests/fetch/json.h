/* JSON as `fetch` takes and gives it. */
#ifndef CLOCHE_FETCH_JSON_H
#define CLOCHE_FETCH_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Goes through an object whose values are strings, both as UTF-8 that ends in NUL; stops where `take` gives no 0, and gives that. -1 for what is
   no such object, for a string that holds a NUL, and for want of memory. */
int json_strings(const char *object, int (*take)(void *context, const char *name, const char *value), void *context);

/* What stands between the quotes of a string. */
void json_put(FILE *out, const char *bytes, size_t length);

int is_utf8(const char *bytes, size_t length);

void base64_put(FILE *out, const unsigned char *bytes, size_t length);

#endif
