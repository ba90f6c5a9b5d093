/* A database at work: n rows go into a table in memory, which is indexed, asked, changed and asked again. */
#include <string.h>

#include "../guests/bench.h"
#include "sqlite3.h"

/* The platform is left out of SQLite, so that the module needs no host: nothing but memory, and a clock that stands still. */

static int open_nothing(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs, (void)name, (void)flags, (void)out;
    file->pMethods = 0;
    return SQLITE_CANTOPEN;
}

static int full_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    return sqlite3_snprintf(size, out, "%s", name) ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int randomness(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs;
    memset(out, 7, (size_t)size);
    return size;
}

static int current_time(sqlite3_vfs *vfs, double *now)
{
    (void)vfs;
    *now = 2460000.5;
    return SQLITE_OK;
}

int sqlite3_os_init(void)
{
    static sqlite3_vfs nothing = {
        .iVersion = 1,
        .szOsFile = sizeof(sqlite3_file),
        .mxPathname = 64,
        .zName = "nothing",
        .xOpen = open_nothing,
        .xFullPathname = full_path,
        .xRandomness = randomness,
        .xCurrentTime = current_time,
    };
    return sqlite3_vfs_register(&nothing, 1);
}

int sqlite3_os_end(void)
{
    return SQLITE_OK;
}

static sqlite3 *database;
static uint32_t sum;

/* Runs a statement with up to one parameter, and adds all that it answers to the sum. */
static void ask(const char *sql, uint32_t parameter)
{
    sqlite3_stmt *statement = 0;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, 0) != SQLITE_OK)
        __builtin_trap();
    if (sqlite3_bind_parameter_count(statement))
        sqlite3_bind_int64(statement, 1, parameter);
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++)
            sum = mix(sum, (uint32_t)sqlite3_column_int64(statement, i));
    if (sqlite3_finalize(statement) != SQLITE_OK)
        __builtin_trap();
}

static void insert(uint32_t n)
{
    static char name[32];
    uint32_t seed = 1;
    sqlite3_stmt *statement = 0;
    sqlite3_prepare_v2(database, "INSERT INTO item VALUES (?, ?, ?, ?)", -1, &statement, 0);
    for (uint32_t i = 0; i < n; i++) {
        sqlite3_snprintf(sizeof name, name, "item %u", next(&seed) >> 16);
        sqlite3_bind_int64(statement, 1, i);
        sqlite3_bind_text(statement, 2, name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 3, next(&seed) >> 22);
        sqlite3_bind_int64(statement, 4, next(&seed) >> 8);
        if (sqlite3_step(statement) != SQLITE_DONE)
            __builtin_trap();
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
}

EXPORT uint32_t run(uint32_t n)
{
    sum = 0;
    if (sqlite3_open(":memory:", &database) != SQLITE_OK)
        return 0;
    ask("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, kind INTEGER, price INTEGER)", 0);
    ask("BEGIN", 0);
    insert(n);
    ask("COMMIT", 0);
    ask("CREATE INDEX by_kind ON item (kind, price)", 0);
    ask("SELECT kind, count(*), sum(price) FROM item GROUP BY kind ORDER BY 3 DESC", 0);
    ask("SELECT count(*) FROM item WHERE name LIKE '%7_1%'", 0);
    for (uint32_t kind = 0; kind < n / 20; kind++)
        ask("SELECT id, length(name) FROM item WHERE kind = ? ORDER BY price LIMIT 10", kind);
    ask("UPDATE item SET price = price + 1 WHERE kind % 3 = 0", 0);
    ask("SELECT count(*), sum(a.price) FROM item a JOIN item b ON b.id = a.kind WHERE a.price < b.price", 0);
    sqlite3_close(database);
    return sum;
}
