/*
 * Cuts CSV and TSV files into fields (RFC 4180). The separator is a character; a field in double quotes may hold separators, line ends and doubled
 * quotes. Lines end in LF or CRLF. Lines without a character are passed over.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sql.h"

enum { FIRST_READ_BYTES = 64 * 1024 };

/* The whole of a descriptor, and a NUL behind it. Takes the size that stat tells as a hint only: streams have none. */
static char *read_descriptor(int fd, size_t *length)
{
    off_t end = lseek(fd, 0, SEEK_END);
    size_t capacity = end > 0 ? (size_t)end + 1 : FIRST_READ_BYTES, done = 0;
    if (end >= 0)
        lseek(fd, 0, SEEK_SET);
    char *bytes = malloc(capacity);
    while (bytes) {
        ssize_t count = read(fd, bytes + done, capacity - done - 1);
        if (count <= 0) {
            *length = done;
            bytes[done] = '\0';
            if (count == 0)
                return bytes;
            break;
        }
        done += (size_t)count;
        if (capacity - done > 1)
            continue;
        capacity *= 2;
        char *larger = realloc(bytes, capacity);
        if (!larger)
            break;
        bytes = larger;
    }
    free(bytes);
    return NULL;
}

char *read_whole(const char *file, size_t *length)
{
    if (strcmp(file, "-") == 0)
        return read_descriptor(STDIN_FILENO, length);
    int fd = open(file, O_RDONLY);
    if (fd < 0)
        return NULL;
    char *bytes = read_descriptor(fd, length);
    int error = errno;
    close(fd);
    errno = error;
    return bytes;
}

/* What the first line uses: a comma if it has one, else a semicolon or a tab if it has one. */
static char guess_separator(const char *line)
{
    char found = ',';
    int quoted = 0;
    for (; *line && (quoted || *line != '\n'); line++) {
        if (*line == '"')
            quoted = !quoted;
        else if (!quoted && *line == ',')
            return ',';
        else if (!quoted && found == ',' && (*line == ';' || *line == '\t'))
            found = *line;
    }
    return found;
}

int records_open(Records *records, const char *file, char separator)
{
    *records = (Records){.line = 1, .separator = separator};
    records->bytes = read_whole(file, &records->length);
    if (!records->bytes)
        return -1;
    if (records->length >= 3 && memcmp(records->bytes, "\xef\xbb\xbf", 3) == 0)
        records->position = 3;
    if (!separator)
        records->separator = guess_separator(records->bytes + records->position);
    records->stops[0] = records->stops['\n'] = records->stops[(unsigned char)records->separator] = 1;
    return 0;
}

void records_rewind(Records *records, size_t position, size_t line)
{
    records->position = position;
    records->line = line;
}

static Field *add_field(Records *records)
{
    if (records->count == records->room) {
        records->room = records->room ? 2 * records->room : 16;
        records->fields = need(realloc(records->fields, records->room * sizeof *records->fields));
    }
    return &records->fields[records->count++];
}

/* Where the field ends that starts here without a quote. The table holds the characters that may end one; the NUL behind the file is one. */
static const char *plain_end(const Records *records, const char *at, const char *end)
{
    const char *stops = records->stops;
    for (;; at++) {
        while (!stops[(unsigned char)*at])
            at++;
        if (*at || at == end)
            return at;
    }
}

/* The closing quote of the field whose text starts here, or NULL; tells of quotes that stand doubled, and counts lines. */
static const char *closing_quote(const char *at, const char *end, int *doubled, size_t *lines)
{
    for (; at < end; at++) {
        *lines += *at == '\n';
        if (*at != '"')
            continue;
        if (at[1] != '"')
            return at;
        *doubled = 1;
        at++;
    }
    return NULL;
}

/* Reads one field and gives what stops it. A quote that is closed in the middle of a field is a part of its text. */
static const char *read_field(Records *records, const char *at, const char *end)
{
    int doubled = 0;
    size_t lines = 0;
    const char *start = at;
    if (*at == '"') {
        const char *close = closing_quote(at + 1, end, &doubled, &lines);
        if (!close)
            return NULL;
        const char *next = close + 1;
        next += *next == '\r' && next[1] == '\n';
        records->line += lines;
        if (*next == records->separator || *next == '\n' || next == end) {
            *add_field(records) = (Field){at + 1, (size_t)(close - at) - 1, doubled};
            return next;
        }
        at = next;
    }
    at = plain_end(records, at, end);
    size_t length = (size_t)(at - start);
    if (length > 0 && at[-1] == '\r' && (*at == '\n' || at == end))
        length--;
    *add_field(records) = (Field){start, length, 0};
    return at;
}

int records_next(Records *records)
{
    const char *end = records->bytes + records->length, *at = records->bytes + records->position;
    for (; at < end && (*at == '\n' || (*at == '\r' && at[1] == '\n')); at++)
        records->line += *at == '\n';
    records->count = 0;
    if (at >= end)
        return 0;
    for (;; at++) {
        at = read_field(records, at, end);
        if (!at) {
            errno = EILSEQ;
            return -1;
        }
        if (at == end || *at == '\n')
            break;
    }
    records->position = (size_t)(at - records->bytes) + (at < end);
    records->line += at < end;
    return 1;
}
