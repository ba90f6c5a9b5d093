#include <ctype.h>
#include <wctype.h>

#include "regex_tree.h"

typedef struct {
    const unsigned char *at;
    bool ignore_case, dot_all;
    int depth;
    const char *error;
} Parser;

static Node *choice(Parser *parser);

Node *node_of(Kind kind)
{
    Node *node = grab(1, sizeof *node);
    memset(node, 0, sizeof *node);
    node->kind = kind;
    return node;
}

void add_part(Node *node, Node *part)
{
    if (node->count == node->room) {
        node->room = node->room ? node->room * 2 : 4;
        node->parts = regrab(node->parts, node->room, sizeof *node->parts);
    }
    node->parts[node->count++] = part;
}

Node *assertion_of(Assertion assertion)
{
    Node *node = node_of(ASSERTION);
    node->assertion = assertion;
    return node;
}

int utf8_of(uint32_t code, char *into)
{
    if (code < 0x80) {
        into[0] = (char)code;
        return 1;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    for (int i = more; i > 0; i--, code >>= 6)
        into[i] = (char)(0x80 | (code & 0x3F));
    into[0] = (char)((0xFF00 >> (more + 1) & 0xFF) | code);
    return more + 1;
}

/* The next character of the pattern; a byte that is no UTF-8 stands for itself as a code point. */
static uint32_t next_code(Parser *parser)
{
    const unsigned char *at = parser->at;
    int more = at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 1 : at[0] < 0xF0 ? 2 : at[0] < 0xF5 ? 3 : 0;
    uint32_t code = more ? at[0] & (0x3Fu >> more) : at[0];
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            parser->at++;
            return at[0];
        }
        code = code << 6 | (at[i] & 0x3F);
    }
    parser->at += more + 1;
    return code;
}

static Node *fail(Parser *parser, const char *error)
{
    if (!parser->error)
        parser->error = error;
    return node_of(SEQUENCE);
}

static void add_span(Node *node, uint32_t from, uint32_t to)
{
    if (node->count == node->room) {
        node->room = node->room ? node->room * 2 : 4;
        node->spans = regrab(node->spans, node->room, sizeof *node->spans);
    }
    node->spans[node->count++] = (Span){from, to};
}

/* The other case of what is in a span. Wide spans outside ASCII are left as they are. */
static void fold(Node *node)
{
    for (size_t i = 0, count = node->count; i < count; i++) {
        Span span = node->spans[i];
        if (span.to - span.from > 1000 && span.from >= 0x80)
            continue;
        uint32_t last = span.to - span.from > 1000 ? 0x7F : span.to;
        for (uint32_t code = span.from; code <= last; code++) {
            uint32_t lower = (uint32_t)towlower((wint_t)code), upper = (uint32_t)towupper((wint_t)code);
            if (lower != code)
                add_span(node, lower, lower);
            if (upper != code)
                add_span(node, upper, upper);
        }
    }
}

static int by_start(const void *one, const void *other)
{
    const Span *a = one, *b = other;
    return a->from < b->from ? -1 : a->from > b->from;
}

static void tidy(Node *node)
{
    size_t kept = 0;
    if (node->count == 0)
        return;
    qsort(node->spans, node->count, sizeof *node->spans, by_start);
    for (size_t i = 1; i < node->count; i++) {
        if (node->spans[i].from > node->spans[kept].to + 1)
            node->spans[++kept] = node->spans[i];
        else if (node->spans[i].to > node->spans[kept].to)
            node->spans[kept].to = node->spans[i].to;
    }
    node->count = kept + 1;
}

static void invert(Node *node)
{
    Span *spans = node->spans;
    size_t count = node->count;
    uint32_t next = 0;
    tidy(node);
    spans = node->spans;
    count = node->count;
    node->spans = NULL;
    node->count = node->room = 0;
    for (size_t i = 0; i < count; i++) {
        if (spans[i].from > next)
            add_span(node, next, spans[i].from - 1);
        next = spans[i].to + 1;
    }
    if (next <= MAX_CODE_POINT)
        add_span(node, next, MAX_CODE_POINT);
}

/* The characters of \d, \w, \s; every one outside ASCII belongs to a word, as it does for \b. */
static void add_shorthand(Node *node, int letter)
{
    Node *own = node_of(CLASS);
    switch (tolower(letter)) {
    case 'd': add_span(own, '0', '9'); break;
    case 's':
        add_span(own, '\t', '\r');
        add_span(own, ' ', ' ');
        break;
    default:
        add_span(own, '0', '9');
        add_span(own, 'A', 'Z');
        add_span(own, '_', '_');
        add_span(own, 'a', 'z');
        add_span(own, 0x80, MAX_CODE_POINT);
    }
    if (isupper(letter))
        invert(own);
    for (size_t i = 0; i < own->count; i++)
        add_span(node, own->spans[i].from, own->spans[i].to);
}

static bool is_shorthand(int byte)
{
    return byte && strchr("dDwWsS", byte);
}

