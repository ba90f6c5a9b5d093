/* The `convert` guest: tables, JSON, JSON Lines and YAML, from each into each. Numbers keep every digit. */
#include <getopt.h>

#include "convert.h"

typedef enum { NONE, CSV, TSV, JSON, JSONL, YAML } Format;

static struct {
    Format from, to;
    int indent;
    CsvOptions csv;
} how = {.indent = 2, .csv = {.delimiter = 0}};

static Format format_of(const char *name)
{
    static const struct {
        const char *name;
        Format format;
    } names[] = {{"csv", CSV}, {"tsv", TSV}, {"tab", TSV}, {"json", JSON}, {"jsonl", JSONL}, {"ndjson", JSONL}, {"yaml", YAML}, {"yml", YAML}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].format;
    return NONE;
}

static Format known_format(const char *name)
{
    Format format = format_of(name);
    if (format == NONE)
        die(2, name, "is none of csv, tsv, json, jsonl and yaml");
    return format;
}

static CsvOptions csv_for(Format format)
{
    CsvOptions options = how.csv;
    if (!options.delimiter)
        options.delimiter = format == TSV ? '\t' : ',';
    return options;
}

/* One value, or several one after the other, which are an array. */
static Value *read_json(Text text, bool is_stream)
{
    Value *all = new_value(ARRAY_VALUE);
    const char *at = text.at, *end = at + text.length, *why;
    if (text.length >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    while (at < end) {
        Value *one = parse_json(&at, end, &why);
        if (!one) {
            char where[160];
            if (is_stream && at == end && all->count > 0 && end[-1] <= ' ')
                break;
            snprintf(where, sizeof where, "line %zu: %s", count_byte(text.at, (size_t)(at - text.at), '\n') + 1, why);
            die(1, NULL, where);
        }
        add_item(all, one);
    }
    if (all->count == 0 && !is_stream)
        die(1, NULL, "there is no JSON value");
    return all->count == 1 && !is_stream ? all->values[0] : all;
}

static Value *read_value(Text text)
{
    switch (how.from) {
    case CSV:
    case TSV: return read_csv(text, csv_for(how.from));
    case YAML: return read_yaml(text);
    default: return read_json(text, how.from == JSONL);
    }
}

static void write_lines(const Value *value)
{
    for (size_t i = 0; value->kind == ARRAY_VALUE && i < value->count; i++) {
        print_json(value->values[i], -1);
        put_char('\n');
    }
    if (value->kind != ARRAY_VALUE) {
        print_json(value, -1);
        put_char('\n');
    }
}

static void write_value(const Value *value)
{
    switch (how.to) {
    case CSV:
    case TSV: write_csv(value, csv_for(how.to)); break;
    case YAML: write_yaml(value); break;
    case JSONL: write_lines(value); break;
    default:
        print_json(value, how.indent);
        put_char('\n');
    }
}

static void set_indent(const char *text)
{
    uint64_t value;
    if (!parse_size(text, &value) || value > 16)
        die(2, text, "is not an indentation of 0 to 16");
    how.indent = (int)value;
}

static void set_delimiter(const char *text)
{
    how.csv.delimiter = strcmp(text, "\\t") == 0 ? '\t' : *text;
    if ((strlen(text) != 1 && how.csv.delimiter != '\t') || strchr("\"\n\r", how.csv.delimiter))
        die(2, text, "the delimiter is a single byte");
}

static void parse(int argc, char **argv)
{
    enum { NO_HEADER = 256, STRINGS, INDENT };
    static const struct option options[] = {{"from", 1, 0, 'f'},      {"to", 1, 0, 't'},         {"compact", 0, 0, 'c'},      {"delimiter", 1, 0, 'd'},
                                            {"indent", 1, 0, INDENT}, {"strings", 0, 0, STRINGS}, {"no-header", 0, 0, NO_HEADER}, {"help", 0, 0, 'h'}, {0}};
    int option;
    while ((option = getopt_long(argc, argv, "f:t:cd:h", options, NULL)) != -1)
        switch (option) {
        case 'f': how.from = known_format(optarg); break;
        case 't': how.to = known_format(optarg); break;
        case 'c': how.indent = -1; break;
        case 'd': set_delimiter(optarg); break;
        case INDENT: set_indent(optarg); break;
        case STRINGS: how.csv.strings = true; break;
        case NO_HEADER: how.csv.no_header = true; break;
        case 'h': help();
        default: exit(2);
        }
    if (argc - optind > 1)
        die(2, argv[optind + 1], "is one file too many");
    const char *dot = optind < argc ? strrchr(argv[optind], '.') : NULL;
    if (how.from == NONE && dot)
        how.from = format_of(dot + 1);
    if (how.from == NONE)
        die(2, NULL, "the format of the input is not known from its name; -f says it");
    if (how.to == NONE)
        die(2, NULL, "the format of the output is needed: -t csv, tsv, json, jsonl or yaml");
}

int main(int argc, char **argv)
{
    Text text;
    parse(argc, argv);
    if (slurp(optind < argc ? argv[optind] : "-", &text, 2))
        write_value(read_value(text));
    finish(2);
}
