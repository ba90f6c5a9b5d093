/*
 * The `find` guest: lists files that pass tests, with the expressions of findutils. Directories come before what is in them, in the order of
 * their names; links are not followed.
 */
#include <dirent.h>

#include "../text/walk.h"
#include "expression.h"

static const Expression *expression;

static unsigned char type_of(const struct stat *about)
{
    return S_ISREG(about->st_mode) ? DT_REG : S_ISDIR(about->st_mode) ? DT_DIR : S_ISLNK(about->st_mode) ? DT_LNK : DT_UNKNOWN;
}

static void visit(const char *path, const char *name, uint64_t depth)
{
    File file = {.path = path, .name = name};
    size_t count;
    if (lstat(path, &file.about) != 0) {
        complain_errno(1, path);
        return;
    }
    file.type = type_of(&file.about);
    if (depth >= least_depth)
        evaluate(expression, &file);
    if (file.type != DT_DIR || file.prune || depth >= most_depth)
        return;
    Entry *entries = list_directory(path, &count);
    if (!entries) {
        complain_errno(1, path);
        return;
    }
    Buffer below = {0};
    append_text(&below, path);
    size_t length = below.length;
    for (size_t i = 0; i < count && !asked_to_stop; i++)
        visit(join(&below, length, entries[i].name), entries[i].name, depth + 1);
    free_entries(entries, count);
    free(below.at);
}

/* The name of a path as -name sees it: its last component, without slashes at the end. */
static char *base_name(const char *path)
{
    size_t end = strlen(path), start;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/'; start--)
        ;
    Buffer name = {0};
    append(&name, path + (start < end ? start : end - 1), start < end ? end - start : 1);
    return terminated(&name);
}

static bool begins_expression(const char *word)
{
    return (word[0] == '-' && word[1]) || strcmp(word, "!") == 0 || strcmp(word, "(") == 0;
}

int main(int argc, char **argv)
{
    int paths = 1;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            help();
    while (paths < argc && !begins_expression(argv[paths]))
        paths++;
    expression = parse_expression(argv + paths);
    if (paths == 1)
        visit(".", ".", 0);
    for (int i = 1; i < paths && !asked_to_stop; i++)
        if (*argv[i])
            visit(argv[i], base_name(argv[i]), 0);
    finish(1);
}
