/*
 * CSV and TSV files as tables.
 *
 * A file is read twice: once to learn what its columns hold, once to fill a table. A column of nothing but whole numbers is INTEGER, of numbers REAL,
 * and everything else is TEXT as it stands in the file: a number that would not come back the same, such as 007 or one of twenty digits, makes its
 * column TEXT. An empty field is NULL in a column of numbers and an empty text in one of texts; a field that is missing at the end is NULL.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sql.h"

const char *column_type(const Column *column)
{
    return column->kind == KIND_WHOLE ? "INTEGER" : column->kind == KIND_REAL ? "REAL" : "TEXT";
}

static int complain_of_line(const Source *source, const char *why)
{
    char what[600];
    snprintf(what, sizeof what, "%.500s: line %zu", source->file, source->records.line);
    return complain(-1, what, why);
}

/* Without blanks at its ends, in memory of its own; made up where that leaves nothing. */
static char *column_name(const Field *field, size_t index)
{
    const char *start = field->text, *end = start + field->length;
    while (start < end && (unsigned char)*start <= ' ')
        start++;
    while (end > start && (unsigned char)end[-1] <= ' ')
        end--;
    char *name = start == end ? sqlite3_mprintf("column%d", (int)index + 1) : sqlite3_mprintf("%.*s", (int)(end - start), start);
    return need(name);
}

/* Columns are told apart without regard to case, as SQLite does. */
static void make_unique(Source *source, size_t index)
{
    char *wanted = source->columns[index].name;
    for (int number = 2, again = 1; again; number++) {
        again = 0;
        for (size_t i = 0; i < index && !again; i++)
            again = sqlite3_stricmp(source->columns[i].name, source->columns[index].name) == 0;
        if (again)
            source->columns[index].name = need(sqlite3_mprintf("%s_%d", wanted, number));
    }
}

static int read_header(Source *source)
{
    int found = records_next(&source->records);
    if (found <= 0)
        return found < 0 ? complain_of_line(source, "a quoted field has no end") : complain(-1, source->file, "it is empty, and a table needs a header");
    source->count = source->records.count;
    source->columns = need(calloc(source->count, sizeof *source->columns));
    for (size_t i = 0; i < source->count; i++) {
        Field made_up = {"", 0, 0};
        source->columns[i].name = column_name(options.csv_has_no_header ? &made_up : &source->records.fields[i], i);
        make_unique(source, i);
    }
    return 0;
}

static void learn(Column *column, const Field *field)
{
    if (column->kind == KIND_TEXT)
        return;
    Kind kind = kind_of(field, &column->is_long);
    if (kind > column->kind)
        column->kind = kind;
}

static int learn_columns(Source *source)
{
    Records *records = &source->records;
    int found;
    for (;;) {
        size_t line = records->line;
        found = records_next(records);
        if (found <= 0)
            break;
        size_t count = records->count < source->count ? records->count : source->count;
        if (records->count > source->count && source->longer++ == 0)
            source->longer_line = line;
        for (size_t i = 0; i < count; i++)
            learn(&source->columns[i], &records->fields[i]);
    }
    if (found < 0)
        return complain_of_line(source, "a quoted field has no end");
    for (size_t i = 0; i < source->count; i++)
        if (source->columns[i].kind == KIND_REAL && source->columns[i].is_long)
            source->columns[i].kind = KIND_TEXT;
    return 0;
}

static int complain_of_sql(sqlite3 *db, const Source *source)
{
    return complain(-1, source->file, sqlite3_errmsg(db));
}

static int create_table(sqlite3 *db, const Source *source, const char *schema, const char *table)
{
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendf(sql, "CREATE TABLE \"%w\".\"%w\"(", schema, table);
    for (size_t i = 0; i < source->count; i++) {
        const Column *column = &source->columns[i];
        sqlite3_str_appendf(sql, "%s\"%w\" %s", i ? ", " : "", column->name, column_type(column));
    }
    sqlite3_str_appendall(sql, ")");
    char *text = need(sqlite3_str_finish(sql));
    int status = sqlite3_exec(db, text, NULL, NULL, NULL);
    sqlite3_free(text);
    return status == SQLITE_OK ? 0 : complain_of_sql(db, source);
}

/* SQLite reads the rows itself: that takes much less than a statement run for each. */
static int insert_rows(sqlite3 *db, Source *source, const char *schema, const char *table)
{
    source_of_rows = source;
    char *insert = need(sqlite3_mprintf("INSERT INTO \"%w\".\"%w\" SELECT * FROM temp.\"rows of a file\"", schema, table));
    int code = sqlite3_exec(db, "CREATE VIRTUAL TABLE temp.\"rows of a file\" USING rows_of_a_file", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, insert, NULL, NULL, NULL);
    int status = code == SQLITE_OK ? 0 : complain_of_sql(db, source);
    sqlite3_exec(db, "DROP TABLE temp.\"rows of a file\"", NULL, NULL, NULL);
    sqlite3_free(insert);
    source_of_rows = NULL;
    return status;
}

static void warn_of_longer_rows(const Source *source)
{
    char why[200];
    snprintf(why, sizeof why, "%zu of its rows have more fields than the header, the first in line %zu; the fields too many are left out", source->longer,
             source->longer_line);
    if (source->longer > 0)
        complain(0, source->file, why);
}

static int table_exists(sqlite3 *db, const char *schema, const char *table)
{
    return sqlite3_table_column_metadata(db, schema, table, NULL, NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;
}

static int fill(sqlite3 *db, Source *source, const char *schema, const char *table)
{
    if (!table_exists(db, schema, table) && create_table(db, source, schema, table) < 0)
        return -1;
    return insert_rows(db, source, schema, table);
}

/* As one: a table is there with all of its rows or not at all. */
int csv_load(sqlite3 *db, const char *schema, const char *table, const char *file)
{
    size_t length = strlen(file);
    char separator = options.csv_separator;
    if (!separator && length > 4 && sqlite3_stricmp(file + length - 4, ".tsv") == 0)
        separator = '\t';
    Source source = {.file = strcmp(file, "-") == 0 ? "standard input" : file};
    if (records_open(&source.records, file, separator) < 0)
        return complain(-1, file, strerror(errno));
    size_t start = source.records.position;
    if (read_header(&source) < 0)
        return -1;
    if (options.csv_has_no_header)
        records_rewind(&source.records, start, 1);
    source.first_position = source.records.position;
    source.first_line = source.records.line;
    if (learn_columns(&source) < 0)
        return -1;
    sqlite3_exec(db, "SAVEPOINT \"load a file\"", NULL, NULL, NULL);
    int status = fill(db, &source, schema, table);
    if (status < 0)
        sqlite3_exec(db, "ROLLBACK TO \"load a file\"", NULL, NULL, NULL);
    if (sqlite3_exec(db, "RELEASE \"load a file\"", NULL, NULL, NULL) != SQLITE_OK && status == 0)
        status = complain_of_sql(db, &source);
    warn_of_longer_rows(&source);
    free(source.records.bytes);
    return status;
}
