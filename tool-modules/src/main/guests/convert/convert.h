/* convert.h: the formats of the `convert` guest. A stream of values (rows, lines, documents) is an array. Readers end the tool on bad input. */
#ifndef CONVERT_H
#define CONVERT_H

#include "../text/value.h"

typedef struct {
    char delimiter;
    bool no_header; /* rows are arrays */
    bool strings;   /* cells that look like numbers are strings all the same */
} CsvOptions;

Value *read_csv(Text text, CsvOptions options);
void write_csv(const Value *value, CsvOptions options);

Value *read_yaml(Text text);
void write_yaml(const Value *value);

#endif
