/* The command line of `fetch`. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "json.h"
#include "options.h"

/* The usage text is the manifest's, so that what a host shows and what -h prints cannot differ. */
static const char MANIFEST[] = {
#embed "manifest.json"
    , 0};

static const struct {
    char letter;
    const char *word;
    int takes_value;
} KNOWN[] = {
    {'X', "--request", 1},  {'H', "--header", 1}, {'d', "--data", 1},     {'b', "--data-binary", 1}, {'o', "--output", 1},
    {'i', "--include", 0},  {'I', "--head", 0},   {'s', "--silent", 0},   {'f', "--fail", 0},        {'L', "--location", 0},
    {'N', "--no-location", 0}, {'h', "--help", 0},  {'B', "--body", 1},   {'J', "--json", 1},        {'F', "--headers", 1},
    {'A', "--as-json", 0},
};

enum { KNOWN_COUNT = sizeof KNOWN / sizeof KNOWN[0] };

/* Options that have a word only; their letters are ours. */
static const char WORDS_ONLY[] = "bNBJFA";

static int complain(Options *options, const char *culprit, const char *complaint)
{
    options->culprit = culprit;
    options->complaint = complaint;
    return -1;
}

static int append(Text *text, const char *bytes, size_t length)
{
    char *larger = realloc(text->data, text->length + length + 1);
    if (!larger)
        return -1;
    memcpy(larger + text->length, bytes, length);
    larger[text->length + length] = '\0';
    *text = (Text){larger, text->length + length};
    return 0;
}

/* A whole file, or standard input for "-". */
static int append_file(Text *text, const char *name)
{
    char buffer[4096];
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file)
        return -1;
    size_t got;
    int status = 0;
    while (status == 0 && (got = fread(buffer, 1, sizeof buffer, file)) > 0)
        status = append(text, buffer, got);
    if (ferror(file))
        status = -1;
    if (file != stdin)
        fclose(file);
    return status;
}

static void remove_line_ends(Text *text, size_t from)
{
    size_t to = from;
    for (size_t at = from; at < text->length; at++)
        if (text->data[at] != '\n' && text->data[at] != '\r')
            text->data[to++] = text->data[at];
    text->length = to;
}

/* As curl does: parts are joined by '&', and a file loses its line ends unless it is binary. */
static int add_data(Options *options, const char *value, int binary)
{
    static const char type[] = "application/x-www-form-urlencoded";
    if (options->has_body && options->body_type != type)
        return complain(options, "-d", "the request has a body already");
    if (options->has_body && append(&options->body, "&", 1) < 0)
        return complain(options, "-d", "out of memory");
    options->has_body = 1;
    options->body_type = type;
    size_t before = options->body.length;
    if (*value != '@')
        return append(&options->body, value, strlen(value)) < 0 ? complain(options, "-d", "out of memory") : 0;
    if (append_file(&options->body, value + 1) < 0)
        return complain(options, value + 1, strerror(errno));
    if (!binary)
        remove_line_ends(&options->body, before);
    return 0;
}

/* All of the body, and what it is. */
static int set_body(Options *options, const char *option, const char *text, size_t length, const char *type)
{
    if (options->has_body)
        return complain(options, option, "the request has a body already");
    options->has_body = 1;
    options->body_type = type;
    return append(&options->body, text, length) < 0 ? complain(options, option, "out of memory") : 0;
}

/* From a file, as for -d; nothing is no body then, since no JSON is empty. */
static int set_json(Options *options, const char *value)
{
    Text text = {0};
    if (*value != '@')
        return set_body(options, "--json", value, strlen(value), "application/json");
    if (append_file(&text, value + 1) < 0)
        return complain(options, value + 1, strerror(errno));
    int status = text.length > 0 ? set_body(options, "--json", text.data, text.length, "application/json") : 0;
    free(text.data);
    return status;
}

static int add_header(Options *options, const char *line)
{
    if (!strchr(line, ':') || strpbrk(line, "\r\n"))
        return complain(options, line, "a header is of the form \"Name: value\"");
    if (append(&options->headers, line, strlen(line)) < 0 || append(&options->headers, "\n", 1) < 0)
        return complain(options, "-H", "out of memory");
    return 0;
}

static int add_field(void *context, const char *name, const char *value)
{
    Text line = {0};
    int status = -1;
    if (!strpbrk(name, ":\n") && append(&line, name, strlen(name)) == 0 && append(&line, ": ", 2) == 0 && append(&line, value, strlen(value)) == 0)
        status = add_header(context, line.data);
    free(line.data);
    return status;
}

static int add_headers(Options *options, const char *object)
{
    if (json_strings(object, add_field, options) == 0)
        return 0;
    return complain(options, "--headers", "it takes a JSON object of strings, without line ends");
}

