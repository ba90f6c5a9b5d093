/* The `unzip` guest: lists and unpacks zip archives, with the options of Info-ZIP. */
#include <getopt.h>
#include <time.h>

#include "../text/glob.h"
#include "archive.h"

static struct {
    char action; /* 0 unpack, 'l' list, 'p' to standard output, 't' test */
    bool quiet;
    IfThere if_there;
    const char *directory;
    char **names;
    int name_count;
    Bound bound;
} how = {.if_there = REFUSE, .directory = "", .bound = {USUAL_BYTES, USUAL_RATIO}};

static bool is_wanted(const char *name)
{
    for (int i = 0; i < how.name_count; i++)
        if (strcmp(how.names[i], name) == 0 || glob_match(how.names[i], name, GLOB_CROSS))
            return true;
    return how.name_count == 0;
}

static int64_t seconds_of(const ZipEntry *entry)
{
    struct tm when = {.tm_year = (entry->date >> 9) + 80,
                      .tm_mon = (entry->date >> 5 & 15) - 1,
                      .tm_mday = entry->date & 31,
                      .tm_hour = entry->time >> 11,
                      .tm_min = entry->time >> 5 & 63,
                      .tm_sec = (entry->time & 31) * 2};
    return timegm(&when);
}

static Member member_of(Text archive, const ZipEntry *entry, Bound *bound)
{
    enum { TYPE = 0170000, LINK = 0120000, DIRECTORY = 0040000, REGULAR = 0100000 };
    size_t length = strlen(entry->name);
    uint32_t type = entry->mode & TYPE;
    Member member = {.name = entry->name, .time = seconds_of(entry), .content = entry_content(archive, entry, bound)};
    if (length > 0 && entry->name[length - 1] == '/')
        member.kind = DIRECTORY_MEMBER;
    else if (type == LINK) {
        Buffer target = {0};
        member.kind = LINK_MEMBER;
        append(&target, member.content.at, strnlen(member.content.at, member.content.length));
        member.target = terminated(&target);
    } else if (type != 0 && type != REGULAR && type != DIRECTORY) {
        member.kind = OTHER_MEMBER;
    }
    return member;
}

static void list(const ZipEntry *entries, size_t count)
{
    uint64_t total = 0, files = 0;
    put_text("   Length          Date  Time   Name\n");
    for (size_t i = 0; i < count; i++) {
        char when[40];
        time_t seconds = (time_t)seconds_of(&entries[i]);
        if (!is_wanted(entries[i].name))
            continue;
        strftime(when, sizeof when, "   %Y-%m-%d %H:%M   ", gmtime(&seconds));
        put_number(entries[i].size, 9);
        put_text(when);
        put_name(entries[i].name);
        put_char('\n');
        total += entries[i].size;
        files++;
    }
    put_number(total, 9);
    put_text("                      ");
    put_number(files, 0);
    put_text(files == 1 ? " file\n" : " files\n");
}

static void unpack(Text archive, const ZipEntry *entries, size_t count)
{
    Members members = {0};
    for (size_t i = 0; i < count; i++)
        if (is_wanted(entries[i].name))
            add_member(&members, member_of(archive, &entries[i], &how.bound));
    if (members.count == 0 && how.name_count > 0)
        die(11, how.names[0], "is not in the archive");
    if (how.action == 'p')
        for (size_t i = 0; i < members.count; i++)
            put(members.at[i].content.at, members.at[i].content.length);
    else if (how.action == 't')
        put_text(how.quiet ? "" : "no errors detected in the archive\n");
    else {
        check_members(&members, 0);
        write_members(&members, how.directory, how.if_there, !how.quiet);
    }
}

static void parse(int argc, char **argv)
{
    enum { MAX_BYTES = 256, MAX_RATIO };
    static const struct option options[] = {{"max-bytes", 1, 0, MAX_BYTES}, {"max-ratio", 1, 0, MAX_RATIO}, {"help", 0, 0, 'h'}, {0}};
    int option;
    while ((option = getopt_long(argc, argv, "lptqond:h", options, NULL)) != -1)
        switch (option) {
        case 'l':
        case 'p':
        case 't': how.action = (char)option; break;
        case 'q': how.quiet = true; break;
        case 'o': how.if_there = REPLACE; break;
        case 'n': how.if_there = KEEP; break;
        case 'd': how.directory = optarg; break;
        case MAX_BYTES:
        case MAX_RATIO:
            if (!parse_size(optarg, option == MAX_BYTES ? &how.bound.bytes : &how.bound.ratio) || how.bound.ratio == 0)
                die(10, optarg, "is not a number that is allowed here");
            break;
        case 'h': help();
        default: exit(10);
        }
    if (optind == argc)
        die(10, NULL, "an archive is needed; -h lists the options");
}

int main(int argc, char **argv)
{
    Text archive;
    size_t count;
    parse(argc, argv);
    how.names = argv + optind + 1;
    how.name_count = argc - optind - 1;
    if (!slurp(argv[optind], &archive, 9))
        finish(2);
    const ZipEntry *entries = read_directory(archive, &count);
    if (how.action == 'l')
        list(entries, count);
    else
        unpack(archive, entries, count);
    finish(2);
}
