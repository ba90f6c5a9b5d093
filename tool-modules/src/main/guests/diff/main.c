/* The `diff` guest: what differs between files or directories, in the unified format, without times, so that equal input gives equal output. */
#include <errno.h>
#include <getopt.h>
#include <sys/stat.h>

#include "../text/walk.h"
#include "compare.h"

static struct {
    Sameness sameness;
    uint64_t context;
    bool brief, recursive, absent_as_empty, as_text, report_same;
    const char *labels[2];
    int label_count;
} how = {.context = 3};

static void differ(void)
{
    if (status == 0)
        status = 1;
}

static void put_names(const char *before, const char *one, const char *between, const char *other, const char *after)
{
    put_text(before);
    put_name(one);
    put_text(between);
    put_name(other);
    put_text(after);
}

static void put_range(int from, int count)
{
    put_number((uint64_t)(count > 0 ? from + 1 : from), 0);
    if (count != 1) {
        put_char(',');
        put_number((uint64_t)count, 0);
    }
}

static void put_line(char mark, Text line)
{
    put_char(mark);
    put(line.at, line.length);
    if (line.at[line.length - 1] != '\n')
        put_text("\n\\ No newline at end of file\n");
}

/* A hunk: lines [x, x_end) of the one side and [y, y_end) of the other. */
typedef struct {
    int x, x_end, y, y_end;
} Hunk;

static void put_hunk(const Side sides[2], Hunk hunk)
{
    put_text("@@ -");
    put_range(hunk.x, hunk.x_end - hunk.x);
    put_text(" +");
    put_range(hunk.y, hunk.y_end - hunk.y);
    put_text(" @@\n");
    int x = hunk.x, y = hunk.y;
    while (x < hunk.x_end || y < hunk.y_end) {
        if (x < hunk.x_end && sides[0].changed[x])
            put_line('-', sides[0].lines[x++]);
        else if (y < hunk.y_end && sides[1].changed[y])
            put_line('+', sides[1].lines[y++]);
        else
            put_line(' ', sides[0].lines[x++]), y++;
    }
}

/* Moves over a run of changes. */
static void pass_changes(const Side sides[2], int *x, int *y)
{
    while (*x < sides[0].count && sides[0].changed[*x])
        (*x)++;
    while (*y < sides[1].count && sides[1].changed[*y])
        (*y)++;
}

static bool is_change(const Side sides[2], int x, int y)
{
    return (x < sides[0].count && sides[0].changed[x]) || (y < sides[1].count && sides[1].changed[y]);
}

/* The hunk that begins with the change at x, y: changes closer than twice the context belong together. */
static Hunk hunk_at(const Side sides[2], int *x, int *y)
{
    int context = how.context < INT32_MAX / 4 ? (int)how.context : INT32_MAX / 4;
    int before = *x < context ? *x : context;
    Hunk hunk = {.x = *x - before, .y = *y - before};
    for (;;) {
        pass_changes(sides, x, y);
        int same = 0;
        while (same <= 2 * context && *x + same < sides[0].count && *y + same < sides[1].count && !is_change(sides, *x + same, *y + same))
            same++;
        if (same <= 2 * context && is_change(sides, *x + same, *y + same)) {
            *x += same;
            *y += same;
            continue;
        }
        int after = same < context ? same : context;
        hunk.x_end = *x + after;
        hunk.y_end = *y + after;
        return hunk;
    }
}

static void put_hunks(const Side sides[2], const char *one, const char *other)
{
    bool headed = false;
    for (int x = 0, y = 0; x < sides[0].count || y < sides[1].count;) {
        if (!is_change(sides, x, y)) {
            x++, y++;
            continue;
        }
        if (!headed && how.brief) {
            put_names("Files ", one, " and ", other, " differ\n");
        } else if (!headed) {
            put_names("--- ", how.label_count > 0 ? how.labels[0] : one, "\n+++ ", how.label_count > 1 ? how.labels[1] : other, "\n");
        }
        headed = true;
        differ();
        if (how.brief)
            return;
        put_hunk(sides, hunk_at(sides, &x, &y));
    }
    if (!headed && how.report_same)
        put_names("Files ", one, " and ", other, " are identical\n");
}

static bool is_binary(Text text)
{
    return !how.as_text && memchr(text.at, 0, text.length < 64 * 1024 ? text.length : 64 * 1024) != NULL;
}

static bool read_side(const char *name, bool absent, Text *text)
{
    static char empty[1];
    *text = (Text){empty, 0};
    return absent || slurp(name, text, 2);
}

/* Either may be absent, which counts as empty. */
static void diff_files(const char *one, bool no_one, const char *other, bool no_other)
{
    Text texts[2];
    Side sides[2];
    if (!read_side(one, no_one, &texts[0]) || !read_side(other, no_other, &texts[1]))
        return;
    if (texts[0].length == texts[1].length && memcmp(texts[0].at, texts[1].at, texts[0].length) == 0 && no_one == no_other) {
        if (how.report_same)
            put_names("Files ", one, " and ", other, " are identical\n");
        return;
    }
    if (is_binary(texts[0]) || is_binary(texts[1])) {
        put_names("Binary files ", one, " and ", other, " differ\n");
        differ();
        return;
    }
    compare(texts[0], texts[1], how.sameness, sides);
    put_hunks(sides, no_one ? "/dev/null" : one, no_other ? "/dev/null" : other);
}

