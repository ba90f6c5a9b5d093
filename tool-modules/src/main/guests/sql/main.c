/* Opening, running statements, errors with their position, exit status. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql.h"

/* The usage text is the manifest's, so that what a host shows and what -h prints cannot differ. */
static const char MANIFEST[] = {
#embed "manifest.json"
    , 0};

static sqlite3 *in_memory; /* made by a warm start */

int complain(int status, const char *what, const char *why)
{
    fflush(stdout);
    fprintf(stderr, "sql: %s: %s\n", what, why);
    return status;
}

_Noreturn void out_of_memory(void)
{
    complain(FAILED, "out of memory", "the memory limit of this call is reached");
    _Exit(FAILED);
}

void *need(void *block)
{
    if (!block)
        out_of_memory();
    return block;
}

/* readfile(PATH): a file of the workspace as a blob, or NULL if it cannot be read. */
static void read_file(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const char *path = (const char *)sqlite3_value_text(argv[0]);
    size_t length;
    char *bytes = path && strcmp(path, "-") != 0 ? read_whole(path, &length) : NULL;
    if (bytes)
        sqlite3_result_blob64(context, bytes, length, free);
}

static sqlite3 *open_database(const char *path)
{
    sqlite3 *db = NULL;
    int flags = options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_EXRESCODE, NULL) != SQLITE_OK)
        return db;
    /* A database comes from anywhere: what its schema calls must be harmless, and its own tables are changed by statements only. */
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_create_function_v2(db, "readfile", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, read_file, NULL, NULL, NULL);
    source_register(db);
    /* Files have no shared memory here, and without it WAL mode is for one connection alone. */
    sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp.locking_mode = NORMAL", NULL, NULL, NULL);
    return db;
}

/* Line and column of a place in the text, from 1; the column counts characters. */
static void locate(const char *sql, const char *place, int *line, int *column)
{
    *line = *column = 1;
    for (; sql < place && *sql; sql++) {
        int starts_character = ((unsigned char)*sql & 0xc0) != 0x80;
        *column = *sql == '\n' ? 1 : *column + starts_character;
        *line += *sql == '\n';
    }
}

enum { SHOWN_BEFORE = 50, SHOWN_IN_ALL = 76 };

/* The part of the line around the place, and a mark below it. */
static void show_place(const char *sql, const char *place)
{
    const char *start = place, *end = place;
    while (start > sql && start[-1] != '\n' && place - start < SHOWN_BEFORE)
        start--;
    while (((unsigned char)*start & 0xc0) == 0x80)
        start++;
    while (*end && *end != '\n' && (end - start < SHOWN_IN_ALL || ((unsigned char)*end & 0xc0) == 0x80))
        end++;
    fputs("  ", stderr);
    int width = 0;
    for (const char *at = start; at < end; at++) {
        putc((unsigned char)*at < 0x20 || *at == 0x7f ? ' ' : *at, stderr);
        width += at < place && ((unsigned char)*at & 0xc0) != 0x80;
    }
    fprintf(stderr, "\n  %*s^\n", width, "");
}

/* `statement` is where it starts in the text; the offset is one into it, or negative where SQLite knows none. */
static int report(sqlite3 *db, const char *sql, const char *statement, int offset)
{
    int line, column;
    while (isspace((unsigned char)*statement))
        statement++, offset--;
    const char *place = statement + (offset > 0 ? offset : 0);
    locate(sql, place, &line, &column);
    fflush(stdout);
    fprintf(stderr, "sql: line %d, column %d: %s\n", line, column, sqlite3_errmsg(db));
    if (offset >= 0)
        show_place(sql, place);
    return FAILED;
}

/* The file of the table that a statement lacks, if there is one. */
static const char *missing_table(sqlite3 *db)
{
    static const char START[] = "no such table: ";
    const char *message = sqlite3_errmsg(db);
    struct stat status;
    if (strncmp(message, START, sizeof START - 1) != 0)
        return NULL;
    const char *name = message + sizeof START - 1;
    if (!options_is_csv(name) || stat(name, &status) < 0 || !S_ISREG(status.st_mode))
        return NULL;
    return name;
}