static uint32_t hex(Parser *parser)
{
    bool braces = *parser->at == '{';
    uint32_t code = 0;
    int digits = 0;
    parser->at += braces;
    for (; isxdigit(*parser->at) && digits < (braces ? 6 : 2); digits++, parser->at++)
        code = code * 16 + (uint32_t)(isdigit(*parser->at) ? *parser->at - '0' : (*parser->at | 0x20) - 'a' + 10);
    if (digits == 0 || (!braces && digits < 2) || (braces && *parser->at != '}') || code > MAX_CODE_POINT)
        fail(parser, "\\x needs two hexadecimal digits, or some in braces");
    else
        parser->at += braces;
    return code;
}

/* The character of an escape that stands for one; the backslash is passed already. */
static uint32_t escaped(Parser *parser)
{
    static const char names[] = "trfvae", values[] = "\t\r\f\v\a\033";
    unsigned char byte = *parser->at;
    const char *name = byte ? strchr(names, byte) : NULL;
    if (byte == 0) {
        fail(parser, "the pattern ends in a backslash");
        return 0;
    }
    if (name) {
        parser->at++;
        return (unsigned char)values[name - names];
    }
    if (byte == 'x') {
        parser->at++;
        return hex(parser);
    }
    if (byte == 'n')
        fail(parser, "\\n never matches: patterns are matched against lines");
    else if (byte == 'p' || byte == 'P')
        fail(parser, "\\p classes are not supported");
    else if (isdigit(byte))
        fail(parser, "back references are not supported");
    else if (isalpha(byte))
        fail(parser, "unknown escape");
    return next_code(parser);
}

static bool named_class(Parser *parser, Node *node)
{
    static const char names[][8] = {"alpha", "digit", "alnum", "upper", "lower", "space", "punct", "xdigit", "blank", "cntrl", "print", "graph", "word"};
    static int (*const tests[])(int) = {isalpha, isdigit, isalnum, isupper, islower, isspace, ispunct, isxdigit, isblank, iscntrl, isprint, isgraph, isalnum};
    const char *start = (const char *)parser->at + 2, *stop = strstr(start, ":]");
    bool negated = *start == '^';
    start += negated;
    for (size_t i = 0; stop && i < sizeof names / sizeof *names; i++) {
        if ((size_t)(stop - start) != strlen(names[i]) || memcmp(start, names[i], (size_t)(stop - start)) != 0)
            continue;
        for (int byte = 0; byte < 0x80; byte++)
            if ((tests[i](byte) || (i == 12 && byte == '_')) != negated)
                add_span(node, (uint32_t)byte, (uint32_t)byte);
        if (negated)
            add_span(node, 0x80, MAX_CODE_POINT);
        parser->at = (const unsigned char *)stop + 2;
        return true;
    }
    return false;
}

static uint32_t class_code(Parser *parser)
{
    if (*parser->at != '\\')
        return next_code(parser);
    parser->at++;
    if (*parser->at == 'b') {
        parser->at++;
        return '\b';
    }
    return escaped(parser);
}

static void class_item(Parser *parser, Node *node)
{
    if (parser->at[0] == '[' && parser->at[1] == ':' && named_class(parser, node))
        return;
    if (parser->at[0] == '\\' && is_shorthand(parser->at[1])) {
        add_shorthand(node, parser->at[1]);
        parser->at += 2;
        return;
    }
    uint32_t from = class_code(parser), to = from;
    if (parser->at[0] == '-' && parser->at[1] && parser->at[1] != ']') {
        parser->at++;
        to = class_code(parser);
        if (to < from)
            fail(parser, "a range of a class ends before it begins");
    }
    add_span(node, from, to);
}

static Node *bracket(Parser *parser)
{
    Node *node = node_of(CLASS);
    bool negated = *parser->at == '^', first = true;
    parser->at += negated;
    for (; *parser->at && (first || *parser->at != ']') && !parser->error; first = false)
        class_item(parser, node);
    if (!*parser->at)
        return fail(parser, "a class has no end: missing ]");
    parser->at++;
    if (parser->ignore_case)
        fold(node);
    tidy(node);
    if (negated)
        invert(node);
    return node;
}

static Node *character(Parser *parser, uint32_t code)
{
    Node *node = node_of(CLASS);
    add_span(node, code, code);
    if (parser->ignore_case)
        fold(node);
    tidy(node);
    return node;
}

