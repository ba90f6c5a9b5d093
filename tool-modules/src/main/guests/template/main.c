/*
 * The `template` guest: fills a text from JSON. The language is that of Mustache without partials and lambdas: no code, so that a template from
 * somebody else can only place the data that it is given. A name that the data lacks is an error, not an empty text.
 */
#include <getopt.h>

#include "../text/value.h"

enum { MAX_SECTIONS = 100 };

static struct {
    bool lenient, html;
} how;

/* The values that names are looked up in, the innermost last. */
static const Value *context[MAX_SECTIONS + 1];
static int depth;

typedef struct {
    char kind; /* 0 for a value, & for one that is never escaped, # ^ / ! */
    Text name;
    const char *start, *end; /* of the tag, with the line around it where it stands alone */
} Tag;

static const char *text_start;

_Noreturn static void malformed(const char *at, const char *why)
{
    char where[200];
    snprintf(where, sizeof where, "line %zu: %s", count_byte(text_start, (size_t)(at - text_start), '\n') + 1, why);
    die(1, NULL, where);
}

static Text trimmed(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
        at++;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\n' || end[-1] == '\r'))
        end--;
    return (Text){at, (size_t)(end - at)};
}

/* Sections and comments that are alone on a line take the line with them. */
static void widen(Tag *tag, const char *end)
{
    const char *before = tag->start, *after = tag->end;
    while (before > text_start && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    while (after < end && (*after == ' ' || *after == '\t' || *after == '\r'))
        after++;
    if ((before > text_start && before[-1] != '\n') || (after < end && *after != '\n'))
        return;
    tag->start = before;
    tag->end = after + (after < end);
}

/* The first tag in [at, end); false where there is none. */
static bool next_tag(const char *at, const char *end, Tag *tag)
{
    const char *open = find_text(at, end, "{{", 2);
    if (!open)
        return false;
    bool triple = open + 2 < end && open[2] == '{';
    const char *inside = open + 2 + triple, *close = find_text(inside, end, triple ? "}}}" : "}}", triple ? 3 : 2);
    if (!close)
        malformed(open, "a tag has no end");
    *tag = (Tag){.kind = triple ? '&' : 0, .start = open, .end = close + (triple ? 3 : 2)};
    if (!triple && inside < close && strchr("#^/!&", *inside))
        tag->kind = *inside++;
    else if (!triple && inside < close && (*inside == '>' || *inside == '='))
        malformed(open, "partials and other delimiters are not supported");
    tag->name = trimmed(inside, close);
    if (tag->name.length == 0 && tag->kind != '!')
        malformed(open, "a tag has no name");
    if (tag->kind && tag->kind != '&')
        widen(tag, end);
    return true;
}

/* A dotted name: its first part is looked up from the innermost value outwards, the others in what that gives. */
static const Value *find(Text name)
{
    const char *end = name.at + name.length, *dot = find_byte(name.at, end, '.');
    const Value *value = NULL;
    if (name.length == 1 && *name.at == '.')
        return context[depth];
    for (int i = depth; i >= 0 && !value; i--)
        value = lookup(context[i], (Text){name.at, (size_t)(dot - name.at)});
    while (value && dot < end) {
        const char *part = dot + 1;
        dot = find_byte(part, end, '.');
        value = lookup(value, (Text){part, (size_t)(dot - part)});
    }
    return value;
}

static void put_escaped(Text text)
{
    for (size_t i = 0; i < text.length; i++) {
        const char *form = text.at[i] == '&' ? "&amp;" : text.at[i] == '<' ? "&lt;" : text.at[i] == '>' ? "&gt;" : text.at[i] == '"' ? "&quot;" : NULL;
        if (form)
            put_text(form);
        else if (text.at[i] == '\'')
            put_text("&#39;");
        else
            put_char(text.at[i]);
    }
}

static void put_value(const Tag *tag)
{
    Buffer json = {0};
    const Value *value = find(tag->name);
    if (!value && !how.lenient) {
        char why[160];
        snprintf(why, sizeof why, "the data has no %.*s", (int)(tag->name.length < 100 ? tag->name.length : 100), tag->name.at);
        malformed(tag->start, why);
    }
    if (!value || value->kind == NULL_VALUE)
        return;
    Text text = value->text;
    if (value->kind != STRING_VALUE && value->kind != NUMBER_VALUE) {
        json_text(value, &json);
        text = (Text){json.at, json.length};
    }
    if (how.html && tag->kind != '&')
        put_escaped(text);
    else
        put(text.at, text.length);
    free(json.at);
}

/* The tag that ends a section whose inside begins at `at`. */
static Tag closing(Text name, const char *at, const char *end)
{
    Tag tag;
    int nested = 0;
    for (const char *from = at; next_tag(from, end, &tag); from = tag.end) {
        bool same = tag.name.length == name.length && memcmp(tag.name.at, name.at, name.length) == 0;
        if ((tag.kind == '#' || tag.kind == '^') && ++nested > MAX_SECTIONS)
            malformed(tag.start, "sections are nested too deeply");
        if (tag.kind == '/' && nested-- == 0) {
            if (!same)
                malformed(tag.start, "the end of a section is that of another");
            return tag;
        }
    }
    malformed(at, "a section has no end");
}

static bool holds(const Value *value)
{
    return value && value->kind != NULL_VALUE && value->kind != FALSE_VALUE && !(value->kind == ARRAY_VALUE && value->count == 0);
}

static void render(const char *at, const char *end);

static void render_with(const Value *value, const char *at, const char *end)
{
    if (depth == MAX_SECTIONS)
        malformed(at, "sections are nested too deeply");
    context[++depth] = value;
    render(at, end);
    depth--;
}

static void section(const Tag *tag, const Tag *close)
{
    const Value *value = find(tag->name);
    if (tag->kind == '^') {
        if (!holds(value))
            render_with(context[depth], tag->end, close->start);
    } else if (value && value->kind == ARRAY_VALUE) {
        for (size_t i = 0; i < value->count; i++)
            render_with(value->values[i], tag->end, close->start);
    } else if (holds(value)) {
        render_with(value, tag->end, close->start);
    }
}

static void render(const char *at, const char *end)
{
    Tag tag;
    while (next_tag(at, end, &tag)) {
        put(at, (size_t)(tag.start - at));
        at = tag.end;
        if (tag.kind == '/')
            malformed(tag.start, "a section ends that has not begun");
        if (tag.kind == '#' || tag.kind == '^') {
            Tag close = closing(tag.name, tag.end, end);
            section(&tag, &close);
            at = close.end;
        } else if (tag.kind != '!') {
            put_value(&tag);
        }
    }
    put(at, (size_t)(end - at));
}

static const Value *read_data(const char *name)
{
    Text text;
    const char *why;
    if (!slurp(name, &text, 2))
        finish(2);
    const char *at = text.at, *end = at + text.length;
    Value *value = parse_json(&at, end, &why);
    if (value && at < end)
        why = "there is something behind the value";
    if (!value || at < end)
        die(1, name, why);
    return value;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"lenient", 0, 0, 'l'}, {"html", 0, 0, 'H'}, {"output", 1, 0, 'o'}, {"help", 0, 0, 'h'}, {0}};
    const char *output = NULL;
    Text text;
    int option;
    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1)
        switch (option) {
        case 'l': how.lenient = true; break;
        case 'H': how.html = true; break;
        case 'o': output = optarg; break;
        case 'h': help();
        default: exit(2);
        }
    if (optind == argc || argc - optind > 2)
        die(2, NULL, "a template, and at most one file of data, are needed; -h lists the options");
    if (!slurp(argv[optind], &text, 2))
        finish(2);
    context[0] = read_data(optind + 1 < argc ? argv[optind + 1] : "-");
    if (output && !redirect(output)) {
        complain_errno(2, output);
        finish(2);
    }
    text_start = text.at;
    render(text.at, text.at + text.length);
    finish(2);
}
