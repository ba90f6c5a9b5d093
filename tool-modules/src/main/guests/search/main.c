/*
 * The `search` guest: searches files line by line, through directories, with the options of ripgrep. Files come in the order of their names;
 * ignore files and hidden names are heeded; links in directories are not followed, so that no loop and no way out is.
 */
#include <dirent.h>
#include <getopt.h>
#include <sys/stat.h>

#include "../text/walk.h"
#include "search.h"

bool found;

static void search_directory(const char *path, const Rules *above, uint64_t depth);

static void visit(const char *path, const Entry *entry, const Rules *rules, uint64_t depth)
{
    bool is_directory = entry->type == DT_DIR;
    if ((!is_directory && entry->type != DT_REG) || (entry->name[0] == '.' && !options.hidden))
        return;
    if (!is_chosen(path, entry->name, is_directory) || is_ignored(rules, path, is_directory))
        return;
    if (is_directory) {
        search_directory(path, rules, depth);
    } else if (options.mode == FILE_NAMES) {
        found = true;
        put_name(path);
        put_char('\n');
    } else {
        search_file(path, false);
    }
}

static void search_directory(const char *path, const Rules *above, uint64_t depth)
{
    size_t count;
    Buffer full = {0};
    if (depth >= options.depth)
        return;
    Entry *entries = list_directory(*path ? path : ".", &count);
    if (!entries) {
        complain_errno(2, path);
        return;
    }
    Rules *rules = read_rules(path, above);
    append_text(&full, path);
    size_t length = full.length;
    for (size_t i = 0; i < count && !is_settled(); i++)
        visit(join(&full, length, entries[i].name), &entries[i], rules, depth + 1);
    free_rules(rules);
    free_entries(entries, count);
    free(full.at);
}

/* The ignore rules of the directories that a path leads through, from the first on. */
static const Rules *rules_above(const char *path)
{
    const Rules *rules = NULL;
    Buffer directory = {0};
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    if (*path && strcmp(path, ".") != 0 && *path != '/')
        rules = read_rules("", NULL);
    for (const char *at = strchr(path, '/'); at; at = strchr(at + 1, '/')) {
        directory.length = 0;
        append(&directory, path, at == path ? 1 : (size_t)(at - path));
        if (at[1])
            rules = read_rules(terminated(&directory), rules);
    }
    return rules;
}

static void search_path(const char *path)
{
    struct stat about;
    if (strcmp(path, "-") == 0) {
        Text content;
        if (slurp(path, &content, 2))
            search_text("<stdin>", content, true);
    } else if (stat(path, &about) != 0) {
        complain_errno(2, path);
    } else if (S_ISDIR(about.st_mode)) {
        while (path[0] == '.' && path[1] == '/' && path[2])
            path += 2;
        search_directory(path, rules_above(path), 0);
    } else if (options.mode == FILE_NAMES) {
        found = true;
        put_name(path);
        put_char('\n');
    } else {
        search_file(path, true);
    }
}

/* Without a path: what comes on standard input, or the working directory if nothing does. */
static void search_default(void)
{
    Text content = {0};
    if (options.mode != FILE_NAMES && slurp("-", &content, 2) && content.length > 0) {
        search_text("<stdin>", content, true);
        return;
    }
    if (!options.names)
        options.names = 'H';
    search_directory("", NULL, 0);
}

static bool is_directory(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

int main(int argc, char **argv)
{
    parse_options(argc, argv);
    if (optind == argc) {
        search_default();
    } else if (!options.names && (argc - optind > 1 || is_directory(argv[optind]))) {
        options.names = 'H';
    }
    for (int i = optind; i < argc && !is_settled(); i++)
        search_path(argv[i]);
    bool wanted = options.mode == FILES_WITHOUT ? true : found;
    if (status == 0 && !wanted)
        status = 1;
    if (options.quiet && found)
        status = 0;
    finish(2);
}
