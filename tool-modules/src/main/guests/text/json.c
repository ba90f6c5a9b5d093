/* Reading and printing of JSON. */
#include "value.h"

typedef struct {
    const char *at, *end, *why;
    int depth;
} Parser;

static Value *value(Parser *parser);

static Value *fail(Parser *parser, const char *why)
{
    if (!parser->why)
        parser->why = why;
    return NULL;
}

static void blanks(Parser *parser)
{
    while (parser->at < parser->end && (*parser->at == ' ' || *parser->at == '\n' || *parser->at == '\t' || *parser->at == '\r'))
        parser->at++;
}

static bool take(Parser *parser, char byte)
{
    blanks(parser);
    if (parser->at == parser->end || *parser->at != byte)
        return false;
    parser->at++;
    return true;
}

static int hex_digit(char byte)
{
    return byte >= '0' && byte <= '9' ? byte - '0' : (byte | 32) >= 'a' && (byte | 32) <= 'f' ? (byte | 32) - 'a' + 10 : -1;
}

static int32_t four_digits(Parser *parser)
{
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = parser->at < parser->end ? hex_digit(*parser->at) : -1;
        if (digit < 0)
            return -1;
        code = code << 4 | digit;
        parser->at++;
    }
    return code;
}

static void append_code(Buffer *into, uint32_t code)
{
    char bytes[4];
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    for (int i = more; i > 0; i--, code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(more == 0 ? code : (0xFF00u >> (more + 1) & 0xFF) | code);
    append(into, bytes, (size_t)more + 1);
}

/* \uXXXX, of which two make a character outside the basic plane; half of one is none. */
static bool unicode(Parser *parser, Buffer *into)
{
    int32_t code = four_digits(parser);
    if (code >= 0xD800 && code < 0xDC00) {
        if (parser->end - parser->at < 6 || parser->at[0] != '\\' || parser->at[1] != 'u')
            return false;
        parser->at += 2;
        int32_t low = four_digits(parser);
        if (low < 0xDC00 || low > 0xDFFF)
            return false;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code < 0 || (code >= 0xDC00 && code < 0xE000)) {
        return false;
    }
    append_code(into, (uint32_t)code);
    return true;
}

static bool escape(Parser *parser, Buffer *into)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char letter = parser->at < parser->end ? *parser->at++ : 0;
    if (letter == 'u')
        return unicode(parser, into);
    const char *known = letter ? strchr(letters, letter) : NULL;
    if (known)
        append(into, meanings + (known - letters), 1);
    return known;
}

/* A string behind its first quote; without escapes it stays where it is. */
static bool string(Parser *parser, Text *text)
{
    Buffer own = {0};
    const char *start = parser->at;
    bool copied = false;
    for (;;) {
        const char *run = parser->at;
        while (parser->at < parser->end && *parser->at != '"' && *parser->at != '\\' && (unsigned char)*parser->at >= 0x20)
            parser->at++;
        if (parser->at == parser->end || (unsigned char)*parser->at < 0x20)
            return fail(parser, "a string has no end, or a control character in it");
        if (copied || *parser->at == '\\')
            append(&own, run, (size_t)(parser->at - run));
        if (*parser->at++ == '"')
            break;
        copied = true;
        if (!escape(parser, &own))
            return fail(parser, "an escape in a string is not one of JSON's");
    }
    *text = copied ? (Text){own.at, own.length} : (Text){start, (size_t)(parser->at - 1 - start)};
    return true;
}

static Value *array(Parser *parser)
{
    Value *all = new_value(ARRAY_VALUE);
    if (take(parser, ']'))
        return all;
    do {
        Value *one = value(parser);
        if (!one)
            return NULL;
        add_item(all, one);
    } while (take(parser, ','));
    return take(parser, ']') ? all : fail(parser, "an array has no end, or a comma is missing");
}

static Value *object(Parser *parser)
{
    Value *all = new_value(OBJECT_VALUE);
    Text name;
    if (take(parser, '}'))
        return all;
    do {
        if (!take(parser, '"'))
            return fail(parser, "a name in quotes is missing");
        if (!string(parser, &name))
            return NULL;
        if (!take(parser, ':'))
            return fail(parser, "a colon is missing");
        Value *one = value(parser);
        if (!one)
            return NULL;
        add_pair(all, name, one);
    } while (take(parser, ','));
    if (!take(parser, '}'))
        return fail(parser, "an object has no end, or a comma is missing");
    return twice(all) ? fail(parser, "an object has a name twice") : all;
}

