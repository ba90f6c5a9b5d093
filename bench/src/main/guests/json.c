/* Bytes, branches and pointers: parses a JSON document of 200 records into a tree and prints it again, n times. */
#include "bench.h"

#define RECORDS 200
#define NODES (RECORDS * 16)

typedef enum { NOTHING, FALSE, TRUE, NUMBER, STRING, ARRAY, OBJECT } kind;

typedef struct node {
    kind kind;
    uint32_t value;    /* a number, or the length of a string */
    const char *chars; /* of a string: what is between the quotes, as it was escaped */
    struct node *first, *next;
} node;

static char text[RECORDS * 128], printed[RECORDS * 128];
static node nodes[NODES];
static uint32_t used;
static const char *at;

static char *put(char *to, const char *from)
{
    while (*from)
        *to++ = *from++;
    return to;
}

static char *put_number(char *to, int32_t value)
{
    char digits[10];
    int count = 0;
    uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    if (value < 0)
        *to++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    while (count)
        *to++ = digits[--count];
    return to;
}

static void write_document(void)
{
    uint32_t seed = 1;
    char *to = put(text, "[");
    for (int i = 0; i < RECORDS; i++) {
        to = put_number(put(to, i ? ",\n {\"id\": " : "\n {\"id\": "), (int32_t)(next(&seed) >> 8));
        to = put_number(put(to, ", \"name\": \"item \\\"\\u0041\\\" "), (int32_t)(next(&seed) >> 20));
        to = put(to, next(&seed) >> 31 ? "\", \"on\": true, " : "\", \"on\": false, ");
        to = put_number(put(to, "\"at\": ["), -(int32_t)(next(&seed) >> 22));
        to = put(put_number(put(to, ", "), (int32_t)(next(&seed) >> 22)), ", null]}");
    }
    *put(to, "]\n") = 0;
}

static void skip_space(void)
{
    while (*at == ' ' || *at == '\n')
        at++;
}

static node *new_node(kind kind)
{
    node *made = &nodes[used++];
    *made = (node){.kind = kind};
    return made;
}

static node *parse_string(void)
{
    node *made = new_node(STRING);
    made->chars = ++at;
    while (*at != '"')
        at += *at == '\\' ? 2 : 1;
    made->value = (uint32_t)(at++ - made->chars);
    return made;
}

static node *parse_number(void)
{
    node *made = new_node(NUMBER);
    int negative = *at == '-';
    at += negative;
    while (*at >= '0' && *at <= '9')
        made->value = made->value * 10 + (uint32_t)(*at++ - '0');
    if (negative)
        made->value = 0u - made->value;
    return made;
}

static node *parse_word(kind kind, int length)
{
    at += length;
    return new_node(kind);
}

static node *parse_value(void);

/* The elements of an array; those of an object are its names and values by turns. */
static node *parse_list(kind kind, char end)
{
    node *made = new_node(kind), **link = &made->first;
    at++;
    for (skip_space(); *at != end; skip_space()) {
        *link = parse_value();
        link = &(*link)->next;
        skip_space();
        if (*at == ',' || *at == ':')
            at++;
    }
    at++;
    return made;
}

static node *parse_value(void)
{
    skip_space();
    switch (*at) {
    case '{': return parse_list(OBJECT, '}');
    case '[': return parse_list(ARRAY, ']');
    case '"': return parse_string();
    case 't': return parse_word(TRUE, 4);
    case 'f': return parse_word(FALSE, 5);
    case 'n': return parse_word(NOTHING, 4);
    default: return parse_number();
    }
}

static char *print_string(char *to, const node *from)
{
    *to++ = '"';
    for (uint32_t i = 0; i < from->value; i++)
        *to++ = from->chars[i];
    *to++ = '"';
    return to;
}

static char *print_value(char *to, const node *from);

static char *print_list(char *to, const node *from, char start, char end)
{
    int is_name = from->kind == OBJECT;
    *to++ = start;
    for (const node *child = from->first; child; child = child->next) {
        to = print_value(to, child);
        if (child->next)
            *to++ = is_name ? ':' : ',';
        is_name ^= from->kind == OBJECT;
    }
    *to++ = end;
    return to;
}

static char *print_value(char *to, const node *from)
{
    switch (from->kind) {
    case OBJECT: return print_list(to, from, '{', '}');
    case ARRAY: return print_list(to, from, '[', ']');
    case STRING: return print_string(to, from);
    case NUMBER: return put_number(to, (int32_t)from->value);
    case TRUE: return put(to, "true");
    case FALSE: return put(to, "false");
    default: return put(to, "null");
    }
}

EXPORT uint32_t run(uint32_t n)
{
    uint32_t sum = 0;
    write_document();
    while (n--) {
        at = text;
        used = 0;
        char *end = print_value(printed, parse_value());
        for (const char *from = printed; from < end; from++)
            sum = mix(sum, (uint8_t)*from);
    }
    return sum;
}
