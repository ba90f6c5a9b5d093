/* The `gzip` guest: compresses and decompresses files, with the options of gzip. Equal input gives equal output: no name and no time in it. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../text/packed.h"

static struct {
    bool unpack, to_stdout, keep, test, force;
    int level;
    Bound bound;
} how = {.level = 6, .bound = {USUAL_BYTES, USUAL_RATIO}};

static bool work(const char *name, Text input, Buffer *output)
{
    if (!how.unpack) {
        deflate_text(input, GZIP, how.level, output);
        return true;
    }
    const char *why = is_gzip(input) ? gunzip_text(input, how.bound, output) : "is not in the gzip format";
    if (why)
        complain(1, name, why);
    return !why;
}

/* Where the result goes; NULL after a message where that cannot be said. */
static char *output_name(const char *name)
{
    size_t length = strlen(name);
    Buffer path = {0};
    if (!how.unpack) {
        if (length > 3 && strcmp(name + length - 3, ".gz") == 0) {
            complain(1, name, "has the suffix .gz already");
            return NULL;
        }
        append_text(&path, name);
        append_text(&path, ".gz");
    } else if (length > 4 && strcmp(name + length - 4, ".tgz") == 0) {
        append(&path, name, length - 4);
        append_text(&path, ".tar");
    } else if (length > 3 && strcmp(name + length - 3, ".gz") == 0) {
        append(&path, name, length - 3);
    } else {
        complain(1, name, "has not the suffix .gz; use -c");
        return NULL;
    }
    return terminated(&path);
}

static bool write_file(const char *path, const Buffer *content)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | (how.force ? O_TRUNC : O_EXCL), 0666);
    size_t written = 0;
    if (fd < 0)
        return false;
    while (written < content->length) {
        ssize_t now = write(fd, content->at + written, content->length - written);
        if (now <= 0)
            break;
        written += (size_t)now;
    }
    return close(fd) == 0 && written == content->length;
}

static void replace(const char *name, const Buffer *output)
{
    char *path = output_name(name);
    if (!path)
        return;
    if (!write_file(path, output)) {
        complain_errno(1, path);
        return;
    }
    if (!how.keep && unlink(name) != 0)
        complain_errno(1, name);
}

static void treat(const char *name)
{
    Text input;
    Buffer output = {0};
    struct stat about;
    bool from_stdin = strcmp(name, "-") == 0;
    if (!from_stdin && !how.to_stdout && !how.test && lstat(name, &about) == 0 && S_ISLNK(about.st_mode)) {
        complain(1, name, "is a link; use -c");
        return;
    }
    if (slurp(name, &input, 1) && work(name, input, &output) && !how.test) {
        if (from_stdin || how.to_stdout)
            put(output.at, output.length);
        else
            replace(name, &output);
    }
    free((char *)input.at);
    free(output.at);
}

int main(int argc, char **argv)
{
    enum { MAX_BYTES = 256, MAX_RATIO };
    static const struct option options[] = {{"decompress", 0, 0, 'd'}, {"stdout", 0, 0, 'c'},          {"to-stdout", 0, 0, 'c'},
                                            {"keep", 0, 0, 'k'},       {"test", 0, 0, 't'},            {"force", 0, 0, 'f'},
                                            {"fast", 0, 0, '1'},       {"best", 0, 0, '9'},            {"no-name", 0, 0, 'n'},
                                            {"help", 0, 0, 'h'},       {"max-bytes", 1, 0, MAX_BYTES}, {"max-ratio", 1, 0, MAX_RATIO}, {0}};
    int option;
    while ((option = getopt_long(argc, argv, "dcktfn123456789h", options, NULL)) != -1)
        switch (option) {
        case 'd': how.unpack = true; break;
        case 'c': how.to_stdout = true; break;
        case 'k': how.keep = true; break;
        case 't': how.unpack = how.test = true; break;
        case 'f': how.force = true; break;
        case 'n': break;
        case 'h': help();
        case MAX_BYTES:
        case MAX_RATIO:
            if (!parse_size(optarg, option == MAX_BYTES ? &how.bound.bytes : &how.bound.ratio) || how.bound.ratio == 0)
                die(1, optarg, "is not a number that is allowed here");
            break;
        default:
            if (option < '1' || option > '9')
                exit(1);
            how.level = option - '0';
        }
    if (optind == argc)
        treat("-");
    for (int i = optind; i < argc; i++)
        treat(argv[i]);
    finish(1);
}
