/*
 * The `patch` guest: applies patches in the unified format.
 *
 * All files are computed before the first is written: a patch that does not fit changes nothing. Names that lead out of the directory, by ..,
 * by being absolute or through a link, are refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../text/paths.h"
#include "../text/walk.h"
#include "patch.h"

static struct {
    int strip; /* -1: what the names suggest */
    unsigned fuzz;
    bool reversed, dry, quiet;
    const char *directory, *input, *output;
    char *file;
} how = {.strip = -1, .fuzz = 2, .input = "-"};

/* What is to be done to a file. */
typedef struct {
    char *path;
    char *remove; /* a path that goes, or NULL */
    Buffer content;
    bool creates;
} Result;

static Result *results;
static size_t result_count;

static bool is_git_pair(const FilePatch *patch)
{
    return (!patch->old_name || strncmp(patch->old_name, "a/", 2) == 0 || strncmp(patch->old_name, "b/", 2) == 0) &&
           (!patch->new_name || strncmp(patch->new_name, "b/", 2) == 0 || strncmp(patch->new_name, "a/", 2) == 0);
}

static char *strip(const FilePatch *patch, char *name)
{
    const char *why;
    if (!name)
        return NULL;
    int levels = how.strip >= 0 ? how.strip : !patch->renames && is_git_pair(patch);
    char *rest = name;
    for (; levels > 0 && !patch->renames && strchr(rest, '/'); levels--) {
        rest = strchr(rest, '/');
        while (*rest == '/')
            rest++;
    }
    if (!tame(rest, &why))
        die(2, name, why);
    Buffer path = {0};
    if (how.directory) {
        append_text(&path, how.directory);
        join(&path, path.length, rest);
    } else {
        append_text(&path, rest);
    }
    terminated(&path);
    if (leads_through_link(path.at, true))
        die(2, name, "the name leads through a link");
    return path.at;
}

/* An earlier part of the same patch may have made the file already. */
static Result *earlier(const char *path)
{
    for (size_t i = result_count; i > 0; i--)
        if (strcmp(results[i - 1].path, path) == 0)
            return &results[i - 1];
    return NULL;
}

static bool exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

static void refuse_hunk(const char *name, const FilePatch *patch, size_t failed)
{
    char why[100];
    snprintf(why, sizeof why, "hunk %zu of %zu does not fit (its line %zu)", failed, patch->count, patch->hunks[failed - 1].from);
    complain(1, name, why);
}

static void compute(FilePatch *patch)
{
    static char nothing[1];
    if (how.reversed)
        reverse(patch);
    char *old_path = how.file ? (patch->old_name ? how.file : NULL) : strip(patch, patch->old_name);
    char *new_path = how.file ? (patch->new_name ? how.file : NULL) : strip(patch, patch->new_name);
    /* Without -p the two names often differ, as in file.orig and file: the one that is there is meant. */
    if (old_path && new_path && !patch->renames && strcmp(old_path, new_path) != 0 && (exists(new_path) || !exists(old_path)))
        old_path = new_path;
    const char *path = old_path ? old_path : new_path;
    Text content = {nothing, 0};
    Result *before = path ? earlier(path) : NULL;
    size_t failed = 0;
    if (!path)
        die(2, NULL, "a file of the patch has no name");
    if (before) {
        content = (Text){before->content.at ? before->content.at : nothing, before->content.length};
    } else if (old_path && (exists(old_path) || patch->count == 0 || patch->hunks[0].from > 0)) {
        if (!slurp(old_path, &content, 1))
            return;
    } else if (!old_path && exists(new_path)) {
        complain(1, new_path, "is to be created, but is there");
        return;
    }
    Result result = {.path = patch->renames || !old_path ? new_path : old_path, .creates = !old_path};
    if (!apply(patch, content, how.fuzz, &result.content, &failed)) {
        refuse_hunk(path, patch, failed);
        return;
    }
    if (!new_path || patch->renames)
        result.remove = old_path;
    if (!new_path && result.content.length > 0) {
        complain(1, path, "is to be removed, but has more content than the patch");
        return;
    }
    if (!new_path)
        result.path = old_path;
    results = regrab(results, result_count + 1, sizeof *results);
    results[result_count++] = result;
}

static bool write_file(const char *path, const Buffer *content)
{
    int fd = make_parents(path) ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666) : -1;
    if (fd < 0)
        return false;
    size_t written = 0;
    while (written < content->length) {
        ssize_t now = write(fd, content->at + written, content->length - written);
        if (now <= 0)
            break;
        written += (size_t)now;
    }
    return close(fd) == 0 && written == content->length;
}

static void carry_out(const Result *result)
{
    bool removed = result->remove && strcmp(result->remove, result->path) == 0;
    const char *path = how.output ? how.output : result->path;
    if (!how.quiet) {
        put_text(how.dry ? "checking file " : removed ? "removing file " : result->creates ? "creating file " : "patching file ");
        put_name(path);
        put_char('\n');
    }
    if (how.dry)
        return;
    if (how.output && strcmp(how.output, "-") == 0)
        put(result->content.at, result->content.length);
    else if (!removed && !write_file(path, &result->content))
        complain_errno(2, path);
    if (result->remove && !how.output && unlink(result->remove) != 0)
        complain_errno(2, result->remove);
}

static int whole(const char *text, int most)
{
    uint64_t value;
    if (!parse_size(text, &value) || value > (uint64_t)most)
        die(2, text, "is not a number that is allowed here");
    return (int)value;
}

static void parse(int argc, char **argv)
{
    enum { DRY = 256 };
    static const struct option options[] = {{"strip", 1, 0, 'p'},  {"reverse", 0, 0, 'R'},   {"fuzz", 1, 0, 'F'},   {"dry-run", 0, 0, DRY},
                                            {"input", 1, 0, 'i'},  {"directory", 1, 0, 'd'}, {"output", 1, 0, 'o'}, {"quiet", 0, 0, 's'},
                                            {"silent", 0, 0, 's'}, {"unified", 0, 0, 'u'},   {"help", 0, 0, 'h'},   {0}};
    int option;
    while ((option = getopt_long(argc, argv, "p:RF:i:d:o:suh", options, NULL)) != -1)
        switch (option) {
        case 'p': how.strip = whole(optarg, 100); break;
        case 'R': how.reversed = true; break;
        case 'F': how.fuzz = (unsigned)whole(optarg, 100); break;
        case DRY: how.dry = true; break;
        case 'i': how.input = optarg; break;
        case 'd': how.directory = optarg; break;
        case 'o': how.output = optarg; break;
        case 's': how.quiet = true; break;
        case 'u': break;
        case 'h': help();
        default: exit(2);
        }
    if (optind < argc)
        how.file = argv[optind++];
    if (optind < argc)
        how.input = argv[optind++];
    if (optind < argc)
        die(2, argv[optind], "is one argument too many");
}

int main(int argc, char **argv)
{
    Text text;
    size_t count;
    parse(argc, argv);
    if (!slurp(how.input, &text, 2))
        finish(2);
    FilePatch *patches = parse_patch(text, &count);
    if (count == 0)
        die(2, NULL, "there is no unified patch in the input");
    if ((how.file || how.output) && count > 1)
        die(2, how.file ? how.file : how.output, "the patch is for several files");
    if (how.output && strcmp(how.output, "-") == 0)
        how.quiet = true;
    for (size_t i = 0; i < count; i++)
        compute(&patches[i]);
    for (size_t i = 0; i < result_count && status == 0; i++)
        carry_out(&results[i]);
    finish(2);
}