static Node *escape(Parser *parser)
{
    static const struct {
        char letter;
        Assertion assertion;
    } places[] = {{'b', WORD_EDGE}, {'B', NO_WORD_EDGE}, {'<', WORD_START}, {'>', WORD_STOP}, {'A', LINE_START}, {'z', LINE_END}, {'Z', LINE_END}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (*parser->at == places[i].letter) {
            parser->at++;
            return assertion_of(places[i].assertion);
        }
    if (is_shorthand(*parser->at)) {
        Node *node = node_of(CLASS);
        add_shorthand(node, *parser->at++);
        tidy(node);
        return node;
    }
    return character(parser, escaped(parser));
}

/* The flags of (?i) and (?i:...); true where a colon follows, which opens a group. */
static bool flags(Parser *parser)
{
    bool on = true;
    for (; *parser->at && *parser->at != ')' && *parser->at != ':'; parser->at++)
        switch (*parser->at) {
        case '-': on = false; break;
        case 'i': parser->ignore_case = on; break;
        case 's': parser->dot_all = on; break;
        case 'm':
        case 'u': break;
        default: fail(parser, "unknown flag or look-around, which is not supported"); return false;
        }
    if (*parser->at == ':')
        return true;
    if (*parser->at)
        parser->at++;
    return false;
}

static Node *group(Parser *parser)
{
    bool ignore_case = parser->ignore_case, dot_all = parser->dot_all;
    if (parser->at[0] == '?') {
        bool named = (parser->at[1] == 'P' && parser->at[2] == '<') || (parser->at[1] == '<' && parser->at[2] != '=' && parser->at[2] != '!');
        parser->at++;
        if (named) {
            while (*parser->at && *parser->at != '>')
                parser->at++;
            if (!*parser->at)
                return fail(parser, "a group's name has no end");
        } else if (!flags(parser)) {
            return node_of(SEQUENCE); /* flags alone hold until the end of the group around them */
        }
        parser->at++;
    }
    if (++parser->depth > MAX_NESTING)
        return fail(parser, "groups are nested too deeply");
    Node *inside = choice(parser);
    parser->depth--;
    parser->ignore_case = ignore_case;
    parser->dot_all = dot_all;
    if (*parser->at != ')')
        return fail(parser, "a group has no end: missing )");
    parser->at++;
    return inside;
}

static Node *atom(Parser *parser)
{
    unsigned char byte = *parser->at;
    if (!strchr("\\[(.^$*+?", byte))
        return character(parser, next_code(parser));
    parser->at++;
    switch (byte) {
    case '\\': return escape(parser);
    case '[': return bracket(parser);
    case '(': return group(parser);
    case '^': return assertion_of(LINE_START);
    case '$': return assertion_of(LINE_END);
    case '.': {
        Node *any = node_of(CLASS);
        add_span(any, 0, MAX_CODE_POINT); /* a line holds no line end */
        return any;
    }
    default: return fail(parser, "a repetition has nothing to repeat");
    }
}

static int bound(Parser *parser)
{
    int value = 0;
    if (!isdigit(*parser->at))
        return -1;
    for (; isdigit(*parser->at); parser->at++)
        value = value > MAX_REPEAT ? value : value * 10 + (*parser->at - '0');
    return value;
}

/* {n}, {n,} or {n,m}; false, with nothing taken, where the brace stands for itself. */
static bool bounds(Parser *parser, int *min, int *max)
{
    const unsigned char *start = parser->at++;
    *min = *max = bound(parser);
    if (*parser->at == ',') {
        parser->at++;
        *max = bound(parser);
    }
    if (*min < 0 || *parser->at != '}') {
        parser->at = start;
        return false;
    }
    parser->at++;
    if (*min > MAX_REPEAT || *max > MAX_REPEAT || (*max >= 0 && *max < *min))
        fail(parser, "a repetition is not in order or above 1000");
    return true;
}

static bool repetition(Parser *parser, int *min, int *max)
{
    switch (*parser->at) {
    case '*': *min = 0, *max = -1; break;
    case '+': *min = 1, *max = -1; break;
    case '?': *min = 0, *max = 1; break;
    case '{': return bounds(parser, min, max);
    default: return false;
    }
    parser->at++;
    return true;
}

static Node *repeated(Parser *parser)
{
    Node *node = atom(parser);
    int min, max;
    for (int levels = 0; !parser->error && repetition(parser, &min, &max); levels++) {
        Node *repeat = node_of(REPEAT);
        if (levels > 8)
            return fail(parser, "repetitions of repetitions are nested too deeply");
        repeat->min = min;
        repeat->max = max;
        repeat->lazy = *parser->at == '?';
        parser->at += repeat->lazy;
        add_part(repeat, node);
        node = repeat;
    }
    return node;
}

static Node *choice(Parser *parser)
{
    Node *all = node_of(CHOICE), *one = node_of(SEQUENCE);
    while (*parser->at && !parser->error && !(*parser->at == ')' && parser->depth > 0)) {
        if (*parser->at == '|') {
            parser->at++;
            add_part(all, one);
            one = node_of(SEQUENCE);
        } else if (*parser->at == ')') {
            fail(parser, "a ) has no (");
        } else {
            add_part(one, *parser->at == '{' ? character(parser, next_code(parser)) : repeated(parser));
        }
    }
    if (all->count == 0)
        return one;
    add_part(all, one);
    return all;
}

Node *regex_parse(const char *pattern, RegexOptions options, const char **error)
{
    Parser parser = {.at = (const unsigned char *)pattern, .ignore_case = options.ignore_case};
    Node *tree;
    if (options.fixed) {
        tree = node_of(SEQUENCE);
        while (*parser.at)
            add_part(tree, character(&parser, next_code(&parser)));
    } else {
        tree = choice(&parser);
    }
    *error = parser.error;
    return parser.error ? NULL : tree;
}
