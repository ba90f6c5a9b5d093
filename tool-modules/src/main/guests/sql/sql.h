/*
 * The `sql` guest: a front end of our own for SQLite.
 *
 *   main.c     opening, running statements, errors with their position, exit status
 *   options.c  the command line
 *   vfs.c      files of the workspace for SQLite, in place of its own code for Unix
 *   csv.c      CSV and TSV files as tables
 *   kinds.c    what is in a field: a whole number, a number, a text
 *   fields.c   cutting such a file into fields
 *   source.c   such a file as what SQLite reads rows from
 *   print.c    rows as CSV, JSON, lines, lists
 *   table.c    rows as a table that is drawn
 *   values.c   one value as text of some kind
 *   platform.h what SQLite's own source is told of the platform
 *
 * The process ends after one command line: what is allocated for its whole length is not freed.
 */
#ifndef CLOCHE_SQL_H
#define CLOCHE_SQL_H

#include <stddef.h>
#include <stdio.h>

#include "sqlite3.h"

enum { FAILED = 1, BAD_USAGE = 2 };

typedef enum { MODE_TABLE, MODE_MARKDOWN, MODE_CSV, MODE_TSV, MODE_JSON, MODE_JSONL, MODE_LINE, MODE_LIST } Mode;

/* A name and what belongs to it: a parameter and its value, a table and its file. */
typedef struct {
    const char *name;
    const char *value;
    int is_text; /* of a parameter: text even if it looks like a number */
} Pair;

typedef struct {
    Mode mode;
    int header;             /* 1 or 0; -1 where the mode decides */
    int blobs_as_base64;    /* else hexadecimal */
    const char *null_value; /* NULL where the mode decides */
    int read_only;
    int csv_has_no_header;
    char csv_separator;   /* 0 where the file decides */
    const char *database; /* NULL for none */
    const char *sql;      /* NULL where it comes from standard input */
    Pair *parameters, *tables, *imports;
    size_t parameter_count, table_count, import_count;
    int help;
} Options;

/* options.c */
extern Options options;
int options_read(int argc, char **argv); /* 0 or BAD_USAGE, which it has explained */
int options_is_csv(const char *name);

/* fields.c */
typedef struct {
    const char *text; /* into the file's bytes, without the quotes around it */
    size_t length;
    int has_doubled_quotes;
} Field;

typedef struct {
    char *bytes; /* the whole file */
    size_t length, position;
    size_t line;    /* of the record that comes next, from 1 */
    char separator;
    char stops[256]; /* whether the character may end a field */
    Field *fields;  /* of the record that was read last */
    size_t count, room;
} Records;

int records_open(Records *records, const char *file, char separator); /* 0, or -1 and errno */
int records_next(Records *records);                                    /* 1, 0 at the end, -1 and errno */
void records_rewind(Records *records, size_t position, size_t line);
char *read_whole(const char *file, size_t *length); /* "-" is standard input; NULL and errno */

/* kinds.c */
typedef enum { KIND_EMPTY, KIND_WHOLE, KIND_REAL, KIND_TEXT } Kind;

Kind kind_of(const Field *field, int *is_long); /* a whole number of more digits than a REAL holds is long; nothing is set for others */
sqlite3_int64 whole_number(const Field *field);
double real_number(const Field *field);

/* csv.c */
typedef struct {
    char *name;
    Kind kind;
    int is_long; /* one of its whole numbers is */
} Column;

typedef struct {
    const char *file;
    Records records;
    Column *columns;
    size_t count;
    size_t first_position, first_line; /* of the first record that is a row */
    size_t longer, longer_line;        /* how many rows have more fields than there are columns, and where the first is */
} Source;

const char *column_type(const Column *column);
int csv_load(sqlite3 *db, const char *schema, const char *table, const char *file); /* 0, or -1, which it has explained */

/* source.c: a module of SQLite whose tables are what `source_of_rows` is when they are made */
extern Source *source_of_rows;
int source_register(sqlite3 *db);

/* print.c */
void print_begin(sqlite3_stmt *statement);
void print_row(sqlite3_stmt *statement);
void print_end(sqlite3_stmt *statement);

/* table.c */
void table_row(sqlite3_stmt *statement);
void table_end(sqlite3_stmt *statement, int with_header);

/* values.c */
const char *value_text(sqlite3_stmt *statement, int column, size_t *length); /* NULL for NULL; valid until the next call or step */
const char *number_text(double number);                                        /* the shortest that reads back as the same */
void write_json(FILE *out, sqlite3_stmt *statement, int column);
void write_json_text(FILE *out, const char *text, size_t length);

/* main.c */
int complain(int status, const char *what, const char *why); /* gives the status back */
_Noreturn void out_of_memory(void);
void *need(void *block); /* the block, unless it is NULL */

#endif
