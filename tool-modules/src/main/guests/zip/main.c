/* The `zip` guest: packs files into a zip archive, with the options of Info-ZIP. An archive of that name is replaced, not added to. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "../text/glob.h"
#include "../text/packed.h"
#include "../text/walk.h"

static struct {
    bool recursive, junk_paths, quiet;
    int level;
    char **excluded;
    size_t excluded_count;
} how = {.level = 6};

static Buffer archive, directory;
static size_t entries;

static void two(Buffer *into, unsigned value)
{
    char bytes[2] = {(char)value, (char)(value >> 8)};
    append(into, bytes, 2);
}

static void four(Buffer *into, uint32_t value)
{
    two(into, value & 0xFFFF);
    two(into, value >> 16);
}

/* Date and time as DOS had them, from 1980 on, in UTC. */
static void put_time(Buffer *into, time_t seconds)
{
    struct tm when = *gmtime(&seconds);
    if (when.tm_year < 80)
        when = (struct tm){.tm_year = 80, .tm_mday = 1};
    two(into, (unsigned)(when.tm_hour << 11 | when.tm_min << 5 | when.tm_sec / 2));
    two(into, (unsigned)((when.tm_year - 80) << 9 | (when.tm_mon + 1) << 5 | when.tm_mday));
}

typedef struct {
    const char *name;
    Text content;
    time_t time;
    unsigned mode;
} Source;

/* What the head before the data and the directory have in common. */
static void put_common(Buffer *into, const Source *source, bool deflated, uint32_t packed_size)
{
    two(into, 20);
    two(into, 0x0800); /* names are UTF-8 */
    two(into, deflated ? 8 : 0);
    put_time(into, source->time);
    four(into, (uint32_t)crc32(0, (const Bytef *)source->content.at, (uInt)source->content.length));
    four(into, packed_size);
    four(into, (uint32_t)source->content.length);
    two(into, (unsigned)strlen(source->name));
    two(into, 0);
}

static void add(const Source *source)
{
    Buffer packed = {0};
    uint32_t offset = (uint32_t)archive.length;
    if (entries == 0xFFFE || strlen(source->name) > 0xFFFF)
        die(2, source->name, "is more than the zip format holds");
    if (how.level > 0)
        deflate_text(source->content, RAW, how.level, &packed);
    bool deflated = how.level > 0 && packed.length < source->content.length;
    Text data = deflated ? (Text){packed.at, packed.length} : source->content;
    append_text(&archive, "PK\3\4");
    put_common(&archive, source, deflated, (uint32_t)data.length);
    append_text(&archive, source->name);
    append(&archive, data.at, data.length);
    append_text(&directory, "PK\1\2");
    two(&directory, 3 << 8 | 20); /* made on Unix, whose modes follow */
    put_common(&directory, source, deflated, (uint32_t)data.length);
    two(&directory, 0);
    two(&directory, 0);
    two(&directory, 0);
    four(&directory, (uint32_t)source->mode << 16 | (S_ISDIR(source->mode) ? 0x10 : 0));
    four(&directory, offset);
    append_text(&directory, source->name);
    entries++;
    free(packed.at);
    if (!how.quiet) {
        put_text("  adding: ");
        put_name(source->name);
        put_char('\n');
    }
}

static bool is_excluded(const char *path)
{
    for (size_t i = 0; i < how.excluded_count; i++)
        if (glob_match(how.excluded[i], path, GLOB_CROSS))
            return true;
    return false;
}

static void add_path(const char *path, const char *output);

static void add_directory(const char *path, const char *output, time_t time)
{
    size_t count;
    Buffer below = {0};
    Entry *list = list_directory(path, &count);
    if (!list) {
        complain_errno(18, path);
        return;
    }
    append_text(&below, path);
    size_t length = below.length;
    const char *name = join(&below, length, "");
    if (!how.junk_paths && strcmp(name, "./") != 0)
        add(&(Source){.name = strncmp(name, "./", 2) == 0 ? name + 2 : name, .time = time, .mode = S_IFDIR | 0755});
    for (size_t i = 0; i < count; i++)
        add_path(join(&below, length, list[i].name), output);
    free_entries(list, count);
    free(below.at);
}

static void add_file(const char *path, time_t time)
{
    Text content;
    const char *slash = strrchr(path, '/'), *name = how.junk_paths && slash ? slash + 1 : path;
    while (strncmp(name, "./", 2) == 0 || *name == '/')
        name += *name == '/' ? 1 : 2;
    if (!slurp(path, &content, 18))
        return;
    add(&(Source){name, content, time, S_IFREG | 0644});
    free((char *)content.at);
}

/* Links are followed only where they are named: what a link below a directory leads to is not part of it. */
static void add_path(const char *path, const char *output)
{
    struct stat about;
    const char *plain = strncmp(path, "./", 2) == 0 ? path + 2 : path;
    if (is_excluded(plain) || strcmp(plain, output) == 0)
        return;
    if (lstat(path, &about) != 0)
        complain_errno(18, path);
    else if (S_ISDIR(about.st_mode) && how.recursive)
        add_directory(path, output, about.st_mtim.tv_sec);
    else if (S_ISDIR(about.st_mode))
        complain(18, path, "is a directory; -r goes into it");
    else if (S_ISREG(about.st_mode))
        add_file(path, about.st_mtim.tv_sec);
    else
        complain(18, path, "is neither file nor directory");
}

static void put_end(void)
{
    uint32_t offset = (uint32_t)archive.length, size = (uint32_t)directory.length;
    append(&archive, directory.at, directory.length);
    append_text(&archive, "PK\5\6");
    four(&archive, 0);
    two(&archive, (unsigned)entries);
    two(&archive, (unsigned)entries);
    four(&archive, size);
    four(&archive, offset);
    two(&archive, 0);
}

static void parse(int argc, char **argv)
{
    static const struct option options[] = {{"recurse-paths", 0, 0, 'r'}, {"junk-paths", 0, 0, 'j'}, {"quiet", 0, 0, 'q'}, {"exclude", 1, 0, 'x'}, {"help", 0, 0, 'h'}, {0}};
    int option;
    while ((option = getopt_long(argc, argv, "rjqx:0123456789h", options, NULL)) != -1)
        switch (option) {
        case 'r': how.recursive = true; break;
        case 'j': how.junk_paths = true; break;
        case 'q': how.quiet = true; break;
        case 'x':
            how.excluded = regrab(how.excluded, how.excluded_count + 1, sizeof *how.excluded);
            how.excluded[how.excluded_count++] = optarg;
            break;
        case 'h': help();
        default:
            if (option < '0' || option > '9')
                exit(16);
            how.level = option - '0';
        }
    if (argc - optind < 2)
        die(16, NULL, "an archive and what goes into it are needed; -h lists the options");
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    char *output = argv[optind];
    bool to_stdout = strcmp(output, "-") == 0;
    how.quiet |= to_stdout;
    for (int i = optind + 1; i < argc; i++)
        add_path(argv[i], output);
    if (entries == 0)
        die(12, NULL, "there is nothing to pack");
    put_end();
    if (!to_stdout)
        flush();
    if (!to_stdout && !redirect(output)) {
        complain_errno(15, output);
        finish(15);
    }
    put(archive.at, archive.length);
    finish(14);
}
