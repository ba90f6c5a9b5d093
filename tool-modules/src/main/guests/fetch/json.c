#include "json.h"

#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* The number of four hexadecimal digits, or -1. */
static long four_digits(const char *at)
{
    long number = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = at[i] ? strchr(digits, at[i] | 0x20) : NULL;
        if (!digit)
            return -1;
        number = number << 4 | (digit - digits);
    }
    return number;
}

static char *put_utf8(char *to, long code)
{
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(marks[more] | code >> 6 * more);
    while (more-- > 0)
        *to++ = (char)(0x80 | (code >> 6 * more & 0x3F));
    return to;
}

/* Behind "\u": the character, which may be of two such escapes, at *to. NULL for one that is none, and for NUL. */
static const char *read_code(const char *at, char **to)
{
    long code = four_digits(at);
    at += 4;
    if (code >= 0xD800 && code < 0xDC00 && at[0] == '\\' && at[1] == 'u') {
        long low = four_digits(at + 2);
        if (low < 0xDC00 || low > 0xDFFF)
            return NULL;
        code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
        at += 6;
    }
    if (code <= 0 || (code >= 0xD800 && code < 0xE000))
        return NULL;
    *to = put_utf8(*to, code);
    return at;
}

/* Reads the string that starts here into memory to be freed; gives what is behind it, or NULL. */
static const char *read_string(const char *at, char **into)
{
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char *to = *into = malloc(strlen(at) + 1); /* what is read is never longer than how it is written */
    if (*at++ != '"' || !to)
        return NULL;
    while (*at != '"') {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at != '\\') {
            *to++ = *at++;
        } else if (at[1] == 'u') {
            at = read_code(at + 2, &to);
            if (!at)
                return NULL;
        } else {
            const char *escape = at[1] ? strchr(escapes, at[1]) : NULL;
            if (!escape)
                return NULL;
            *to++ = meant[escape - escapes];
            at += 2;
        }
    }
    *to = '\0';
    return at + 1;
}

/* One member and what follows it up to the next or the end. */
static const char *read_member(const char *at, int (*take)(void *, const char *, const char *), void *context, int *taken)
{
    char *name = NULL, *value = NULL;
    at = read_string(at, &name);
    at = at ? skip_blanks(at) : NULL;
    at = at && *at == ':' ? read_string(skip_blanks(at + 1), &value) : NULL;
    if (at)
        *taken = take(context, name, value);
    free(name);
    free(value);
    return at ? skip_blanks(at) : NULL;
}

int json_strings(const char *object, int (*take)(void *context, const char *name, const char *value), void *context)
{
    const char *at = skip_blanks(object);
    int taken = 0;
    if (*at != '{')
        return -1;
    at = skip_blanks(at + 1);
    if (*at == '}')
        return *skip_blanks(at + 1) ? -1 : 0;
    for (;;) {
        at = read_member(at, take, context, &taken);
        if (!at || taken != 0)
            return at ? taken : -1;
        if (*at != ',')
            return *at == '}' && !*skip_blanks(at + 1) ? 0 : -1;
        at = skip_blanks(at + 1);
    }
}

/* How long the character is that starts here (RFC 3629), or 0. */
static size_t character(const unsigned char *at, size_t left)
{
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : at[0] < 0xF5 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    int overlong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
    int beyond = (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF4 && at[1] > 0x8F);
    return overlong || beyond ? 0 : length;
}

int is_utf8(const char *bytes, size_t length)
{
    for (size_t at = 0, size; at < length; at += size)
        if (!(size = character((const unsigned char *)bytes + at, length - at)))
            return 0;
    return 1;
}

/* What is not UTF-8 is read as Latin-1, which fields of HTTP were once. */
void json_put(FILE *out, const char *bytes, size_t length)
{
    int is_text = is_utf8(bytes, length);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", out);
        else if (c < 0x20 || c == 0x7F || (c >= 0x80 && !is_text))
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
}

void base64_put(FILE *out, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < length; at += 3) {
        size_t left = length - at;
        unsigned group = (unsigned)bytes[at] << 16 | (left > 1 ? (unsigned)bytes[at + 1] << 8 : 0) | (left > 2 ? bytes[at + 2] : 0);
        putc(digits[group >> 18], out);
        putc(digits[group >> 12 & 63], out);
        putc(left > 1 ? digits[group >> 6 & 63] : '=', out);
        putc(left > 2 ? digits[group & 63] : '=', out);
    }
}
