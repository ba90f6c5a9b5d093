/* What is in a field: a whole number, a number, a text. What would not come back as it was is a text: 007, +1, -0, one of twenty digits. */
#include <stdlib.h>
#include <string.h>

#include "sql.h"

enum { EXACT_DIGITS = 15 }; /* of a whole number that a REAL holds exactly */

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

/* Whether it is so short that it surely is, or else is, within 64 bits. */
static int fits(const char *digits, size_t count, int negative)
{
    const char *limit = negative ? "9223372036854775808" : "9223372036854775807";
    return count < 19 || (count == 19 && memcmp(digits, limit, 19) <= 0);
}

/* What follows the digits before the point: a fraction, an exponent, both. */
static Kind rest_of_number(const char *at, const char *end)
{
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        at = skip_digits(at, end);
        if (at == fraction)
            return KIND_TEXT;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '-' || *at == '+');
        const char *exponent = at;
        at = skip_digits(at, end);
        if (at == exponent)
            return KIND_TEXT;
    }
    return at == end ? KIND_REAL : KIND_TEXT;
}

Kind kind_of(const Field *field, int *is_long)
{
    const char *at = field->text, *end = at + field->length;
    if (at == end)
        return KIND_EMPTY;
    int negative = *at == '-';
    const char *digits = at += negative;
    at = skip_digits(at, end);
    size_t count = (size_t)(at - digits);
    if (count == 0 || (count > 1 && *digits == '0'))
        return KIND_TEXT;
    if (at < end)
        return rest_of_number(at, end);
    if (!fits(digits, count, negative) || (negative && count == 1 && *digits == '0'))
        return KIND_TEXT;
    *is_long |= count > EXACT_DIGITS;
    return KIND_WHOLE;
}

sqlite3_int64 whole_number(const Field *field)
{
    const char *at = field->text, *end = at + field->length;
    int negative = *at == '-';
    sqlite3_uint64 value = 0;
    for (at += negative; at < end; at++)
        value = 10 * value + (sqlite3_uint64)(*at - '0');
    return (sqlite3_int64)(negative ? 0 - value : value);
}

static double long_number(const Field *field)
{
    char *text = need(sqlite3_mprintf("%.*s", (int)field->length, field->text));
    double number = strtod(text, NULL);
    sqlite3_free(text);
    return number;
}

/*
 * Up to 15 digits and a power of ten up to 10^15 are exact as doubles, so their quotient is the nearest double there is: no need for the long way,
 * which takes a hundred times as much.
 */
double real_number(const Field *field)
{
    const char *at = field->text, *end = at + field->length;
    int negative = *at == '-', digits = 0;
    double power = 1;
    sqlite3_uint64 value = 0;
    for (at += negative; at < end && *at >= '0' && *at <= '9'; at++, digits++)
        value = 10 * value + (sqlite3_uint64)(*at - '0');
    if (at < end && *at == '.')
        for (at++; at < end && *at >= '0' && *at <= '9' && digits < EXACT_DIGITS; at++, digits++, power *= 10)
            value = 10 * value + (sqlite3_uint64)(*at - '0');
    if (at < end || digits > EXACT_DIGITS)
        return long_number(field);
    double number = (double)value / power;
    return negative ? -number : number;
}
