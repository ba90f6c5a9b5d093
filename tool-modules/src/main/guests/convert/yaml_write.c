/* YAML in the block style. A string is plain only where no reader can take it for anything else, otherwise it is in quotes as in JSON. */
#include <ctype.h>

#include "convert.h"

static bool is_word(Text text)
{
    static const char *const words[] = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) != text.length)
            continue;
        size_t k = 0;
        while (k < text.length && tolower((unsigned char)text.at[k]) == words[i][k])
            k++;
        if (k == text.length)
            return true;
    }
    return false;
}

/* Letters first, then letters, digits and a few signs that mean nothing within a line. */
static bool is_plain(Text text)
{
    if (text.length == 0 || !(isalpha((unsigned char)text.at[0]) || text.at[0] == '_' || text.at[0] == '/') || is_word(text))
        return false;
    for (size_t i = 1; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.at[i];
        if (!isalnum(byte) && !strchr("_-./ @+()", byte))
            return false;
        if (byte == 0)
            return false;
    }
    return text.at[text.length - 1] != ' ';
}

/* The code point at `at` if YAML takes it for a line end or does not allow it as it is, though JSON does: C1 controls, U+2028, U+2029, U+FEFF. */
static unsigned special(const unsigned char *at, size_t left)
{
    if (left >= 2 && at[0] == 0xC2 && at[1] < 0xA0)
        return at[1];
    if (left >= 3 && at[0] == 0xE2 && at[1] == 0x80 && (at[2] == 0xA8 || at[2] == 0xA9))
        return 0x2000u + (at[2] & 0x3Fu);
    return left >= 3 && at[0] == 0xEF && at[1] == 0xBB && at[2] == 0xBF ? 0xFEFF : 0;
}

static void write_quoted(Text text)
{
    Value string = {.kind = STRING_VALUE, .text = text};
    Buffer json = {0};
    json_text(&string, &json);
    for (size_t i = 0; i < json.length;) {
        unsigned code = special((const unsigned char *)json.at + i, json.length - i);
        if (!code) {
            put_char(json.at[i++]);
            continue;
        }
        char form[8];
        snprintf(form, sizeof form, "\\u%04x", code);
        put_text(form);
        i += code < 0x100 ? 2 : 3;
    }
    free(json.at);
}

static void write_string(Text text)
{
    if (is_plain(text))
        put(text.at, text.length);
    else
        write_quoted(text);
}

static void indent(int level)
{
    for (int i = 0; i < level; i++)
        put_text("  ");
}

static bool is_block(const Value *value)
{
    return value->kind >= ARRAY_VALUE && value->count > 0;
}

static void write_block(const Value *value, int level, bool started);

static void write_flow(const Value *value)
{
    if (value->kind == STRING_VALUE)
        write_string(value->text);
    else
        print_json(value, -1);
    put_char('\n');
}

static void write_pair(const Value *object, size_t i, int level)
{
    const Value *value = object->values[i];
    write_string(object->names[i]);
    put_char(':');
    if (!is_block(value)) {
        put_char(' ');
        write_flow(value);
        return;
    }
    put_char('\n');
    write_block(value, value->kind == ARRAY_VALUE ? level : level + 1, false);
}

/* The items of an array or object, the first without indentation if its line is started. */
static void write_block(const Value *value, int level, bool started)
{
    for (size_t i = 0; i < value->count; i++, started = false) {
        if (!started)
            indent(level);
        if (value->kind == OBJECT_VALUE) {
            write_pair(value, i, level);
            continue;
        }
        put_text("- ");
        if (is_block(value->values[i]))
            write_block(value->values[i], level + 1, true);
        else
            write_flow(value->values[i]);
    }
}

void write_yaml(const Value *value)
{
    if (is_block(value))
        write_block(value, 0, false);
    else
        write_flow(value);
}
