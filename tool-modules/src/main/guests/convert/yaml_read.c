/*
 * YAML through libyaml, with the core schema of YAML 1.2. Aliases share the value that they stand for; how often it would be printed is
 * bounded, since a few lines of them can stand for more than any memory holds. Tags other than !!str are passed over.
 */
#include <yaml.h>

#include "convert.h"

enum { MAX_WEIGHT = 10000000, MAX_YAML_DEPTH = 200 };

typedef struct {
    char *name;
    Value *value; /* NULL while it is being read */
} Anchor;

static yaml_parser_t parser;
static Anchor *anchors;
static size_t anchor_count;

_Noreturn static void malformed(size_t line, const char *why)
{
    char where[200];
    snprintf(where, sizeof where, "line %zu: %.150s", line + 1, why);
    die(1, NULL, where);
}

static yaml_event_t next(void)
{
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event))
        malformed(parser.problem_mark.line, parser.problem ? parser.problem : "the YAML is damaged");
    return event;
}

static size_t add_anchor(const yaml_char_t *name)
{
    if (!name)
        return SIZE_MAX;
    anchors = regrab(anchors, anchor_count + 1, sizeof *anchors);
    anchors[anchor_count] = (Anchor){strdup((const char *)name), NULL};
    return anchor_count++;
}

static Value *alias(const yaml_event_t *event)
{
    for (size_t i = anchor_count; i > 0; i--) {
        if (strcmp(anchors[i - 1].name, (const char *)event->data.alias.anchor) != 0)
            continue;
        if (!anchors[i - 1].value)
            malformed(event->start_mark.line, "an alias stands for what it is in");
        return anchors[i - 1].value;
    }
    malformed(event->start_mark.line, "an alias has no anchor");
}

static bool is_one_of(Text text, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == text.length && memcmp(*words, text.at, text.length) == 0)
            return true;
    return false;
}

/* 0x and 0o become decimal; what the schema reads as a number, but JSON does not know, stays as it is written. */
static Value *plain(Text text)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL}, *const trues[] = {"true", "True", "TRUE", NULL},
                             *const falses[] = {"false", "False", "FALSE", NULL};
    if (is_one_of(text, nulls))
        return new_value(NULL_VALUE);
    if (is_one_of(text, trues))
        return new_value(TRUE_VALUE);
    if (is_one_of(text, falses))
        return new_value(FALSE_VALUE);
    if (is_json_number(text))
        return new_text(NUMBER_VALUE, text);
    if (text.length > 2 && text.length < 18 && text.at[0] == '0' && (text.at[1] == 'x' || text.at[1] == 'o')) {
        char *rest, decimal[24];
        unsigned long long number = strtoull(text.at + 2, &rest, text.at[1] == 'x' ? 16 : 8);
        if (rest == text.at + text.length && text.at[2] != '+' && text.at[2] != '-' && text.at[2] != ' ') {
            snprintf(decimal, sizeof decimal, "%llu", number);
            return new_text(NUMBER_VALUE, (Text){strdup(decimal), strlen(decimal)});
        }
    }
    return new_text(STRING_VALUE, text);
}

static Value *scalar(const yaml_event_t *event)
{
    const char *tag = (const char *)event->data.scalar.tag;
    Buffer copy = {0};
    append(&copy, event->data.scalar.value, event->data.scalar.length);
    Text text = {terminated(&copy), copy.length};
    bool is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !(tag && strcmp(tag, YAML_STR_TAG) == 0);
    return is_plain ? plain(text) : new_text(STRING_VALUE, text);
}

static Value *node(yaml_event_t *event, int depth);

static void check_weight(const Value *value, size_t line)
{
    if (value->weight > MAX_WEIGHT)
        malformed(line, "aliases make it too large");
}

static Value *sequence(int depth)
{
    Value *all = new_value(ARRAY_VALUE);
    for (;;) {
        yaml_event_t event = next();
        if (event.type == YAML_SEQUENCE_END_EVENT)
            return all;
        size_t line = event.start_mark.line;
        add_item(all, node(&event, depth));
        check_weight(all, line);
    }
}

static Value *mapping(int depth)
{
    Value *all = new_value(OBJECT_VALUE);
    for (;;) {
        yaml_event_t event = next();
        size_t line = event.start_mark.line;
        if (event.type == YAML_MAPPING_END_EVENT) {
            if (twice(all))
                malformed(line, "a mapping that ends here has a key twice");
            return all;
        }
        if (event.type != YAML_SCALAR_EVENT)
            malformed(line, "only scalars can be keys");
        Buffer name = {0};
        append(&name, event.data.scalar.value, event.data.scalar.length);
        terminated(&name);
        yaml_event_delete(&event);
        event = next();
        add_pair(all, (Text){name.at, name.length}, node(&event, depth));
        check_weight(all, line);
    }
}

static Value *node(yaml_event_t *event, int depth)
{
    Value *value = NULL;
    size_t anchor = SIZE_MAX;
    if (depth > MAX_YAML_DEPTH)
        malformed(event->start_mark.line, "values are nested too deeply");
    switch (event->type) {
    case YAML_ALIAS_EVENT: value = alias(event); break;
    case YAML_SCALAR_EVENT:
        anchor = add_anchor(event->data.scalar.anchor);
        value = scalar(event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = add_anchor(event->data.sequence_start.anchor);
        value = sequence(depth + 1);
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = add_anchor(event->data.mapping_start.anchor);
        value = mapping(depth + 1);
        break;
    default: malformed(event->start_mark.line, "there is no value");
    }
    if (anchor != SIZE_MAX)
        anchors[anchor].value = value;
    yaml_event_delete(event);
    return value;
}

Value *read_yaml(Text text)
{
    Value *documents = new_value(ARRAY_VALUE);
    if (!yaml_parser_initialize(&parser))
        die(1, NULL, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text.at, text.length);
    for (;;) {
        yaml_event_t event = next();
        if (event.type == YAML_STREAM_END_EVENT)
            break;
        if (event.type == YAML_STREAM_START_EVENT || event.type == YAML_DOCUMENT_START_EVENT || event.type == YAML_DOCUMENT_END_EVENT)
            yaml_event_delete(&event);
        else
            add_item(documents, node(&event, 0));
    }
    return documents->count == 1 ? documents->values[0] : documents->count == 0 ? new_value(NULL_VALUE) : documents;
}
