/* What is printed of one file. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "search.h"

/* Where the search through a file stands. */
typedef struct {
    const char *name;
    const char *at, *end;   /* of the content */
    const char *counted;    /* up to here the line number is known */
    const char *printed;    /* up to here lines have been printed */
    uint64_t line, matches; /* the number of the line at `counted`; lines or matches so far */
    bool any;               /* something of it has been printed */
    bool binary;
} File;

static bool printed_before; /* a group of lines, in this file or another */

static void put_prefix(const char *name, char mark, uint64_t line, const char *column)
{
    if (options.names == 'H') {
        put_name(name);
        put_char(mark);
    }
    if (options.numbers) {
        put_number(line, 0);
        put_char(mark);
    }
    if (column) {
        put_text(column);
        put_char(mark);
    }
}

static uint64_t line_number(File *file, const char *at)
{
    if (options.numbers) {
        file->line += count_byte(file->counted, (size_t)(at - file->counted), '\n');
        file->counted = at;
    }
    return file->line;
}

static void put_line(File *file, Text line, char mark)
{
    char column[24];
    Text match;
    bool with_column = options.columns && mark == ':' && regex_find(options.regex, line, 0, &match);
    if (with_column)
        snprintf(column, sizeof column, "%zu", (size_t)(match.at - line.at) + 1);
    put_prefix(file->name, mark, line_number(file, line.at), with_column ? column : NULL);
    if (options.longest > 0 && line.length > options.longest)
        put_text(mark == ':' ? "[Omitted long matching line]" : "[Omitted long context line]");
    else
        put(line.at, line.length);
    put_char('\n');
    file->printed = line.at + line.length + 1;
}

static void put_matches(File *file, Text line)
{
    Text match;
    char column[24];
    for (size_t from = 0; from <= line.length && regex_find(options.regex, line, from, &match);) {
        from = (size_t)(match.at - line.at) + (match.length ? match.length : 1);
        if (match.length == 0)
            continue;
        snprintf(column, sizeof column, "%zu", (size_t)(match.at - line.at) + 1);
        put_prefix(file->name, ':', line_number(file, line.at), options.columns ? column : NULL);
        put(match.at, match.length);
        put_char('\n');
    }
}

static Text line_at(const File *file, const char *at)
{
    return (Text){at, (size_t)(find_byte(at, file->end, '\n') - at)};
}

/* The lines that follow the last match. */
static void put_after(File *file, const char *limit)
{
    const char *at = file->printed;
    for (uint64_t i = 0; i < options.after && file->any && at < limit; i++) {
        put_line(file, line_at(file, at), '-');
        at = file->printed;
    }
}

/* The lines before a match that are not printed yet, after a separator where lines are left out between. */
static void put_before(File *file, const char *match)
{
    const char *at = match;
    const char *floor = file->any ? file->printed : file->at;
    for (uint64_t i = 0; i < options.before && at > floor; i++)
        do
            at--;
        while (at > floor && at[-1] != '\n');
    if ((options.before > 0 || options.after > 0) && (file->any ? at > file->printed : printed_before))
        put_text("--\n");
    while (at < match) {
        put_line(file, line_at(file, at), '-');
        at = file->printed;
    }
}

static void print_match(File *file, Text line)
{
    if (options.only_matching && !options.invert) {
        put_matches(file, line);
        return;
    }
    put_after(file, line.at);
    put_before(file, line.at);
    put_line(file, line, ':');
    file->any = printed_before = true;
}

static uint64_t count_in(Text line)
{
    Text match;
    uint64_t count = 0;
    for (size_t from = 0; from <= line.length && regex_find(options.regex, line, from, &match); count++)
        from = (size_t)(match.at - line.at) + (match.length ? match.length : 1);
    return count;
}

/* A line that was asked for; false where no other one is wanted. */
static bool take(File *file, Text line)
{
    found = true;
    file->matches += options.mode == COUNT_MATCHES && !options.invert ? count_in(line) : 1;
    if (options.quiet || options.mode == FILES_WITH || options.mode == FILES_WITHOUT || (file->binary && options.mode == LINES))
        return false;
    if (options.mode == LINES)
        print_match(file, line);
    return file->matches < options.most;
}

/* The lines of [at, limit) that do not match. */
static bool take_others(File *file, const char *at, const char *limit)
{
    while (at < limit) {
        Text line = line_at(file, at);
        if (!take(file, line))
            return false;
        at += line.length + 1;
    }
    return true;
}

static void look(File *file)
{
    const char *at = file->at;
    Text line;
    while (regex_next_line(options.regex, at, file->end, &line)) {
        if (options.invert ? !take_others(file, at, line.at) : !take(file, line))
            return;
        at = line.at + line.length + 1;
    }
    if (options.invert)
        take_others(file, at, file->end);
}

static void put_file(const char *name)
{
    put_name(name);
    put_char('\n');
}

static void summarise(const File *file)
{
    if (options.quiet)
        return;
    if (options.mode == FILES_WITH && file->matches > 0)
        put_file(file->name);
    else if (options.mode == FILES_WITHOUT && file->matches == 0)
        put_file(file->name);
    else if ((options.mode == COUNTS || options.mode == COUNT_MATCHES) && file->matches > 0) {
        if (options.names == 'H') {
            put_name(file->name);
            put_char(':');
        }
        put_number(file->matches, 0);
        put_char('\n');
    } else if (options.mode == LINES && file->binary && file->matches > 0) {
        put_name(file->name);
        put_text(": binary file matches; -a prints its lines\n");
    }
}

void search_text(const char *name, Text content, bool named)
{
    enum { LOOKED_AT = 64 * 1024 };
    const char *head = content.at + (content.length < LOOKED_AT ? content.length : LOOKED_AT);
    bool binary = !options.as_text && find_byte(content.at, head, 0) < head;
    if ((binary && !named) || options.most == 0)
        return;
    File file = {.name = name, .at = content.at, .end = content.at + content.length, .counted = content.at, .printed = content.at, .line = 1, .binary = binary};
    look(&file);
    put_after(&file, file.end);
    summarise(&file);
}

void search_file(const char *path, bool named)
{
    static Buffer content; /* one for all files */
    struct stat about;
    ssize_t got = 0;
    int fd = open(path, O_RDONLY);
    if (fd < 0) {
        complain_errno(2, path);
        return;
    }
    content.length = 0;
    reserve(&content, fstat(fd, &about) == 0 && about.st_size > 0 ? (size_t)about.st_size + 1 : 4096);
    while ((got = read(fd, content.at + content.length, content.room - content.length)) > 0) {
        content.length += (size_t)got;
        if (content.length == content.room)
            reserve(&content, BLOCK);
    }
    close(fd);
    if (got < 0)
        complain_errno(2, path);
    else
        search_text(path, (Text){content.at, content.length}, named);
}

bool is_settled(void)
{
    return options.quiet && found;
}
