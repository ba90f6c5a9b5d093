/*
 * A CSV or TSV file as a virtual table: what SQLite reads rows from when it fills a real one. Such a table is scanned once, from its first row to its
 * last, and dropped.
 */
#include <stdlib.h>
#include <string.h>

#include "sql.h"

typedef struct {
    sqlite3_vtab base; /* first, as SQLite asks */
    Source *source;
} Table;

typedef struct {
    sqlite3_vtab_cursor base; /* first, as SQLite asks */
    Source *source;
    int has_row;
} Cursor;

Source *source_of_rows;

static char *declaration(const Source *source)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "CREATE TABLE rows(");
    for (size_t i = 0; i < source->count; i++)
        sqlite3_str_appendf(sql, "%sc%d %s", i ? ", " : "", (int)i, column_type(&source->columns[i]));
    sqlite3_str_appendall(sql, ")");
    return need(sqlite3_str_finish(sql));
}

static int connect(sqlite3 *db, void *context, int argc, const char *const *argv, sqlite3_vtab **out, char **error)
{
    if (!source_of_rows) { /* a statement of the user's names the module */
        *error = sqlite3_mprintf("tables of this kind are made from files only");
        return SQLITE_ERROR;
    }
    char *text = declaration(source_of_rows);
    int code = sqlite3_declare_vtab(db, text);
    sqlite3_free(text);
    Table *table = need(sqlite3_malloc(sizeof *table));
    *table = (Table){.source = source_of_rows};
    *out = &table->base;
    return code;
}

static int disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *table, sqlite3_index_info *plan)
{
    plan->estimatedCost = 1e6;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    Cursor *cursor = need(sqlite3_malloc(sizeof *cursor));
    *cursor = (Cursor){.source = ((Table *)table)->source};
    *out = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    Cursor *cursor = (Cursor *)base;
    int found = records_next(&cursor->source->records);
    cursor->has_row = found > 0;
    return found < 0 ? SQLITE_ERROR : SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *text, int argc, sqlite3_value **argv)
{
    Source *source = ((Cursor *)base)->source;
    records_rewind(&source->records, source->first_position, source->first_line);
    return next(base);
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
    return !((Cursor *)base)->has_row;
}

/* Each doubled quote becomes one. */
static void give_unquoted(sqlite3_context *context, const Field *field)
{
    char *text = need(sqlite3_malloc64(field->length)), *to = text;
    for (const char *at = field->text, *end = at + field->length; at < end; at++) {
        *to++ = *at;
        at += *at == '"';
    }
    sqlite3_result_text(context, text, (int)(to - text), sqlite3_free);
}

static int give_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int index)
{
    const Source *source = ((Cursor *)base)->source;
    if ((size_t)index >= source->records.count) /* the record is short: NULL, which is what a result is unless it is set */
        return SQLITE_OK;
    const Field *field = &source->records.fields[index];
    Kind kind = source->columns[index].kind;
    if (kind == KIND_WHOLE && field->length > 0)
        sqlite3_result_int64(context, whole_number(field));
    else if (kind == KIND_REAL && field->length > 0)
        sqlite3_result_double(context, real_number(field));
    else if (kind == KIND_WHOLE || kind == KIND_REAL)
        sqlite3_result_null(context);
    else if (field->has_doubled_quotes)
        give_unquoted(context, field);
    else
        sqlite3_result_text(context, field->text, (int)field->length, SQLITE_STATIC);
    return SQLITE_OK;
}

static int give_row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *number)
{
    *number = (sqlite3_int64)((Cursor *)base)->source->records.position;
    return SQLITE_OK;
}

int source_register(sqlite3 *db)
{
    static const sqlite3_module module = {
        .xCreate = connect,
        .xConnect = connect,
        .xBestIndex = best_index,
        .xDisconnect = disconnect,
        .xDestroy = disconnect,
        .xOpen = open_cursor,
        .xClose = close_cursor,
        .xFilter = filter,
        .xNext = next,
        .xEof = is_at_end,
        .xColumn = give_column,
        .xRowid = give_row_number,
    };
    return sqlite3_create_module(db, "rows_of_a_file", &module, NULL);
}
