#include "expression.h"

#include <dirent.h>

#include "../text/glob.h"
#include "../text/walk.h"

typedef enum { AND, OR, NOT, NAME, PATH, TYPE, SIZE, NEWER, EMPTY, TRUE, FALSE, PRUNE, PRINT, PRINT0, QUIT } Kind;

struct Expression {
    Kind kind;
    const Expression *left, *right;
    const char *text;     /* a pattern, or the letters of types */
    int flags;            /* of the pattern */
    char sign;            /* of -size: '+', '-' or 0 */
    uint64_t size, unit;  /* rounded up to units, as find does */
    struct timespec time; /* of -newer */
};

uint64_t least_depth, most_depth = UINT64_MAX;
bool asked_to_stop;

static char **word; /* the next of the command line, a NULL at the end */
static bool has_action;
static int nesting;

static Expression *any_of(void);

static Expression *expression(Kind kind, const Expression *left, const Expression *right)
{
    Expression *one = grab(1, sizeof *one);
    *one = (Expression){.kind = kind, .left = left, .right = right};
    return one;
}

static const char *value(const char *option)
{
    if (!*word)
        die(1, option, "needs a value");
    return *word++;
}

static Expression *pattern(Kind kind, int flags, const char *option)
{
    Expression *one = expression(kind, NULL, NULL);
    one->text = value(option);
    one->flags = flags | GLOB_CROSS;
    return one;
}

static Expression *types(const char *option)
{
    Expression *one = expression(TYPE, NULL, NULL);
    one->text = value(option);
    if (strspn(one->text, "fdl,") != strlen(one->text) || !*one->text)
        die(1, one->text, "is none of the types f, d and l");
    return one;
}

static Expression *size(const char *option)
{
    static const char suffixes[] = "cwbkMG";
    static const uint64_t units[] = {1, 2, 512, 1024, 1 << 20, 1 << 30};
    Expression *one = expression(SIZE, NULL, NULL);
    const char *text = value(option), *at = text;
    char *rest;
    if (*at == '+' || *at == '-')
        one->sign = *at++;
    one->size = strtoull(at, &rest, 10);
    const char *suffix = strchr(suffixes, *rest ? *rest : 'b');
    if (*at < '0' || *at > '9' || !suffix || (*rest && rest[1]))
        die(1, text, "is not a size such as 10, +4k or -1M");
    one->unit = units[suffix - suffixes];
    return one;
}

static Expression *newer(const char *option)
{
    Expression *one = expression(NEWER, NULL, NULL);
    struct stat about;
    const char *name = value(option);
    if (stat(name, &about) != 0) {
        complain_errno(1, name);
        finish(1);
    }
    one->time = about.st_mtim;
    return one;
}

static Expression *depth(uint64_t *limit, const char *option)
{
    const char *text = value(option);
    if (!parse_size(text, limit))
        die(1, text, "is not a depth");
    return expression(TRUE, NULL, NULL);
}

static Expression *action(Kind kind)
{
    has_action |= kind != PRUNE;
    return expression(kind, NULL, NULL);
}

static Expression *primary(const char *name)
{
    static const char *const refused[] = {"-exec", "-execdir", "-ok", "-okdir", "-delete", "-fls", "-fprint", "-fprintf", "-printf", "-ls"};
    static const struct {
        const char *name;
        Kind kind;
    } plain[] = {{"-empty", EMPTY}, {"-true", TRUE}, {"-false", FALSE}};
    static const struct {
        const char *name;
        Kind kind;
    } actions[] = {{"-print", PRINT}, {"-print0", PRINT0}, {"-prune", PRUNE}, {"-quit", QUIT}};
    if (strcmp(name, "-name") == 0 || strcmp(name, "-iname") == 0)
        return pattern(NAME, name[1] == 'i' ? GLOB_IGNORE_CASE : 0, name);
    if (strcmp(name, "-path") == 0 || strcmp(name, "-wholename") == 0 || strcmp(name, "-ipath") == 0)
        return pattern(PATH, name[1] == 'i' ? GLOB_IGNORE_CASE : 0, name);
    if (strcmp(name, "-type") == 0)
        return types(name);
    if (strcmp(name, "-size") == 0)
        return size(name);
    if (strcmp(name, "-newer") == 0)
        return newer(name);
    if (strcmp(name, "-maxdepth") == 0)
        return depth(&most_depth, name);
    if (strcmp(name, "-mindepth") == 0)
        return depth(&least_depth, name);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(name, plain[i].name) == 0)
            return expression(plain[i].kind, NULL, NULL);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(name, actions[i].name) == 0)
            return action(actions[i].kind);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(name, refused[i]) == 0)
            die(1, name, "is not supported: this find only lists");
    die(1, name, "is not a test or action that find knows");
}

