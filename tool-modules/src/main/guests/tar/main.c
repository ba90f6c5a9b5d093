/* The `tar` guest: packs and unpacks archives, compressed with gzip or not, with the options of GNU tar. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <time.h>
#include <unistd.h>

#include "../text/glob.h"
#include "../text/paths.h"
#include "tar.h"

static struct {
    char action; /* c, x or t */
    bool compress, verbose, to_stdout;
    const char *archive, *directory;
    IfThere if_there;
    uint64_t strip;
    Bound bound;
} how = {.archive = "-", .bound = {USUAL_BYTES, USUAL_RATIO}};

/* The old form, as in "tar xzf FILE": the letters get their dash, and the one that takes the next word comes last. */
static void modernise(int argc, char **argv)
{
    if (argc < 2 || *argv[1] == '-' || !*argv[1])
        return;
    Buffer letters = {0};
    bool file = strchr(argv[1], 'f') != NULL;
    append_text(&letters, "-");
    for (const char *at = argv[1]; *at; at++)
        if (*at != 'f')
            append(&letters, at, 1);
    if (file)
        append_text(&letters, "f");
    argv[1] = terminated(&letters);
}

static void set_action(int action)
{
    if (how.action && how.action != action)
        die(2, NULL, "only one of -c, -x and -t can be given");
    how.action = (char)action;
}

static void exclude(char *pattern)
{
    excluded = regrab(excluded, excluded_count + 1, sizeof *excluded);
    excluded[excluded_count++] = pattern;
}

static void number(const char *text, uint64_t *into)
{
    if (!parse_size(text, into))
        die(2, text, "is not a number");
}

static void parse(int argc, char **argv)
{
    enum { EXCLUDE = 256, STRIP, MAX_BYTES, MAX_RATIO, KEEP_OLD, IGNORED };
    static const struct option options[] = {{"create", 0, 0, 'c'},          {"extract", 0, 0, 'x'},          {"get", 0, 0, 'x'},
                                            {"list", 0, 0, 't'},            {"file", 1, 0, 'f'},             {"gzip", 0, 0, 'z'},
                                            {"directory", 1, 0, 'C'},       {"verbose", 0, 0, 'v'},          {"to-stdout", 0, 0, 'O'},
                                            {"keep-old-files", 0, 0, 'k'},  {"skip-old-files", 0, 0, KEEP_OLD}, {"exclude", 1, 0, EXCLUDE},
                                            {"strip-components", 1, 0, STRIP}, {"max-bytes", 1, 0, MAX_BYTES}, {"max-ratio", 1, 0, MAX_RATIO},
                                            {"sort", 1, 0, IGNORED},        {"help", 0, 0, 'h'},             {0}};
    int option;
    modernise(argc, argv);
    while ((option = getopt_long(argc, argv, "cxtf:zC:vOkmph", options, NULL)) != -1)
        switch (option) {
        case 'c':
        case 'x':
        case 't': set_action(option); break;
        case 'f': how.archive = optarg; break;
        case 'z': how.compress = true; break;
        case 'C': how.directory = optarg; break;
        case 'v': how.verbose = true; break;
        case 'O': how.to_stdout = true; break;
        case 'k': how.if_there = REFUSE; break;
        case KEEP_OLD: how.if_there = KEEP; break;
        case EXCLUDE: exclude(optarg); break;
        case STRIP: number(optarg, &how.strip); break;
        case MAX_BYTES: number(optarg, &how.bound.bytes); break;
        case MAX_RATIO: number(optarg, &how.bound.ratio); break;
        case 'm':
        case 'p':
        case IGNORED: break;
        case 'h': help();
        default: exit(2);
        }
    if (!how.action || how.bound.ratio == 0)
        die(2, NULL, "one of -c, -x and -t is needed; -h lists the options");
}

