#include "answer.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "json.h"

/* How long the name is of the field that starts here; 0 for a line that is the host's own, such as ":status: 200". */
static size_t name_length(const char *line)
{
    size_t length = strcspn(line, ":\n");
    return line[length] == ':' ? length : 0;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static int has_name(const char *line, const char *name, size_t length)
{
    return name_length(line) == length && strncasecmp(line, name, length) == 0;
}

/* The value in a line whose name is so long. */
static void put_value(FILE *out, const char *line, size_t name)
{
    const char *value = line + name + 1;
    value += *value == ' ';
    json_put(out, value, strcspn(value, "\n"));
}

/* All values of the field, from its first line on: joined by commas, or in an array, since cookies hold commas themselves. */
static void put_values(FILE *out, const char *first, size_t length)
{
    int is_cookie = has_name(first, "set-cookie", 10);
    fputs(is_cookie ? "[\"" : "\"", out);
    for (const char *line = first; *line; line = next_line(line)) {
        if (!has_name(line, first, length))
            continue;
        if (line > first)
            fputs(is_cookie ? "\",\"" : ", ", out);
        put_value(out, line, length);
    }
    fputs(is_cookie ? "\"]" : "\"", out);
}

static int is_first(const char *head, const char *line, size_t length)
{
    for (const char *at = head; at < line; at = next_line(at))
        if (has_name(at, line, length))
            return 0;
    return 1;
}

static void put_fields(FILE *out, const char *head)
{
    const char *between = "";
    for (const char *line = head; *line; line = next_line(line)) {
        size_t length = name_length(line);
        if (length == 0 || !is_first(head, line, length))
            continue;
        fprintf(out, "%s\"", between);
        for (size_t i = 0; i < length; i++)
            putc(tolower((unsigned char)line[i]), out);
        fputs("\":", out);
        put_values(out, line, length);
        between = ",";
    }
}

/* Where the answer came from, after redirects. */
static void put_url(FILE *out, const Answer *answer)
{
    static const char name[] = ":url: ";
    for (const char *line = answer->head; *line; line = next_line(line))
        if (strncmp(line, name, sizeof name - 1) == 0) {
            line += sizeof name - 1;
            json_put(out, line, strcspn(line, "\n"));
            return;
        }
    json_put(out, answer->url, strlen(answer->url));
}

static void put_body(FILE *out, const Answer *answer)
{
    if (answer->file) {
        fputs("\"file\":\"", out);
        json_put(out, answer->file, strlen(answer->file));
        fprintf(out, "\",\"bytes\":%zu", answer->length);
    } else if (is_utf8(answer->body, answer->length)) {
        fputs("\"body\":\"", out);
        json_put(out, answer->body, answer->length);
        putc('"', out);
    } else {
        fputs("\"bodyBase64\":\"", out);
        base64_put(out, (const unsigned char *)answer->body, answer->length);
        putc('"', out);
    }
}

void answer_put(FILE *out, const Answer *answer)
{
    fprintf(out, "{\"status\":%u,\"url\":\"", (unsigned)answer->status);
    put_url(out, answer);
    fputs("\",\"headers\":{", out);
    put_fields(out, answer->head);
    fputs("},", out);
    put_body(out, answer);
    fputs("}\n", out);
}
