/* One value as text of some kind. */
#include <stdlib.h>
#include <string.h>

#include "sql.h"

static char *scratch;
static size_t scratch_size;

static char *room_for(size_t size)
{
    if (size > scratch_size) {
        scratch_size = size;
        scratch = need(realloc(scratch, size));
    }
    return scratch;
}

static const char *hexadecimal(const unsigned char *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    char *text = room_for(2 * count + 1), *to = text;
    for (size_t i = 0; i < count; i++) {
        *to++ = digits[bytes[i] >> 4];
        *to++ = digits[bytes[i] & 15];
    }
    *to = '\0';
    return text;
}

static const char *base64(const unsigned char *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = room_for((count + 2) / 3 * 4 + 1), *to = text;
    for (size_t i = 0; i < count; i += 3) {
        unsigned more = (unsigned)(count - i < 3 ? count - i : 3);
        unsigned group = (unsigned)bytes[i] << 16 | (more > 1 ? (unsigned)bytes[i + 1] << 8 : 0) | (more > 2 ? bytes[i + 2] : 0);
        *to++ = digits[group >> 18];
        *to++ = digits[group >> 12 & 63];
        *to++ = more > 1 ? digits[group >> 6 & 63] : '=';
        *to++ = more > 2 ? digits[group & 63] : '=';
    }
    *to = '\0';
    return text;
}

static const char *blob_text(sqlite3_stmt *statement, int column, size_t *length)
{
    const unsigned char *bytes = sqlite3_column_blob(statement, column);
    size_t count = (size_t)sqlite3_column_bytes(statement, column);
    if (!bytes && count > 0) /* one that existed as its length only */
        out_of_memory();
    const char *text = options.blobs_as_base64 ? base64(bytes, count) : hexadecimal(bytes, count);
    *length = strlen(text);
    return text;
}

const char *value_text(sqlite3_stmt *statement, int column, size_t *length)
{
    int type = sqlite3_column_type(statement, column);
    *length = 0;
    if (type == SQLITE_NULL)
        return NULL;
    if (type == SQLITE_BLOB)
        return blob_text(statement, column, length);
    const char *text = need((void *)sqlite3_column_text(statement, column));
    *length = (size_t)sqlite3_column_bytes(statement, column);
    return text;
}

const char *number_text(double number)
{
    static char text[40];
    sqlite3_snprintf(sizeof text, text, "%!.15g", number);
    for (int digits = 16; digits <= 17 && strtod(text, NULL) != number; digits++)
        snprintf(text, sizeof text, "%.*g", digits, number);
    return text;
}

/* How many bytes the character takes that starts here, or 0 where the bytes are not UTF-8 (RFC 3629). */
static size_t character_length(const unsigned char *at, size_t left)
{
    unsigned first = at[0];
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    int overlong = (first == 0xe0 && at[1] < 0xa0) || (first == 0xf0 && at[1] < 0x90);
    int beyond = (first == 0xed && at[1] > 0x9f) || (first == 0xf4 && at[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}

static void write_escape(FILE *out, unsigned char c)
{
    static const char short_names[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
    const char *found = c ? strchr(short_names, c) : NULL;
    if (found)
        fprintf(out, "\\%c", letters[found - short_names]);
    else
        fprintf(out, "\\u%04x", c);
}

static int is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* What is not UTF-8 becomes the replacement character: the whole must stay JSON. */
void write_json_text(FILE *out, const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    putc('"', out);
    while (at < end) {
        const unsigned char *start = at;
        while (at < end && is_plain(*at))
            at++;
        fwrite(start, 1, (size_t)(at - start), out);
        if (at == end)
            break;
        size_t size = *at < 0x80 ? 1 : character_length(at, (size_t)(end - at));
        if (size == 0)
            fputs("\xef\xbf\xbd", out);
        else if (size == 1)
            write_escape(out, *at);
        else
            fwrite(at, 1, size, out);
        at += size ? size : 1;
    }
    putc('"', out);
}

/* Whole numbers with all of their digits. JSON has no infinity; 1e999 reads as one. */
void write_json(FILE *out, sqlite3_stmt *statement, int column)
{
    size_t length;
    double number;
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        fputs("null", out);
        return;
    case SQLITE_INTEGER:
        fputs(need((void *)sqlite3_column_text(statement, column)), out);
        return;
    case SQLITE_FLOAT:
        number = sqlite3_column_double(statement, column);
        fputs(number - number == 0 ? number_text(number) : number > 0 ? "1e999" : "-1e999", out);
        return;
    default: {
        const char *text = value_text(statement, column, &length);
        write_json_text(out, text, length);
    }
    }
}
