/* Bytes and branches: parses a JSON document of 200 records n times. */
#include "bench.h"

#define RECORDS 200

static char text[RECORDS * 128];
static const char *at;
static uint32_t sum;

static char *put(char *to, const char *from)
{
    while (*from)
        *to++ = *from++;
    return to;
}

static char *put_number(char *to, uint32_t value)
{
    char digits[10];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count)
        *to++ = digits[--count];
    return to;
}

static void write_document(void)
{
    uint32_t seed = 1;
    char *to = put(text, "[");
    for (int i = 0; i < RECORDS; i++) {
        to = put_number(put(to, i ? ",\n {\"id\": " : "\n {\"id\": "), next(&seed) >> 8);
        to = put_number(put(to, ", \"name\": \"item \\\"\\u0041\\\" "), next(&seed) >> 20);
        to = put(to, next(&seed) >> 31 ? "\", \"on\": true, " : "\", \"on\": false, ");
        to = put_number(put(to, "\"at\": [-"), next(&seed) >> 22);
        to = put(put_number(put(to, ", "), next(&seed) >> 22), ", null]}");
    }
    *put(to, "]\n") = 0;
}

static void skip_space(void)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
}

static void parse_string(void)
{
    for (at++; *at != '"'; at++) {
        if (*at == '\\')
            at++;
        sum = mix(sum, (uint8_t)*at);
    }
    at++;
}

static void parse_number(void)
{
    uint32_t value = 0, sign = *at == '-';
    for (at += sign; *at >= '0' && *at <= '9'; at++)
        value = value * 10 + (uint32_t)(*at - '0');
    sum = mix(sum, sign ? -value : value);
}

static void parse_value(void);

/* The members of an object or the elements of an array. */
static void parse_list(char end)
{
    at++;
    skip_space();
    while (*at != end) {
        parse_value();
        skip_space();
        if (*at == ',' || *at == ':')
            at++;
    }
    at++;
    sum = mix(sum, (uint8_t)end);
}

static void parse_value(void)
{
    skip_space();
    switch (*at) {
    case '{': parse_list('}'); break;
    case '[': parse_list(']'); break;
    case '"': parse_string(); break;
    case 't': case 'n': sum = mix(sum, 1); at += 4; break;
    case 'f': sum = mix(sum, 2); at += 5; break;
    default: parse_number();
    }
}

EXPORT uint32_t run(uint32_t n)
{
    sum = 0;
    write_document();
    while (n--) {
        at = text;
        parse_value();
    }
    return sum;
}