static Value *word(Parser *parser)
{
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(parser->end - parser->at) >= length && memcmp(parser->at, words[i], length) == 0) {
            parser->at += length;
            return new_value((ValueKind)(NULL_VALUE + i));
        }
    }
    const char *start = parser->at, *stop = start;
    while (stop < parser->end && *stop && strchr("+-.0123456789eE", *stop))
        stop++;
    Text text = {start, (size_t)(stop - start)};
    parser->at = stop;
    return is_json_number(text) ? new_text(NUMBER_VALUE, text) : fail(parser, "there is no JSON value");
}

static Value *value(Parser *parser)
{
    Text text;
    Value *one;
    blanks(parser);
    if (parser->at == parser->end)
        return fail(parser, "the text ends where a value should be");
    if (*parser->at == '"') {
        parser->at++;
        return string(parser, &text) ? new_text(STRING_VALUE, text) : NULL;
    }
    if (*parser->at != '[' && *parser->at != '{')
        return word(parser);
    if (++parser->depth > MAX_VALUE_DEPTH)
        return fail(parser, "values are nested too deeply");
    one = *parser->at++ == '[' ? array(parser) : object(parser);
    parser->depth--;
    return one;
}

Value *parse_json(const char **at, const char *end, const char **why)
{
    Parser parser = {.at = *at, .end = end};
    Value *one = value(&parser);
    blanks(&parser);
    *at = parser.at;
    *why = parser.why;
    return one;
}

typedef struct {
    Buffer *into; /* or standard output */
    int indent;
} Printer;

static void print(const Printer *printer, const char *bytes, size_t length)
{
    if (printer->into)
        append(printer->into, bytes, length);
    else
        put(bytes, length);
}

static void print_string(const Printer *printer, Text text)
{
    static const char letters[] = "\"\\\b\f\n\r\t", meanings[] = "\"\\bfnrt";
    const char *end = text.at + text.length;
    print(printer, "\"", 1);
    for (const char *at = text.at; at < end;) {
        const char *run = at;
        while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20 && *at != 0x7F)
            at++;
        print(printer, run, (size_t)(at - run));
        if (at == end)
            break;
        char form[8];
        const char *known = *at ? strchr(letters, *at) : NULL;
        if (known)
            snprintf(form, sizeof form, "\\%c", meanings[known - letters]);
        else
            snprintf(form, sizeof form, "\\u%04x", (unsigned char)*at);
        print(printer, form, strlen(form));
        at++;
    }
    print(printer, "\"", 1);
}

static void line(const Printer *printer, int level)
{
    if (printer->indent < 0)
        return;
    print(printer, "\n", 1);
    for (int i = 0; i < level * printer->indent; i++)
        print(printer, " ", 1);
}

static void print_value(const Printer *printer, const Value *value, int level)
{
    static const char *const words[] = {"null", "false", "true"};
    bool named = value->kind == OBJECT_VALUE;
    if (value->kind <= TRUE_VALUE) {
        print(printer, words[value->kind], strlen(words[value->kind]));
    } else if (value->kind == NUMBER_VALUE) {
        print(printer, value->text.at, value->text.length);
    } else if (value->kind == STRING_VALUE) {
        print_string(printer, value->text);
    } else {
        print(printer, named ? "{" : "[", 1);
        for (size_t i = 0; i < value->count; i++) {
            if (i > 0)
                print(printer, ",", 1);
            line(printer, level + 1);
            if (named) {
                print_string(printer, value->names[i]);
                print(printer, ": ", printer->indent < 0 ? 1 : 2);
            }
            print_value(printer, value->values[i], level + 1);
        }
        if (value->count > 0)
            line(printer, level);
        print(printer, named ? "}" : "]", 1);
    }
}

void print_json(const Value *value, int indent)
{
    print_value(&(Printer){NULL, indent}, value, 0);
}

void print_json_string(Text text)
{
    print_string(&(Printer){NULL, -1}, text);
}

void json_text(const Value *value, Buffer *into)
{
    print_value(&(Printer){into, -1}, value, 0);
}