static void write_archive(const Buffer *archive)
{
    Buffer packed = {0};
    size_t length = strlen(how.archive);
    const Buffer *all = archive;
    if (how.compress || (length > 3 && strcmp(how.archive + length - 3, ".gz") == 0) || (length > 4 && strcmp(how.archive + length - 4, ".tgz") == 0)) {
        deflate_text((Text){archive->at, archive->length}, GZIP, 6, &packed);
        all = &packed;
    }
    if (strcmp(how.archive, "-") != 0 && !redirect(how.archive)) {
        complain_errno(2, how.archive);
        return;
    }
    put(all->at, all->length);
}

static void create(char **paths, int count)
{
    Buffer archive = {0};
    if (count == 0)
        die(2, NULL, "there is nothing to pack");
    if (how.verbose && strcmp(how.archive, "-") == 0)
        die(2, NULL, "-v needs an archive that is a file");
    char here[4096];
    if (!getcwd(here, sizeof here) || (how.directory && chdir(how.directory) != 0)) {
        complain_errno(2, how.directory);
        return;
    }
    for (int i = 0; i < count; i++) {
        const char *path = paths[i];
        while (*path == '/' && path[1])
            path++; /* names in an archive are relative */
        if (path != paths[i] && chdir("/") != 0)
            complain_errno(2, "/");
        add_path(&archive, path, how.verbose);
    }
    add_end(&archive);
    if (chdir(here) != 0) /* the name of the archive is not relative to -C */
        die(2, NULL, "the working directory is gone");
    write_archive(&archive);
}

static bool is_wanted(const Member *member, char **names, int count)
{
    if (is_excluded(member->name))
        return false;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        while (length > 0 && names[i][length - 1] == '/')
            length--;
        if (strncmp(member->name, names[i], length) == 0 && (member->name[length] == 0 || member->name[length] == '/'))
            return true;
        if (glob_match(names[i], member->name, GLOB_CROSS))
            return true;
    }
    return count == 0;
}

static void choose(Members *members, char **names, int count)
{
    size_t kept = 0;
    for (size_t i = 0; i < members->count; i++)
        if (is_wanted(&members->at[i], names, count))
            members->at[kept++] = members->at[i];
    if (kept == 0 && count > 0)
        complain(2, names[0], "is not in the archive");
    members->count = kept;
}

static void list(const Members *members)
{
    for (size_t i = 0; i < members->count; i++) {
        const Member *member = &members->at[i];
        if (how.verbose) {
            char when[32];
            time_t seconds = (time_t)member->time;
            strftime(when, sizeof when, " %Y-%m-%d %H:%M ", gmtime(&seconds));
            put_char("-dl?"[member->kind]);
            put_number(member->content.length, 10);
            put_text(when);
        }
        put_name(member->name);
        if (how.verbose && member->kind == LINK_MEMBER) {
            put_text(" -> ");
            put_name(member->target);
        }
        put_char('\n');
    }
}

static void read_members(Members *members)
{
    Text archive;
    if (!slurp(how.archive, &archive, 2))
        finish(2);
    if (is_gzip(archive)) {
        Buffer plain = {0};
        const char *why = gunzip_text(archive, how.bound, &plain);
        if (why)
            die(2, how.archive, why);
        archive = (Text){plain.at, plain.length};
    }
    read_archive(archive, members);
}

int main(int argc, char **argv)
{
    Members members = {0};
    parse(argc, argv);
    char **names = argv + optind;
    int count = argc - optind;
    if (how.action == 'c') {
        create(names, count);
        finish(2);
    }
    read_members(&members);
    choose(&members, names, count);
    if (how.action == 't') {
        list(&members);
    } else if (how.to_stdout) {
        for (size_t i = 0; i < members.count; i++)
            put(members.at[i].content.at, members.at[i].content.length);
    } else {
        check_members(&members, (size_t)how.strip);
        write_members(&members, how.directory ? how.directory : "", how.if_there, how.verbose);
    }
    finish(2);
}
