#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../text/glob.h"
#include "../text/walk.h"
#include "tar.h"

char **excluded;
size_t excluded_count;

bool is_excluded(const char *path)
{
    const char *name = strrchr(path, '/');
    for (size_t i = 0; i < excluded_count; i++)
        if (glob_match(excluded[i], path, GLOB_CROSS) || glob_match(excluded[i], name ? name + 1 : path, GLOB_CROSS))
            return true;
    return false;
}

static void octal(char *at, size_t length, uint64_t value)
{
    for (size_t i = length - 1; i > 0; i--, value >>= 3)
        at[i - 1] = (char)('0' + (value & 7));
}

static void put_header(Buffer *archive, const char *name, char type, uint64_t size, int64_t time, const char *target)
{
    char header[512] = {0};
    unsigned sum = 0;
    strncpy(header, name, 100);
    octal(header + 100, 8, type == '5' ? 0755 : type == '2' ? 0777 : 0644);
    octal(header + 108, 8, 0);
    octal(header + 116, 8, 0);
    octal(header + 124, 12, size);
    octal(header + 136, 12, time > 0 ? (uint64_t)time : 0);
    header[156] = type;
    if (target)
        strncpy(header + 157, target, 100);
    memcpy(header + 257, "ustar\00000", 8);
    memset(header + 148, ' ', 8);
    for (size_t i = 0; i < sizeof header; i++)
        sum += (unsigned char)header[i];
    octal(header + 148, 7, sum);
    append(archive, header, sizeof header);
}

static void pad(Buffer *archive)
{
    static const char zeros[512];
    append(archive, zeros, (512 - archive->length % 512) % 512);
}

/* The length of a pax record counts itself. */
static void pax_record(Buffer *records, const char *key, const char *value)
{
    size_t bare = strlen(key) + strlen(value) + 3, length = bare + 1;
    char digits[24];
    while ((size_t)snprintf(digits, sizeof digits, "%zu", length) + bare != length)
        length++;
    append_text(records, digits);
    append_text(records, " ");
    append_text(records, key);
    append_text(records, "=");
    append_text(records, value);
    append_text(records, "\n");
}

static void put_member(Buffer *archive, const char *name, char type, Text content, int64_t time, const char *target)
{
    Buffer records = {0};
    if (strlen(name) > 100)
        pax_record(&records, "path", name);
    if (target && strlen(target) > 100)
        pax_record(&records, "linkpath", target);
    if (records.length > 0) {
        put_header(archive, "PaxHeader", 'x', records.length, time, NULL);
        append(archive, records.at, records.length);
        pad(archive);
        free(records.at);
    }
    put_header(archive, name, type, content.length, time, target);
    append(archive, content.at, content.length);
    pad(archive);
}

static void add_link(Buffer *archive, const char *path, int64_t time)
{
    char target[4096];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) {
        complain_errno(2, path);
        return;
    }
    target[length] = 0;
    put_member(archive, path, '2', (Text){NULL, 0}, time, target);
}

static void add_directory(Buffer *archive, const char *path, int64_t time, bool verbose)
{
    size_t count;
    Buffer name = {0};
    Entry *entries = list_directory(path, &count);
    if (!entries) {
        complain_errno(2, path);
        return;
    }
    append_text(&name, path);
    size_t length = name.length;
    put_member(archive, join(&name, length, ""), '5', (Text){NULL, 0}, time, NULL);
    for (size_t i = 0; i < count; i++)
        add_path(archive, join(&name, length, entries[i].name), verbose);
    free_entries(entries, count);
    free(name.at);
}

void add_path(Buffer *archive, const char *path, bool verbose)
{
    struct stat about;
    Text content;
    if (is_excluded(path))
        return;
    if (lstat(path, &about) != 0) {
        complain_errno(2, path);
        return;
    }
    if (verbose) {
        put_name(path);
        put_char('\n');
    }
    if (S_ISDIR(about.st_mode)) {
        add_directory(archive, path, about.st_mtim.tv_sec, verbose);
    } else if (S_ISLNK(about.st_mode)) {
        add_link(archive, path, about.st_mtim.tv_sec);
    } else if (slurp(path, &content, 2)) {
        put_member(archive, path, '0', content, about.st_mtim.tv_sec, NULL);
        free((char *)content.at);
    }
}

void add_end(Buffer *archive)
{
    static const char zeros[10240];
    append(archive, zeros, 1024);
    append(archive, zeros, (sizeof zeros - archive->length % sizeof zeros) % sizeof zeros);
}
