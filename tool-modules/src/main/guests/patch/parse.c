#include "patch.h"

static const char *at, *end; /* of what is left of the patch */
static uint64_t line_number;

_Noreturn static void malformed(const char *why)
{
    char where[120];
    snprintf(where, sizeof where, "malformed patch at line %llu: %s", (unsigned long long)line_number, why);
    die(2, NULL, where);
}

static Text peek(void)
{
    const char *stop = find_byte(at, end, '\n');
    return (Text){at, (size_t)(stop - at) + (stop < end)};
}

static Text next_line(void)
{
    Text line = peek();
    at += line.length;
    line_number++;
    return line;
}

static bool begins(Text line, const char *with)
{
    size_t length = strlen(with);
    return line.length >= length && memcmp(line.at, with, length) == 0;
}

/* The name in a line, up to a tab or its end; quoted names of git are unquoted only as far as plain characters go. */
static char *name_in(Text line, size_t skip)
{
    Buffer name = {0};
    const char *from = line.at + skip, *stop = line.at + line.length;
    for (const char *one = from; one < stop; one++)
        if (*one == '\t' || *one == '\n' || *one == '\r') {
            stop = one;
            break;
        }
    if (stop - from >= 2 && *from == '"' && stop[-1] == '"')
        from++, stop--;
    append(&name, from, (size_t)(stop - from));
    terminated(&name);
    if (strcmp(name.at, "/dev/null") == 0)
        return NULL;
    return name.at;
}

static uint64_t range_number(const char **text, const char *stop)
{
    uint64_t value = 0;
    if (*text == stop || **text < '0' || **text > '9')
        malformed("a line number is missing");
    for (; *text < stop && **text >= '0' && **text <= '9'; (*text)++) {
        value = value * 10 + (uint64_t)(**text - '0');
        if (value > INT32_MAX)
            malformed("a line number is too large");
    }
    return value;
}

static void range(const char **text, const char *stop, char mark, uint64_t *from, uint64_t *count)
{
    if (*text == stop || **text != mark)
        malformed("a range is missing");
    (*text)++;
    *from = range_number(text, stop);
    *count = 1;
    if (*text < stop && **text == ',') {
        (*text)++;
        *count = range_number(text, stop);
    }
    if (*text < stop && **text == ' ')
        (*text)++;
}

static void add_change(Hunk *hunk, char mark, Text line)
{
    if ((hunk->count & (hunk->count - 1)) == 0)
        hunk->changes = regrab(hunk->changes, hunk->count ? hunk->count * 2 : 1, sizeof *hunk->changes);
    hunk->changes[hunk->count++] = (Change){mark, line};
}

/* "\ No newline at end of file" is about the line before it. */
static void drop_end(Hunk *hunk)
{
    if (hunk->count == 0)
        malformed("a line about a missing line end has no line before it");
    Text *last = &hunk->changes[hunk->count - 1].line;
    if (last->length > 0 && last->at[last->length - 1] == '\n')
        last->length--;
}

static Hunk parse_hunk(void)
{
    static const char empty[] = "\n";
    uint64_t old_from, old_count, new_from, new_count;
    Text head = next_line();
    const char *text = head.at + 3, *stop = head.at + head.length;
    range(&text, stop, '-', &old_from, &old_count);
    range(&text, stop, '+', &new_from, &new_count);
    if (stop - text < 2 || text[0] != '@' || text[1] != '@')
        malformed("the head of a hunk has no end");
    Hunk hunk = {.from = (size_t)old_from, .new_from = (size_t)new_from};
    while (old_count > 0 || new_count > 0) {
        if (at == end)
            malformed("the patch ends within a hunk");
        Text line = next_line();
        char mark = *line.at;
        Text rest = {line.at + 1, line.length - 1};
        if (mark == '\n' || mark == '\r') /* mail programs take the blank off an empty line */
            mark = ' ', rest = (Text){empty, 1};
        if (mark == '\\') {
            drop_end(&hunk);
            continue;
        }
        if ((mark != ' ' && mark != '-' && mark != '+') || (mark != '+' && old_count == 0) || (mark != '-' && new_count == 0))
            malformed("a hunk has other lines than its head says");
        old_count -= mark != '+';
        new_count -= mark != '-';
        add_change(&hunk, mark, rest);
    }
    if (at < end && *at == '\\') {
        next_line();
        drop_end(&hunk);
    }
    return hunk;
}

static FilePatch *add_file(FilePatch **files, size_t *count)
{
    *files = regrab(*files, *count + 1, sizeof **files);
    FilePatch *file = &(*files)[(*count)++];
    *file = (FilePatch){0};
    return file;
}

FilePatch *parse_patch(Text patch, size_t *count)
{
    FilePatch *files = NULL, *file = NULL;
    char *rename_from = NULL;
    *count = 0;
    at = patch.at;
    end = at + patch.length;
    while (at < end) {
        Text line = peek();
        if (file && begins(line, "@@ -")) {
            Hunk hunk = parse_hunk();
            file->hunks = regrab(file->hunks, file->count + 1, sizeof *file->hunks);
            file->hunks[file->count++] = hunk;
            continue;
        }
        next_line();
        if (begins(line, "--- ") && begins(peek(), "+++ ")) {
            bool follows_rename = file && file->renames && file->count == 0;
            file = follows_rename ? file : add_file(&files, count);
            char *old_name = name_in(line, 4), *new_name = name_in(next_line(), 4);
            if (!follows_rename)
                file->old_name = old_name, file->new_name = new_name;
        } else if (begins(line, "diff --git ")) {
            file = NULL;
            rename_from = NULL;
        } else if (begins(line, "rename from ")) {
            rename_from = name_in(line, 12);
        } else if (begins(line, "rename to ") && rename_from) {
            file = add_file(&files, count);
            *file = (FilePatch){.old_name = rename_from, .new_name = name_in(line, 10), .renames = true};
        } else if (begins(line, "GIT binary patch") || begins(line, "Binary files ")) {
            malformed("binary patches are not supported");
        } else if (begins(line, "*** ") && begins(peek(), "--- ")) {
            malformed("only the unified format is supported");
        }
    }
    return files;
}

void reverse(FilePatch *patch)
{
    char *name = patch->old_name;
    patch->old_name = patch->new_name;
    patch->new_name = name;
    for (size_t i = 0; i < patch->count; i++) {
        Hunk *hunk = &patch->hunks[i];
        size_t from = hunk->from;
        hunk->from = hunk->new_from;
        hunk->new_from = from;
        for (size_t k = 0; k < hunk->count; k++) {
            Change *change = &hunk->changes[k];
            change->mark = change->mark == '+' ? '-' : change->mark == '-' ? '+' : ' ';
        }
        /* Lines to take away come first, as in any hunk. */
        for (size_t k = 1; k < hunk->count; k++)
            for (size_t j = k; j > 0 && hunk->changes[j].mark == '-' && hunk->changes[j - 1].mark == '+'; j--) {
                Change moved = hunk->changes[j];
                hunk->changes[j] = hunk->changes[j - 1];
                hunk->changes[j - 1] = moved;
            }
    }
}
