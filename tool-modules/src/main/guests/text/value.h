/* value.h: JSON values (RFC 8259). Numbers are kept as they are written, so that none loses a digit. */
#ifndef TEXT_VALUE_H
#define TEXT_VALUE_H

#include "base.h"

typedef enum { NULL_VALUE, FALSE_VALUE, TRUE_VALUE, NUMBER_VALUE, STRING_VALUE, ARRAY_VALUE, OBJECT_VALUE } ValueKind;

typedef struct Value Value;
struct Value {
    ValueKind kind;
    Text text;       /* of a number as written, of a string without escapes */
    size_t count, room;
    Text *names;     /* of an object, in order */
    Value **values;  /* of an array or object */
    uint64_t weight; /* values in it, itself included, each as often as it would be printed */
};

enum { MAX_VALUE_DEPTH = 500 };

Value *new_value(ValueKind kind);
Value *new_text(ValueKind kind, Text text);
void add_item(Value *array, Value *item);
void add_pair(Value *object, Text name, Value *value);
/* The name that an object has twice, or NULL. */
const Text *twice(const Value *object);
/* The value of that name in an object, or NULL. */
Value *lookup(const Value *object, Text name);

bool is_json_number(Text text);

/* Reads the value at `*at`, with the blanks around it; NULL with `why`. */
Value *parse_json(const char **at, const char *end, const char **why);

/* Prints a value on lines indented by `indent` for each level, or on one line if it is negative. */
void print_json(const Value *value, int indent);
void print_json_string(Text text);
/* The same into a buffer, on one line. */
void json_text(const Value *value, Buffer *into);

#endif
