/* Rows as CSV, JSON, lines, lists; table.c draws tables. */
#include <stdlib.h>
#include <string.h>

#include "sql.h"

static char **keys; /* of the statement's columns, as JSON with a colon behind; for MODE_JSON and MODE_JSONL */
static size_t rows; /* of the statement so far */
static int statements_printed;

static int shows_header(void)
{
    return options.header >= 0 ? options.header : options.mode != MODE_LIST;
}

/* Keys of one object are told apart: the second "id" is "id:2". */
static char *unique_key(sqlite3_stmt *statement, int column)
{
    const char *name = sqlite3_column_name(statement, column);
    int number = 1;
    for (int i = 0; i < column; i++)
        number += strcmp(sqlite3_column_name(statement, i), name) == 0;
    return need(number == 1 ? sqlite3_mprintf("%s", name) : sqlite3_mprintf("%s:%d", name, number));
}

static char *json_key(sqlite3_stmt *statement, int column)
{
    char *name = unique_key(statement, column), *text = NULL;
    size_t length;
    FILE *memory = need(open_memstream(&text, &length));
    write_json_text(memory, name, strlen(name));
    putc(':', memory);
    fclose(memory);
    sqlite3_free(name);
    return need(text);
}

static void make_keys(sqlite3_stmt *statement)
{
    int count = sqlite3_column_count(statement);
    keys = need(calloc((size_t)count, sizeof *keys));
    for (int i = 0; i < count; i++)
        keys[i] = json_key(statement, i);
}

static void write_quoted(const char *text, size_t length)
{
    putc('"', stdout);
    for (const char *end = text + length; text < end; text++) {
        if (*text == '"')
            putc('"', stdout);
        putc(*text, stdout);
    }
    putc('"', stdout);
}

/* As RFC 4180 wants it: what holds a separator, a quote or a line end stands in quotes. So does an empty text, and NULL is nothing at all. */
static void write_csv(const char *text, size_t length)
{
    if (!text) {
        if (options.null_value)
            fputs(options.null_value, stdout);
        return;
    }
    int needs_quotes = length == 0;
    for (size_t i = 0; i < length && !needs_quotes; i++)
        needs_quotes = text[i] == ',' || text[i] == '"' || text[i] == '\n' || text[i] == '\r';
    if (needs_quotes)
        write_quoted(text, length);
    else
        fwrite(text, 1, length, stdout);
}

/* Tabs and line ends inside a field, which TSV cannot hold, are written as \t and \n. */
static void write_tsv(const char *text, size_t length)
{
    if (!text)
        text = options.null_value ? options.null_value : "", length = strlen(text);
    for (const char *end = text + length; text < end; text++) {
        static const char special[] = "\t\n\r\\", letters[] = "tnr\\";
        const char *found = *text ? strchr(special, *text) : NULL;
        if (found)
            putc('\\', stdout);
        putc(found ? letters[found - special] : *text, stdout);
    }
}

static void write_plain(const char *text, size_t length)
{
    if (text)
        fwrite(text, 1, length, stdout);
    else
        fputs(options.null_value ? options.null_value : "", stdout);
}

static void write_separated(const char *text, size_t length)
{
    if (options.mode == MODE_CSV)
        write_csv(text, length);
    else if (options.mode == MODE_TSV)
        write_tsv(text, length);
    else
        write_plain(text, length);
}

static char separator(void)
{
    return options.mode == MODE_CSV ? ',' : options.mode == MODE_TSV ? '\t' : '|';
}

static void separated_row(sqlite3_stmt *statement)
{
    int count = sqlite3_column_count(statement);
    for (int i = 0; i < count; i++) {
        size_t length;
        const char *text = value_text(statement, i, &length);
        if (i > 0)
            putc(separator(), stdout);
        write_separated(text, length);
    }
    putc('\n', stdout);
}

static void separated_header(sqlite3_stmt *statement)
{
    int count = sqlite3_column_count(statement);
    for (int i = 0; i < count; i++) {
        const char *name = sqlite3_column_name(statement, i);
        if (i > 0)
            putc(separator(), stdout);
        write_separated(name, strlen(name));
    }
    putc('\n', stdout);
}

static void json_row(sqlite3_stmt *statement)
{
    int count = sqlite3_column_count(statement);
    if (options.mode == MODE_JSON)
        fputs(rows == 0 ? "[" : ",\n", stdout);
    for (int i = 0; i < count; i++) {
        putc(i == 0 ? '{' : ',', stdout);
        fputs(keys[i], stdout);
        write_json(stdout, statement, i);
    }
    fputs(options.mode == MODE_JSON ? "}" : "}\n", stdout);
}

static void line_row(sqlite3_stmt *statement)
{
    int count = sqlite3_column_count(statement), width = 0;
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(sqlite3_column_name(statement, i));
        width = length > width ? length : width;
    }
    if (rows > 0)
        putc('\n', stdout);
    for (int i = 0; i < count; i++) {
        size_t length;
        const char *text = value_text(statement, i, &length);
        printf("%*s = ", width, sqlite3_column_name(statement, i));
        write_plain(text, length);
        putc('\n', stdout);
    }
}

void print_begin(sqlite3_stmt *statement)
{
    rows = 0;
    if (options.mode == MODE_JSON || options.mode == MODE_JSONL)
        make_keys(statement);
    else if (statements_printed && options.mode <= MODE_MARKDOWN)
        putc('\n', stdout);
    if ((options.mode == MODE_CSV || options.mode == MODE_TSV || options.mode == MODE_LIST) && shows_header())
        separated_header(statement);
    statements_printed = 1;
}

void print_row(sqlite3_stmt *statement)
{
    switch (options.mode) {
    case MODE_TABLE:
    case MODE_MARKDOWN:
        table_row(statement);
        break;
    case MODE_JSON:
    case MODE_JSONL:
        json_row(statement);
        break;
    case MODE_LINE:
        line_row(statement);
        break;
    case MODE_CSV:
    case MODE_TSV:
    case MODE_LIST:
        separated_row(statement);
        break;
    }
    rows++;
}

/* What was read so far is shown even where the statement failed in the middle; the array of JSON is closed then as well. */
void print_end(sqlite3_stmt *statement)
{
    if (options.mode <= MODE_MARKDOWN)
        table_end(statement, shows_header());
    else if (options.mode == MODE_JSON)
        fputs(rows == 0 ? "[]\n" : "]\n", stdout);
    fflush(stdout);
}
