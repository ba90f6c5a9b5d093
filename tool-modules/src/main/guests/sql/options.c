/* The command line. An option may begin with one hyphen, as those of sqlite3 do, or with two. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sql.h"

Options options = {.mode = MODE_TABLE, .header = -1};

static int ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), wanted = strlen(end);
    return length > wanted && sqlite3_stricmp(name + length - wanted, end) == 0;
}

int options_is_csv(const char *name)
{
    return ends_with(name, ".csv") || ends_with(name, ".tsv");
}

static int is_database(const char *name)
{
    return ends_with(name, ".db") || ends_with(name, ".db3") || ends_with(name, ".sqlite") || ends_with(name, ".sqlite3");
}

/* Whether an argument is meant as a file, even before any statement was given: then both orders of sql and sqlite3 work. */
static int is_file(const char *argument)
{
    struct stat status;
    if (strpbrk(argument, " \t\n;(") != NULL)
        return stat(argument, &status) == 0 && S_ISREG(status.st_mode);
    return options_is_csv(argument) || is_database(argument) || (stat(argument, &status) == 0 && S_ISREG(status.st_mode));
}

static void add_pair(Pair **pairs, size_t *count, Pair pair)
{
    *pairs = need(realloc(*pairs, (*count + 1) * sizeof **pairs));
    (*pairs)[(*count)++] = pair;
}

/* The name of a file without directories and without what follows its last point. */
static char *table_name(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file, *point = strrchr(name, '.');
    return need(sqlite3_mprintf("%.*s", point && point != name ? (int)(point - name) : (int)strlen(name), name));
}

static int take_argument(const char *argument)
{
    int file = strcmp(argument, "-") != 0 && (options.sql || is_file(argument));
    if (file && options_is_csv(argument))
        add_pair(&options.tables, &options.table_count, (Pair){table_name(argument), argument, 0});
    else if (file && options.database)
        return complain(BAD_USAGE, argument, "only one database can be given; ATTACH opens more");
    else if (file)
        options.database = argument;
    else if (options.sql)
        return complain(BAD_USAGE, argument, "statements are given already; several go into one argument, with ; between them");
    else
        options.sql = argument;
    return 0;
}

/* NAME=VALUE in two. */
static int split(const char *option, const char *text, Pair *pair)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return complain(BAD_USAGE, option, "what follows must be NAME=VALUE");
    pair->name = need(sqlite3_mprintf("%.*s", (int)(equals - text), text));
    pair->value = equals + 1;
    return 0;
}

static int take_separator(const char *option, const char *text)
{
    options.csv_separator = strcmp(text, "\\t") == 0 ? '\t' : text[0];
    if (!text[0] || (text[1] && text[0] != '\\') || strchr("\"\n\r", options.csv_separator))
        return complain(BAD_USAGE, option, "a separator is one character, or \\t");
    return 0;
}

static int take_blob(const char *option, const char *text)
{
    options.blobs_as_base64 = strcmp(text, "base64") == 0;
    return options.blobs_as_base64 || strcmp(text, "hex") == 0 ? 0 : complain(BAD_USAGE, option, "hex or base64 must follow");
}

/* FILE, and TABLE if one follows that is no option. Gives how many arguments it took, or -1. */
static int take_import(int left, char **next)
{
    const char *file = next[0];
    int named = left > 1 && next[1][0] != '-' && strpbrk(next[1], " \t\n;(") == NULL && !options_is_csv(next[1]) && !is_database(next[1]);
    if (strcmp(file, "-") == 0 && !named) {
        complain(BAD_USAGE, "-import", "standard input has no name: a table's must follow");
        return -1;
    }
    add_pair(&options.imports, &options.import_count, (Pair){named ? next[1] : table_name(file), file, 0});
    return named ? 2 : 1;
}

/* An option that stands alone; 0 if it is none. */
static int take_flag(const char *name)
{
    static const struct {
        const char *name;
        Mode mode;
    } modes[] = {{"table", MODE_TABLE}, {"markdown", MODE_MARKDOWN}, {"csv", MODE_CSV},   {"tsv", MODE_TSV}, {"tabs", MODE_TSV},
                 {"json", MODE_JSON},   {"jsonl", MODE_JSONL},       {"line", MODE_LINE}, {"list", MODE_LIST}};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(name, modes[i].name) == 0) {
            options.mode = modes[i].mode;
            return 1;
        }
    static const struct {
        const char *name;
        int *flag, value;
    } flags[] = {{"header", &options.header, 1},         {"noheader", &options.header, 0}, {"readonly", &options.read_only, 1},
                 {"nonames", &options.csv_has_no_header, 1}, {"h", &options.help, 1},          {"help", &options.help, 1}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].flag = flags[i].value;
            return 1;
        }
    return 0;
}

/* What stands for statements. */
static const char *named_statements(const char *name)
{
    if (strcmp(name, "tables") == 0)
        return "SELECT schema, name, type, ncol AS columns FROM pragma_table_list WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1, 2";
    if (strcmp(name, "schema") == 0)
        return "SELECT sql || ';' AS sql FROM (SELECT * FROM main.sqlite_schema UNION ALL SELECT * FROM temp.sqlite_schema) WHERE sql IS NOT NULL";
    return NULL;
}

static int take_named_statements(const char *option, const char *name)
{
    if (options.sql)
        return complain(BAD_USAGE, option, "statements are given already");
    options.sql = named_statements(name);
    if (strcmp(name, "schema") == 0)
        options.mode = MODE_LIST;
    return 0;
}

/* An option and what follows it. Gives how many arguments it took in all, or -1. */
static int take_option(int left, char **next)
{
    const char *option = next[0], *name = option + 1 + (option[1] == '-');
    Pair pair = {0};
    int status = 0;
    if (take_flag(name))
        return 1;
    if (named_statements(name))
        return take_named_statements(option, name) == 0 ? 1 : -1;
    static const char *const with_value[] = {"p", "t", "from", "import", "separator", "blob", "nullvalue"};
    size_t known = 0;
    while (known < 7 && strcmp(name, with_value[known]) != 0)
        known++;
    if (known == 7 || left < 2) {
        complain(BAD_USAGE, option, known == 7 ? "unknown option; sql -h shows the usage" : "something must follow; sql -h shows the usage");
        return -1;
    }
    switch (known) {
    case 0:
    case 1:
    case 2:
        status = split(option, next[1], &pair);
        pair.is_text = known == 1;
        if (status == 0 && known == 2)
            add_pair(&options.tables, &options.table_count, pair);
        else if (status == 0)
            add_pair(&options.parameters, &options.parameter_count, pair);
        break;
    case 3: {
        int taken = take_import(left - 1, next + 1);
        return taken < 0 ? -1 : 1 + taken;
    }
    case 4:
        status = take_separator(option, next[1]);
        break;
    case 5:
        status = take_blob(option, next[1]);
        break;
    case 6:
        options.null_value = next[1];
        break;
    }
    return status == 0 ? 2 : -1;
}

int options_read(int argc, char **argv)
{
    int only_arguments = 0;
    for (int i = 1; i < argc;) {
        const char *argument = argv[i];
        if (!only_arguments && strcmp(argument, "--") == 0) {
            only_arguments = 1;
            i++;
        } else if (!only_arguments && argument[0] == '-' && argument[1] && !strpbrk(argument, " \n")) {
            int taken = take_option(argc - i, argv + i);
            if (taken < 0)
                return BAD_USAGE;
            i += taken;
        } else {
            if (take_argument(argument) != 0)
                return BAD_USAGE;
            i++;
        }
    }
    return 0;
}