static void diff_paths(const char *one, const char *other, bool below);

static void only_in(const char *directory, const char *name)
{
    put_names("Only in ", directory, ": ", name, "\n");
    differ();
}

static bool is_directory(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static void diff_directories(const char *one, const char *other);

static void diff_entry(Buffer *one, size_t one_length, Buffer *other, size_t other_length, const char *name, int side)
{
    const char *a = join(one, one_length, name), *b = join(other, other_length, name);
    bool directory = is_directory(side < 0 ? a : b);
    if (side == 0) {
        diff_paths(a, b, true);
    } else if (how.absent_as_empty && directory && how.recursive) {
        diff_directories(a, b);
    } else if (how.absent_as_empty && !directory) {
        diff_files(a, side > 0, b, side < 0);
    } else {
        one->at[one_length] = other->at[other_length] = 0;
        only_in(side < 0 ? one->at : other->at, name);
    }
}

/* The entries of a directory, which with -N may be absent; false after a message. */
static bool entries_of(const char *path, Entry **entries, size_t *count)
{
    *count = 0;
    *entries = list_directory(path, count);
    if (*entries || (errno == ENOENT && how.absent_as_empty))
        return true;
    complain_errno(2, path);
    return false;
}

static void diff_directories(const char *one, const char *other)
{
    size_t count, other_count;
    Entry *entries, *others;
    if (!entries_of(one, &entries, &count) || !entries_of(other, &others, &other_count))
        return;
    Buffer a = {0}, b = {0};
    append_text(&a, one);
    append_text(&b, other);
    size_t a_length = a.length, b_length = b.length;
    for (size_t i = 0, k = 0; i < count || k < other_count;) {
        int order = i == count ? 1 : k == other_count ? -1 : strcmp(entries[i].name, others[k].name);
        diff_entry(&a, a_length, &b, b_length, order <= 0 ? entries[i].name : others[k].name, order < 0 ? -1 : order > 0);
        i += order <= 0;
        k += order >= 0;
    }
    free_entries(entries, count);
    free_entries(others, other_count);
    free(a.at);
    free(b.at);
}

/* The path of the file in a directory that has the name of another. */
static char *inside(const char *directory, const char *path)
{
    Buffer full = {0};
    const char *name = strrchr(path, '/');
    append_text(&full, directory);
    return join(&full, full.length, name ? name + 1 : path);
}

static void diff_paths(const char *one, const char *other, bool below)
{
    bool one_is = is_directory(one), other_is = is_directory(other);
    struct stat about;
    if (one_is && other_is && (how.recursive || !below))
        diff_directories(one, other);
    else if (one_is && other_is)
        put_names("Common subdirectories: ", one, " and ", other, "\n");
    else if (below && (one_is || other_is)) {
        put_names("File ", one_is ? other : one, " is a file while ", one_is ? one : other, " is a directory\n");
        differ();
    } else if (one_is || other_is) {
        diff_files(one_is ? inside(one, other) : one, false, other_is ? inside(other, one) : other, false);
    } else if (how.absent_as_empty && !below) {
        bool no_one = strcmp(one, "-") != 0 && stat(one, &about) != 0 && errno == ENOENT;
        diff_files(one, no_one, other, !no_one && strcmp(other, "-") != 0 && stat(other, &about) != 0 && errno == ENOENT);
    } else {
        diff_files(one, false, other, false);
    }
}

static void take(int option)
{
    switch (option) {
    case 'u': break;
    case 'U':
        if (!parse_size(optarg, &how.context))
            die(2, optarg, "is not a number of lines");
        break;
    case 'q': how.brief = true; break;
    case 'r': how.recursive = true; break;
    case 'N': how.absent_as_empty = true; break;
    case 'a': how.as_text = true; break;
    case 's': how.report_same = true; break;
    case 'i': how.sameness.ignore_case = true; break;
    case 'w': how.sameness.ignore_space = true; break;
    case 'b': how.sameness.ignore_change = true; break;
    case 'L':
        if (how.label_count == 2)
            die(2, optarg, "is one label too many");
        how.labels[how.label_count++] = optarg;
        break;
    case 'h': help();
    default: exit(2);
    }
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"unified", 0, 0, 'u'},   {"brief", 0, 0, 'q'},
                                            {"recursive", 0, 0, 'r'}, {"new-file", 0, 0, 'N'},
                                            {"text", 0, 0, 'a'},      {"report-identical-files", 0, 0, 's'},
                                            {"label", 1, 0, 'L'},     {"ignore-case", 0, 0, 'i'},
                                            {"help", 0, 0, 'h'},      {"ignore-all-space", 0, 0, 'w'},
                                            {"ignore-space-change", 0, 0, 'b'}, {0}};
    int option;
    while ((option = getopt_long(argc, argv, "uU:qrNasiwbL:h", options, NULL)) != -1)
        take(option);
    if (argc - optind != 2)
        die(2, NULL, "two files or directories are needed; -h lists the options");
    diff_paths(argv[optind], argv[optind + 1], false);
    finish(2);
}