static bool next_is(const char *one, const char *other)
{
    return *word && (strcmp(*word, one) == 0 || strcmp(*word, other) == 0);
}

static Expression *negation(void)
{
    if (++nesting > 100)
        die(1, NULL, "the expression is nested too deeply");
    Expression *inside;
    if (!*word)
        die(1, NULL, "the expression ends too early");
    const char *name = *word++;
    if (strcmp(name, "!") == 0 || strcmp(name, "-not") == 0) {
        inside = expression(NOT, negation(), NULL);
    } else if (strcmp(name, "(") == 0) {
        inside = any_of();
        if (!next_is(")", ")"))
            die(1, NULL, "a ( has no )");
        word++;
    } else {
        inside = primary(name);
    }
    nesting--;
    return inside;
}

static Expression *all_of(void)
{
    Expression *left = negation();
    while (*word && !next_is("-o", "-or") && !next_is(")", ")")) {
        if (next_is("-a", "-and"))
            word++;
        left = expression(AND, left, negation());
    }
    return left;
}

static Expression *any_of(void)
{
    Expression *left = all_of();
    while (next_is("-o", "-or")) {
        word++;
        left = expression(OR, left, all_of());
    }
    return left;
}

Expression *parse_expression(char **words)
{
    word = words;
    Expression *all = *word ? any_of() : expression(TRUE, NULL, NULL);
    if (*word)
        die(1, *word, "is one too many");
    return has_action ? all : expression(AND, all, expression(PRINT, NULL, NULL));
}

static bool has_type(const char *letters, unsigned char type)
{
    char letter = type == DT_REG ? 'f' : type == DT_DIR ? 'd' : type == DT_LNK ? 'l' : '?';
    return strchr(letters, letter) != NULL;
}

static bool has_size(const Expression *test, const File *file)
{
    uint64_t units = ((uint64_t)file->about.st_size + test->unit - 1) / test->unit;
    return test->sign == '+' ? units > test->size : test->sign == '-' ? units < test->size : units == test->size;
}

static bool is_newer(const Expression *test, const File *file)
{
    const struct timespec *time = &file->about.st_mtim;
    return time->tv_sec > test->time.tv_sec || (time->tv_sec == test->time.tv_sec && time->tv_nsec > test->time.tv_nsec);
}

static bool is_empty(const File *file)
{
    size_t count;
    if (file->type == DT_REG)
        return file->about.st_size == 0;
    if (file->type != DT_DIR)
        return false;
    Entry *entries = list_directory(file->path, &count);
    if (entries)
        free_entries(entries, count);
    return entries && count == 0;
}

static void print(const File *file, char end)
{
    if (end)
        put_name(file->path);
    else
        put_text(file->path);
    put_char(end);
}

bool evaluate(const Expression *test, File *file)
{
    switch (test->kind) {
    case AND: return evaluate(test->left, file) && evaluate(test->right, file);
    case OR: return evaluate(test->left, file) || evaluate(test->right, file);
    case NOT: return !evaluate(test->left, file);
    case NAME: return glob_match(test->text, file->name, test->flags);
    case PATH: return glob_match(test->text, file->path, test->flags);
    case TYPE: return has_type(test->text, file->type);
    case SIZE: return has_size(test, file);
    case NEWER: return is_newer(test, file);
    case EMPTY: return is_empty(file);
    case TRUE: return true;
    case FALSE: return false;
    case PRUNE: file->prune = true; return true;
    case PRINT: print(file, '\n'); return true;
    case PRINT0: print(file, 0); return true;
    case QUIT: asked_to_stop = true; return true;
    }
    return false;
}
