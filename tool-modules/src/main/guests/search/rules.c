/* Ignore files: .gitignore, .ignore and .rgignore, with the syntax of git. Those further down decide before those above. */
#include "../text/glob.h"
#include "../text/walk.h"
#include "search.h"

#include <unistd.h>

typedef struct {
    char *pattern;
    bool negated, directories_only;
} Rule;

struct Rules {
    const Rules *above;
    size_t prefix; /* of a path, what belongs to the directory */
    Rule *rules;
    size_t count;
};

/* A pattern with a slash before its end is anchored in the directory of its file, any other matches at every depth. */
static void add_rule(Rules *rules, const char *at, const char *end)
{
    Rule rule = {0};
    Buffer pattern = {0};
    while (end > at && (end[-1] == '\r' || (end[-1] == ' ' && !(end - at > 1 && end[-2] == '\\'))))
        end--;
    if (at == end || *at == '#')
        return;
    rule.negated = *at == '!';
    at += rule.negated;
    rule.directories_only = end > at && end[-1] == '/';
    end -= rule.directories_only;
    if (at == end)
        return;
    if (*at == '/')
        at++;
    else if (find_byte(at, end, '/') == end)
        append_text(&pattern, "**/");
    append(&pattern, at, (size_t)(end - at));
    rule.pattern = terminated(&pattern);
    rules->rules = regrab(rules->rules, rules->count + 1, sizeof *rules->rules);
    rules->rules[rules->count++] = rule;
}

static void add_file(Rules *rules, const char *path)
{
    Text content;
    if (access(path, R_OK) != 0 || !slurp(path, &content, 2))
        return;
    const char *at = content.at, *end = at + content.length;
    while (at < end) {
        const char *stop = find_byte(at, end, '\n');
        if (memchr(at, 0, (size_t)(stop - at)) == NULL)
            add_rule(rules, at, stop);
        at = stop + 1;
    }
    free((char *)content.at);
}

Rules *read_rules(const char *directory, const Rules *above)
{
    static const char *const names[] = {".gitignore", ".ignore", ".rgignore"};
    Rules *rules = grab(1, sizeof *rules);
    Buffer path = {0};
    append_text(&path, directory);
    size_t length = path.length;
    *rules = (Rules){.above = above, .prefix = length + (length > 0 && directory[length - 1] != '/')};
    for (size_t i = 0; i < sizeof names / sizeof *names && !options.no_ignore; i++)
        add_file(rules, join(&path, length, names[i]));
    free(path.at);
    return rules;
}

void free_rules(Rules *rules)
{
    for (size_t i = 0; i < rules->count; i++)
        free(rules->rules[i].pattern);
    free(rules->rules);
    free(rules);
}

bool is_ignored(const Rules *rules, const char *path, bool is_directory)
{
    for (; rules; rules = rules->above)
        for (size_t i = rules->count; i > 0; i--) {
            const Rule *rule = &rules->rules[i - 1];
            if (rule->directories_only && !is_directory)
                continue;
            if (glob_match(rule->pattern, path + rules->prefix, 0))
                return !rule->negated;
        }
    return false;
}