/* Whether a header of this name, with its colon, was given. */
static int has_header(const Options *options, const char *name)
{
    const char *line = options->headers.data;
    for (const char *end; line && (end = strchr(line, '\n')); line = end + 1)
        if (strncasecmp(line, name, strlen(name)) == 0)
            return 1;
    return 0;
}

static int apply(Options *options, char letter, const char *value)
{
    switch (letter) {
    case 'X': options->method = value; break;
    case 'H': return add_header(options, value);
    case 'd': return add_data(options, value, 0);
    case 'b': return add_data(options, value, 1);
    case 'o': options->files[options->file_count++] = value; break;
    case 'i': options->show_head = 1; break;
    case 'I': options->show_head = options->head_only = 1; break;
    case 's': options->silent = 1; break;
    case 'f': options->fail_on_status = 1; break;
    case 'L': options->no_redirects = 0; break;
    case 'N': options->no_redirects = 1; break;
    case 'h': options->help = 1; break;
    case 'B': return set_body(options, "--body", value, strlen(value), "text/plain;charset=UTF-8");
    case 'J': return set_json(options, value);
    case 'F': return add_headers(options, value);
    case 'A': options->as_json = 1; break;
    }
    return 0;
}

static int known_letter(char letter)
{
    for (int i = 0; i < KNOWN_COUNT; i++)
        if (KNOWN[i].letter == letter && !strchr(WORDS_ONLY, letter))
            return i;
    return -1;
}

static int known_word(const char *word)
{
    for (int i = 0; i < KNOWN_COUNT; i++)
        if (strcmp(KNOWN[i].word, word) == 0)
            return i;
    return -1;
}

static int parse_word(Options *options, char **argv, int *at)
{
    int known = known_word(argv[*at]);
    if (known < 0)
        return complain(options, argv[*at], "unknown option; fetch -h shows the usage");
    if (!KNOWN[known].takes_value)
        return apply(options, KNOWN[known].letter, NULL);
    return argv[*at + 1] ? apply(options, KNOWN[known].letter, argv[++*at]) : complain(options, argv[*at], "its value is missing");
}

/* Letters may stand together; the value of the last may be joined to it or be the next argument. */
static int parse_letters(Options *options, char **argv, int *at)
{
    for (const char *letter = argv[*at] + 1; *letter; letter++) {
        int known = known_letter(*letter);
        if (known < 0)
            return complain(options, argv[*at], "unknown option; fetch -h shows the usage");
        if (KNOWN[known].takes_value) {
            const char *value = letter[1] ? letter + 1 : argv[++*at];
            return value ? apply(options, *letter, value) : complain(options, argv[*at - 1], "its value is missing");
        }
        apply(options, *letter, NULL);
    }
    return 0;
}

/* What follows from the options together. */
static int complete(Options *options)
{
    if (options->help)
        return 0;
    if (options->url_count == 0)
        return complain(options, "URL", "there is none; fetch -h shows the usage");
    if (options->file_count > options->url_count)
        return complain(options, "-o", "there are more files than URLs");
    if (options->head_only && options->has_body)
        return complain(options, "-I", "a HEAD request has no data");
    if (!options->method)
        options->method = options->head_only ? "HEAD" : options->has_body ? "POST" : "GET";
    return options->has_body && !has_header(options, "content-type:") ? add_field(options, "Content-Type", options->body_type) : 0;
}

int parse_options(Options *into, int argc, char **argv)
{
    into->urls = calloc((size_t)argc, sizeof *into->urls);
    into->files = calloc((size_t)argc, sizeof *into->files);
    if (!into->urls || !into->files)
        return complain(into, "arguments", "out of memory");
    int only_urls = 0;
    for (int i = 1; i < argc; i++) {
        int status = 0;
        if (only_urls || argv[i][0] != '-' || !argv[i][1])
            into->urls[into->url_count++] = argv[i];
        else if (strcmp(argv[i], "--") == 0)
            only_urls = 1;
        else
            status = argv[i][1] == '-' ? parse_word(into, argv, &i) : parse_letters(into, argv, &i);
        if (status < 0)
            return status;
    }
    return complete(into);
}

/* The strings of the manifest's array "usage", one a line; they hold no escapes but \" and \\. */
void print_usage(void)
{
    const char *at = strstr(MANIFEST, "\"usage\"");
    int inside = 0;
    for (at = at ? strchr(at, '[') : NULL; at && *at && (inside || *at != ']'); at++) {
        if (*at == '"') {
            if (inside)
                putchar('\n');
            inside = !inside;
        } else if (inside) {
            at += *at == '\\';
            putchar(*at);
        }
    }
}
