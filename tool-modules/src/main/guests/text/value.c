#include "value.h"

Value *new_value(ValueKind kind)
{
    Value *value = grab(1, sizeof *value);
    *value = (Value){.kind = kind, .weight = 1};
    return value;
}

Value *new_text(ValueKind kind, Text text)
{
    Value *value = new_value(kind);
    value->text = text;
    return value;
}

static void grow(Value *value)
{
    if (value->count < value->room)
        return;
    value->room = value->room ? value->room * 2 : 4;
    value->values = regrab(value->values, value->room, sizeof *value->values);
    if (value->kind == OBJECT_VALUE)
        value->names = regrab(value->names, value->room, sizeof *value->names);
}

void add_item(Value *array, Value *item)
{
    grow(array);
    array->values[array->count++] = item;
    array->weight += item->weight;
}

void add_pair(Value *object, Text name, Value *value)
{
    grow(object);
    object->names[object->count] = name;
    object->values[object->count++] = value;
    object->weight += value->weight;
}

static int compare_texts(Text one, Text other)
{
    size_t shorter = one.length < other.length ? one.length : other.length;
    int order = shorter ? memcmp(one.at, other.at, shorter) : 0;
    return order ? order : one.length < other.length ? -1 : one.length > other.length;
}

static int by_text(const void *one, const void *other)
{
    return compare_texts(**(const Text *const *)one, **(const Text *const *)other);
}

const Text *twice(const Value *object)
{
    const Text **sorted = grab(object->count, sizeof *sorted), *found = NULL;
    for (size_t i = 0; i < object->count; i++)
        sorted[i] = &object->names[i];
    qsort(sorted, object->count, sizeof *sorted, by_text);
    for (size_t i = 1; i < object->count && !found; i++)
        if (compare_texts(*sorted[i - 1], *sorted[i]) == 0)
            found = sorted[i];
    free(sorted);
    return found;
}

Value *lookup(const Value *object, Text name)
{
    for (size_t i = 0; object->kind == OBJECT_VALUE && i < object->count; i++)
        if (object->names[i].length == name.length && memcmp(object->names[i].at, name.at, name.length) == 0)
            return object->values[i];
    return NULL;
}

static const char *digits(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

/* The end of the number at `at`, or NULL. */
static const char *number_end(const char *at, const char *end)
{
    const char *start = at += at < end && *at == '-';
    at = digits(at, end);
    if (at == start || (*start == '0' && at > start + 1))
        return NULL;
    if (at < end && *at == '.') {
        start = ++at;
        at = digits(at, end);
        if (at == start)
            return NULL;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        start = at;
        at = digits(at, end);
        if (at == start)
            return NULL;
    }
    return at;
}

bool is_json_number(Text text)
{
    return text.length > 0 && number_end(text.at, text.at + text.length) == text.at + text.length;
}
