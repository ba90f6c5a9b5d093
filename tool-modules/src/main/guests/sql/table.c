/*
 * Rows as a table that is drawn, or as Markdown. Widths are known when all rows are, so they are kept until then: of each cell the text as it will be
 * written, with control characters as escapes, so that no value can move out of its cell.
 */
#include <stdlib.h>
#include <string.h>

#include "sql.h"

typedef struct {
    char *text;
    size_t width; /* in characters; each is taken to be as wide as any other */
} Cell;

static Cell *cells; /* row by row */
static size_t count, room;

static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* A control character of ASCII, or one of those that UTF-8 writes as C2 80 to C2 9F. */
static int is_control(const unsigned char *at, const unsigned char *end)
{
    return at[0] < 0x20 || at[0] == 0x7f || (at[0] == 0xc2 && at + 1 < end && at[1] >= 0x80 && at[1] < 0xa0);
}

/* Writes it with escapes; gives where the next character starts. */
static const unsigned char *put_escaped(FILE *out, const unsigned char *at, const unsigned char *end)
{
    static const char known[] = "\n\t\r", letters[] = "ntr";
    const char *found = *at ? strchr(known, *at) : NULL;
    if (found)
        fprintf(out, "\\%c", letters[found - known]);
    else if (is_control(at, end))
        fprintf(out, "\\x%02x", at[0] == 0xc2 ? at[1] : at[0]);
    else if (options.mode == MODE_MARKDOWN && *at == '|')
        fputs("\\|", out);
    else
        putc(*at, out);
    return at + (at[0] == 0xc2 && is_control(at, end) ? 2 : 1);
}

static int is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == 0x7f || c == 0xc2 || (c == '|' && options.mode == MODE_MARKDOWN))
            return 0;
    }
    return 1;
}

static char *cell_text(const char *text, size_t length)
{
    if (is_plain(text, length)) {
        char *copy = need(malloc(length + 1));
        memcpy(copy, text, length);
        copy[length] = '\0';
        return copy;
    }
    char *escaped = NULL;
    size_t size;
    FILE *memory = need(open_memstream(&escaped, &size));
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end)
        at = put_escaped(memory, at, end);
    fclose(memory);
    return need(escaped);
}

static void add_cell(const char *text, size_t length)
{
    if (count == room) {
        room = room ? 2 * room : 64;
        cells = need(realloc(cells, room * sizeof *cells));
    }
    char *kept = cell_text(text, length);
    cells[count++] = (Cell){kept, width_of(kept)};
}

void table_row(sqlite3_stmt *statement)
{
    int columns = sqlite3_column_count(statement);
    for (int i = 0; i < columns; i++) {
        size_t length;
        const char *text = value_text(statement, i, &length);
        if (text)
            add_cell(text, length);
        else
            add_cell(options.null_value ? options.null_value : "NULL", strlen(options.null_value ? options.null_value : "NULL"));
    }
}

static void put_repeated(char c, size_t times)
{
    while (times-- > 0)
        putc(c, stdout);
}

static void put_cell(const Cell *cell, size_t width)
{
    putc(' ', stdout);
    fputs(cell->text, stdout);
    put_repeated(' ', width - cell->width + 1);
    putc('|', stdout);
}

static void put_rule(const size_t *widths, size_t columns)
{
    char corner = options.mode == MODE_MARKDOWN ? '|' : '+';
    for (size_t i = 0; i < columns; i++) {
        putc(corner, stdout);
        put_repeated('-', widths[i] + 2);
    }
    putc(corner, stdout);
    putc('\n', stdout);
}

static void put_line(const Cell *row, const size_t *widths, size_t columns)
{
    putc('|', stdout);
    for (size_t i = 0; i < columns; i++)
        put_cell(&row[i], widths[i]);
    putc('\n', stdout);
}

/* The names of the columns as a first row. */
static Cell *header_cells(sqlite3_stmt *statement, size_t columns, size_t *widths)
{
    Cell *header = need(calloc(columns, sizeof *header));
    for (size_t i = 0; i < columns; i++) {
        const char *name = sqlite3_column_name(statement, (int)i);
        header[i].text = cell_text(name, strlen(name));
        header[i].width = widths[i] = width_of(header[i].text);
    }
    return header;
}

void table_end(sqlite3_stmt *statement, int with_header)
{
    size_t columns = (size_t)sqlite3_column_count(statement), *widths = need(calloc(columns, sizeof *widths));
    int is_markdown = options.mode == MODE_MARKDOWN; /* which has no table without a header */
    Cell *header = with_header || is_markdown ? header_cells(statement, columns, widths) : NULL;
    for (size_t i = 0; i < count; i++)
        if (cells[i].width > widths[i % columns])
            widths[i % columns] = cells[i].width;
    if (!is_markdown)
        put_rule(widths, columns);
    if (header) {
        put_line(header, widths, columns);
        put_rule(widths, columns);
    }
    for (size_t i = 0; i < count; i += columns)
        put_line(&cells[i], widths, columns);
    if (!is_markdown && count > 0)
        put_rule(widths, columns);
    for (size_t i = 0; i < count; i++)
        free(cells[i].text);
    count = 0;
}