/* Prepares the next statement. A table that is not there but is the name of a file is loaded from it, and then there is another try. */
static int prepare(sqlite3 *db, const char *sql, const char *from, sqlite3_stmt **statement, const char **rest)
{
    char *last = NULL;
    for (;;) {
        if (sqlite3_prepare_v2(db, from, -1, statement, rest) == SQLITE_OK)
            return 0;
        int offset = sqlite3_error_offset(db);
        const char *file = missing_table(db);
        if (!file || (last && strcmp(last, file) == 0))
            return report(db, sql, from, offset);
        last = need(sqlite3_mprintf("%s", file));
        if (csv_load(db, "temp", last, last) < 0)
            return FAILED;
    }
}

static int is_number(const char *text)
{
    char *end, again[40];
    long long whole = strtoll(text, &end, 10);
    snprintf(again, sizeof again, "%lld", whole);
    if (strcmp(again, text) == 0)
        return SQLITE_INTEGER;
    double number = strtod(text, &end);
    return *text && !*end && strchr(text, '.') && strcmp(number_text(number), text) == 0 ? SQLITE_FLOAT : SQLITE_TEXT;
}

static void bind(sqlite3_stmt *statement, int index, const Pair *parameter)
{
    int type = parameter->is_text ? SQLITE_TEXT : is_number(parameter->value);
    if (type == SQLITE_INTEGER)
        sqlite3_bind_int64(statement, index, strtoll(parameter->value, NULL, 10));
    else if (type == SQLITE_FLOAT)
        sqlite3_bind_double(statement, index, strtod(parameter->value, NULL));
    else
        sqlite3_bind_text(statement, index, parameter->value, -1, SQLITE_STATIC);
}

/* The last one given for the name, which a statement writes as :name, @name or $name; ? is named by its number. */
static const Pair *find_parameter(const char *name)
{
    for (size_t i = options.parameter_count; i-- > 0;) {
        const Pair *given = &options.parameters[i];
        const char *bare = given->name + (strchr(":@$?", *given->name) != NULL);
        if (strcmp(bare, name) == 0)
            return given;
    }
    return NULL;
}

static int bind_all(sqlite3_stmt *statement)
{
    int count = sqlite3_bind_parameter_count(statement);
    for (int i = 1; i <= count; i++) {
        char number[12];
        const char *name = sqlite3_bind_parameter_name(statement, i);
        snprintf(number, sizeof number, "%d", i);
        const Pair *given = find_parameter(name ? name + 1 : number);
        if (!given && !name)
            return complain(BAD_USAGE, "the statement has a ? without a value", "give -p NUMBER=VALUE, with numbers from 1");
        if (!given)
            return complain(BAD_USAGE, name, "the statement has this parameter, and no value was given for it: -p NAME=VALUE");
        bind(statement, i, given);
    }
    return 0;
}

static int run_statement(sqlite3 *db, const char *sql, const char *from, sqlite3_stmt *statement)
{
    int prints = sqlite3_column_count(statement) > 0, code;
    if (prints)
        print_begin(statement);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        print_row(statement);
    if (prints)
        print_end(statement);
    return code == SQLITE_DONE ? 0 : report(db, sql, from, -1);
}

/* All of them in order, up to the first that fails. */
static int run_statements(sqlite3 *db, const char *sql)
{
    const char *from = sql, *rest;
    int status = 0;
    while (*from && status == 0) {
        sqlite3_stmt *statement = NULL;
        status = prepare(db, sql, from, &statement, &rest);
        if (status == 0 && statement) {
            status = bind_all(statement);
            if (status == 0)
                status = run_statement(db, sql, from, statement);
        }
        sqlite3_finalize(statement);
        from = rest;
    }
    return status;
}

