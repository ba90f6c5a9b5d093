/* Counts the lines, words and bytes of standard input, or of a file of the workspace. */
#include <ctype.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *in = stdin;
    if (argc > 2) {
        fprintf(stderr, "usage: @NAME@ [FILE]\n");
        return 2;
    }
    if (argc == 2 && (in = fopen(argv[1], "rb")) == NULL) {
        fprintf(stderr, "@NAME@: %s cannot be opened\n", argv[1]);
        return 1;
    }
    unsigned long lines = 0, words = 0, bytes = 0;
    int c, inside = 0;
    while ((c = getc(in)) != EOF) {
        bytes++;
        lines += c == '\n';
        words += !isspace(c) && !inside;
        inside = !isspace(c);
    }
    printf("{\"lines\": %lu, \"words\": %lu, \"bytes\": %lu}\n", lines, words, bytes);
    return 0;
}
