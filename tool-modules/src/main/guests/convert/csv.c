/* Tables as RFC 4180 has them: fields in quotes may hold the delimiter, line ends, and quotes, which are doubled. */
#include "convert.h"

typedef struct {
    const char *at, *end;
    uint64_t line;
    CsvOptions options;
} Table;

_Noreturn static void malformed(uint64_t line, const char *why)
{
    char where[120];
    snprintf(where, sizeof where, "line %llu: %s", (unsigned long long)line, why);
    die(1, NULL, where);
}

static Text quoted(Table *reader)
{
    Buffer field = {0};
    uint64_t line = reader->line;
    reader->at++;
    for (;;) {
        const char *stop = find_byte(reader->at, reader->end, '"');
        if (stop == reader->end)
            malformed(line, "a quoted field has no end");
        append(&field, reader->at, (size_t)(stop - reader->at));
        reader->line += count_byte(reader->at, (size_t)(stop - reader->at), '\n');
        reader->at = stop + 1;
        if (reader->at == reader->end || *reader->at != '"')
            break;
        append(&field, "\"", 1);
        reader->at++;
    }
    terminated(&field);
    return (Text){field.at, field.length};
}

static bool at_line_end(const Table *reader)
{
    return reader->at == reader->end || *reader->at == '\n' || (*reader->at == '\r' && reader->at + 1 < reader->end && reader->at[1] == '\n');
}

static Value *cell(Table *reader)
{
    if (reader->at < reader->end && *reader->at == '"') {
        Text text = quoted(reader);
        if (!at_line_end(reader) && *reader->at != reader->options.delimiter)
            malformed(reader->line, "there is something behind a quoted field");
        return new_text(STRING_VALUE, text);
    }
    const char *start = reader->at;
    while (!at_line_end(reader) && *reader->at != reader->options.delimiter)
        reader->at++;
    Text text = {start, (size_t)(reader->at - start)};
    return new_text(!reader->options.strings && is_json_number(text) ? NUMBER_VALUE : STRING_VALUE, text);
}

static Value *row(Table *reader)
{
    Value *cells = new_value(ARRAY_VALUE);
    for (;;) {
        add_item(cells, cell(reader));
        if (at_line_end(reader))
            break;
        reader->at++;
    }
    reader->at += reader->at < reader->end && *reader->at == '\r';
    reader->at += reader->at < reader->end;
    reader->line++;
    return cells;
}

static Value *with_names(const Value *names, const Value *cells, uint64_t line)
{
    Value *object = new_value(OBJECT_VALUE);
    if (cells->count != names->count) {
        char why[80];
        snprintf(why, sizeof why, "%zu fields, but the header has %zu", cells->count, names->count);
        malformed(line, why);
    }
    for (size_t i = 0; i < cells->count; i++)
        add_pair(object, names->values[i]->text, cells->values[i]);
    return object;
}

Value *read_csv(Text text, CsvOptions options)
{
    Table reader = {text.at, text.at + text.length, 1, options};
    Value *rows = new_value(ARRAY_VALUE), *names = NULL;
    if (text.length >= 3 && memcmp(text.at, "\xEF\xBB\xBF", 3) == 0)
        reader.at += 3;
    while (reader.at < reader.end) {
        uint64_t line = reader.line;
        Value *cells = row(&reader);
        if (options.no_header) {
            add_item(rows, cells);
        } else if (!names) {
            names = cells;
            if (twice(with_names(names, names, line)))
                malformed(line, "the header has a name twice");
        } else if (!(cells->count == 1 && cells->values[0]->kind == STRING_VALUE && cells->values[0]->text.length == 0 && names->count > 1)) {
            add_item(rows, with_names(names, cells, line));
        }
    }
    return rows;
}

static bool needs_quotes(Text text, char delimiter)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] == '"' || text.at[i] == '\n' || text.at[i] == '\r' || text.at[i] == delimiter)
            return true;
    return false;
}

/* A string that would be read as a number is quoted, which this reader tells apart. */
static void write_text(Text text, bool is_string, char delimiter)
{
    if (!needs_quotes(text, delimiter) && !(is_string && is_json_number(text))) {
        put(text.at, text.length);
        return;
    }
    put_char('"');
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '"')
            put_char('"');
        put_char(text.at[i]);
    }
    put_char('"');
}

static void write_cell(const Value *value, char delimiter)
{
    Buffer json = {0};
    if (!value || value->kind == NULL_VALUE)
        return;
    if (value->kind == STRING_VALUE || value->kind == NUMBER_VALUE) {
        write_text(value->text, value->kind == STRING_VALUE, delimiter);
        return;
    }
    json_text(value, &json);
    write_text((Text){json.at, json.length}, false, delimiter);
    free(json.at);
}

/* The names of all objects, in the order in which they first come. */
static Value *columns_of(const Value *rows)
{
    Value *columns = new_value(OBJECT_VALUE);
    for (size_t i = 0; i < rows->count; i++) {
        const Value *row = rows->values[i];
        for (size_t k = 0; k < row->count; k++) {
            bool in_place = k < columns->count && columns->names[k].length == row->names[k].length &&
                            memcmp(columns->names[k].at, row->names[k].at, row->names[k].length) == 0;
            if (!in_place && !lookup(columns, row->names[k]))
                add_pair(columns, row->names[k], new_value(NULL_VALUE));
        }
    }
    return columns;
}

static void write_objects(const Value *rows, CsvOptions options)
{
    const Value *columns = columns_of(rows);
    for (size_t k = 0; k < columns->count && !options.no_header; k++) {
        if (k > 0)
            put_char(options.delimiter);
        write_text(columns->names[k], false, options.delimiter);
    }
    if (columns->count > 0 && !options.no_header)
        put_char('\n');
    for (size_t i = 0; i < rows->count; i++) {
        const Value *row = rows->values[i];
        for (size_t k = 0; k < columns->count; k++) {
            bool in_place = k < row->count && row->names[k].length == columns->names[k].length &&
                            memcmp(row->names[k].at, columns->names[k].at, row->names[k].length) == 0;
            if (k > 0)
                put_char(options.delimiter);
            write_cell(in_place ? row->values[k] : lookup(row, columns->names[k]), options.delimiter);
        }
        put_char('\n');
    }
}

static void write_arrays(const Value *rows, CsvOptions options)
{
    for (size_t i = 0; i < rows->count; i++) {
        for (size_t k = 0; k < rows->values[i]->count; k++) {
            if (k > 0)
                put_char(options.delimiter);
            write_cell(rows->values[i]->values[k], options.delimiter);
        }
        put_char('\n');
    }
}

void write_csv(const Value *value, CsvOptions options)
{
    Value *single = new_value(ARRAY_VALUE);
    if (value->kind == OBJECT_VALUE) {
        add_item(single, (Value *)value);
        value = single;
    }
    if (value->kind != ARRAY_VALUE)
        die(1, NULL, "a table is made from an array of objects or of arrays");
    for (size_t i = 0; i < value->count; i++)
        if (value->values[i]->kind != value->values[0]->kind || value->values[i]->kind < ARRAY_VALUE)
            die(1, NULL, "a table is made from an array of objects or of arrays");
    if (value->count > 0 && value->values[0]->kind == OBJECT_VALUE)
        write_objects(value, options);
    else
        write_arrays(value, options);
}
