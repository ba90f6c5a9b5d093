/* Prints the size and type of what a URL answers: the example of docs/writing-tools.md. */
#include <stdio.h>

#include "cloche.h"

int main(int argc, char **argv)
{
    ClocheResponse response;
    if (argc != 2) {
        fprintf(stderr, "usage: size URL\n");
        return 2;
    }
    int32_t code = cloche_fetch("GET", argv[1], "Accept: */*\n", NULL, 0, 0, &response);
    if (code != CLOCHE_OK) {
        fprintf(stderr, "size: %s\n", response.error);
        cloche_response_free(&response);
        return 1;
    }
    size_t length = 0;
    const char *type = cloche_header(response.head, "content-type", NULL, &length);
    printf("%u %zu bytes of %.*s\n", (unsigned)response.status, response.length, (int)length, type ? type : "");
    cloche_response_free(&response);
    return 0;
}
