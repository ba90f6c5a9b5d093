/* What the command line of `fetch` asks for. */
#ifndef CLOCHE_FETCH_OPTIONS_H
#define CLOCHE_FETCH_OPTIONS_H

#include <stddef.h>

/* Bytes that grow; `data` is NULL as long as there are none. */
typedef struct {
    char *data;
    size_t length;
} Text;

typedef struct {
    const char *method;
    Text headers; /* as cloche_http_open takes them */
    Text body;
    const char **urls;
    size_t url_count;
    const char **files; /* of -o: the first is the first URL's */
    size_t file_count;
    int has_body;
    const char *body_type; /* its Content-Type, unless a header says another */
    int show_head;
    int head_only;
    int silent;
    int fail_on_status;
    int no_redirects;
    int as_json;
    int help;
    const char *culprit; /* what of the command line is wrong, and why */
    const char *complaint;
} Options;

/* 0, or -1 and a complaint. */
int parse_options(Options *into, int argc, char **argv);

void print_usage(void);

#endif