static int load_files(sqlite3 *db)
{
    for (size_t i = 0; i < options.import_count; i++)
        if (csv_load(db, "main", options.imports[i].name, options.imports[i].value) < 0)
            return FAILED;
    for (size_t i = 0; i < options.table_count; i++)
        if (csv_load(db, "temp", options.tables[i].name, options.tables[i].value) < 0)
            return FAILED;
    return 0;
}

static int print_usage(sqlite3 *db)
{
    sqlite3_stmt *lines = NULL;
    sqlite3_prepare_v2(db, "SELECT value FROM json_each(?1, '$.usage')", -1, &lines, NULL);
    sqlite3_bind_text(lines, 1, MANIFEST, -1, SQLITE_STATIC);
    while (sqlite3_step(lines) == SQLITE_ROW)
        puts((const char *)sqlite3_column_text(lines, 0));
    return sqlite3_finalize(lines) == SQLITE_OK ? 0 : FAILED;
}

/* What sqlite3 has as commands that begin with a point, as far as they are something to read. */
static const char *without_point(const char *sql)
{
    if (strcmp(sql, ".tables") == 0 || strcmp(sql, ".schema") == 0) {
        char *option = need(sqlite3_mprintf("-%s", sql + 1)), *arguments[] = {"sql", option};
        options.sql = NULL;
        options_read(2, arguments);
        return options.sql;
    }
    return sql;
}

/* Statements come from the command line or, where it has none, from standard input. */
static char *statements(void)
{
    int input_is_taken = 0;
    for (size_t i = 0; i < options.table_count; i++)
        input_is_taken |= strcmp(options.tables[i].value, "-") == 0;
    for (size_t i = 0; i < options.import_count; i++)
        input_is_taken |= strcmp(options.imports[i].value, "-") == 0;
    if (options.sql && strcmp(options.sql, "-") != 0)
        return (char *)without_point(options.sql);
    if (input_is_taken || (!options.sql && options.import_count > 0))
        return "";
    size_t length;
    return read_whole("-", &length);
}

static int run(sqlite3 *db)
{
    char *sql = statements();
    if (!sql)
        return complain(FAILED, "standard input", strerror(errno));
    if (*sql == '.')
        return complain(BAD_USAGE, "commands that begin with a point are sqlite3's own", ".tables and .schema are here; sql -h shows the options for the rest");
    int status = load_files(db);
    return status ? status : run_statements(db, sql);
}

/* A database that nothing was put into leaves no empty file behind: its name may have been a slip. */
static void remove_if_empty(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0)
        unlink(path);
}

static int run_command(int argc, char **argv)
{
    static char buffer[65536];
    struct stat status;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    int result = options_read(argc, argv);
    if (result != 0)
        return result;
    sqlite3_randomness(0, NULL); /* a warm start must not be where random numbers come from */
    if (options.help)
        return print_usage(in_memory);
    const char *path = options.database;
    int is_new = path && stat(path, &status) < 0;
    sqlite3 *db = path ? open_database(path) : in_memory;
    if (sqlite3_errcode(db) != SQLITE_OK)
        return complain(FAILED, path ? path : "database", sqlite3_errmsg(db));
    result = run(db);
    if (path && sqlite3_close(db) != SQLITE_OK && result == 0)
        result = complain(FAILED, path, sqlite3_errmsg(db));
    if (is_new)
        remove_if_empty(path);
    return result;
}

/*
 * Does once what every start would do again: a host may call this in a fresh instance, keep memory and globals as an image, and let later
 * instances start from it. Of the outside it reads nothing. For that, main() runs the C library's constructors itself: the linker would have them
 * run before every export, and the image would hold the directories that were open when it was made.
 */
__attribute__((export_name("wizer.initialize"))) void sql_warm_start(void)
{
    if (!in_memory)
        in_memory = open_database(":memory:");
}

void __wasm_call_ctors(void);

int main(int argc, char **argv)
{
    __wasm_call_ctors();
    sql_warm_start();
    int status = run_command(argc, argv);
    exit(fflush(stdout) == 0 || status ? status : complain(FAILED, "standard output", strerror(errno)));
}
