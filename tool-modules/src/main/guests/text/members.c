#include "members.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paths.h"
#include "walk.h"

enum { MAX_COMPLAINTS = 20 };

void add_member(Members *members, Member member)
{
    if (members->count == members->room) {
        members->room = members->room ? members->room * 2 : 16;
        members->at = regrab(members->at, members->room, sizeof *members->at);
    }
    members->at[members->count++] = member;
}

static void refuse(const Member *member, const char *why)
{
    static int complaints;
    if (complaints++ < MAX_COMPLAINTS)
        complain(2, member->name, why);
    status = 2;
}

/*
 * Whether a link's target stays below the directory that the archive comes out in. Only leading .. are allowed: behind the name of another link
 * they would lead elsewhere than they seem to.
 */
static bool stays_inside(const Member *link)
{
    size_t depth = 0, up = 0;
    for (const char *at = link->name; *at; at++)
        depth += *at == '/';
    const char *at = link->target;
    if (*at == 0 || *at == '/')
        return false;
    for (; strncmp(at, "../", 3) == 0 || strcmp(at, "..") == 0; at += at[2] ? 3 : 2)
        up++;
    if (up > depth)
        return false;
    for (; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == 0))
            return false;
    return true;
}

static char *strip_levels(char *name, size_t levels)
{
    for (; levels > 0; levels--) {
        char *slash = strchr(name, '/');
        if (!slash)
            return name + strlen(name);
        name = slash + 1;
    }
    return name;
}

/* Leading directories go first: how far up a link may lead depends on where it comes to be. */
static void check(Member *member, size_t strip)
{
    const char *why;
    if (!tame(member->name, &why)) {
        refuse(member, why);
        return;
    }
    member->name = strip_levels(member->name, strip);
    if (!*member->name)
        return;
    if (member->kind == OTHER_MEMBER)
        refuse(member, "is neither file, directory nor link");
    else if (member->kind == LINK_MEMBER && !stays_inside(member))
        refuse(member, "is a link that leads out");
}

static int by_name(const void *one, const void *other)
{
    const Member *const *a = one, *const *b = other;
    return strcmp((*a)->name, (*b)->name);
}

static bool is_directory_name(const Member *const *sorted, size_t count, const char *name, size_t length)
{
    Buffer copy = {0};
    append(&copy, name, length);
    Member wanted = {.name = terminated(&copy)};
    const Member *key = &wanted, **found = bsearch(&key, sorted, count, sizeof *sorted, by_name);
    free(copy.at);
    return !found || (*found)->kind == DIRECTORY_MEMBER;
}

/*
 * Two files of one name: which of them was meant, and which was looked at? Directories may come again. What other members are in cannot be a
 * file or a link.
 */
static void check_together(const Members *members)
{
    const Member **sorted = grab(members->count, sizeof *sorted);
    for (size_t i = 0; i < members->count; i++)
        sorted[i] = &members->at[i];
    qsort(sorted, members->count, sizeof *sorted, by_name);
    for (size_t i = 1; i < members->count; i++)
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0 && (sorted[i - 1]->kind != DIRECTORY_MEMBER || sorted[i]->kind != DIRECTORY_MEMBER))
            refuse(sorted[i], "the name comes twice");
    for (size_t i = 0; i < members->count; i++)
        for (const char *name = members->at[i].name, *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/'))
            if (!is_directory_name(sorted, members->count, name, (size_t)(slash - name)))
                refuse(&members->at[i], "is in something that is no directory");
    free(sorted);
}

/* "./" alone is the directory itself. */
static bool is_root(const Member *member)
{
    return member->kind == DIRECTORY_MEMBER && strspn(member->name, "./") == strlen(member->name) && !strstr(member->name, "..") && *member->name != '/';
}

void check_members(Members *members, size_t strip)
{
    size_t kept = 0;
    for (size_t i = 0; i < members->count; i++) {
        Member member = members->at[i];
        if (is_root(&member))
            continue;
        check(&member, strip);
        if (*member.name)
            members->at[kept++] = member;
    }
    members->count = kept;
    check_together(members);
    if (status) {
        complain(2, NULL, "nothing was taken out of the archive");
        finish(2);
    }
}

static bool write_content(int fd, Text content)
{
    size_t written = 0;
    while (written < content.length) {
        ssize_t now = write(fd, content.at + written, content.length - written);
        if (now <= 0)
            return false;
        written += (size_t)now;
    }
    return true;
}

static void write_file(const Member *member, const char *path, IfThere if_there)
{
    struct stat about;
    bool there = lstat(path, &about) == 0;
    if (there && if_there == KEEP)
        return;
    if (there && if_there == REFUSE) {
        complain(2, path, "is there already; -o replaces, -n keeps it");
        return;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666);
    if (fd < 0) {
        complain_errno(2, path);
        return;
    }
    bool written = write_content(fd, member->content);
    if (close(fd) != 0 || !written)
        complain_errno(2, path);
    struct timespec times[2] = {{.tv_sec = member->time}, {.tv_sec = member->time}};
    utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW); /* where times cannot be set, the file is right all the same */
}

static void write_link(const Member *member, const char *path, IfThere if_there)
{
    struct stat about;
    if (lstat(path, &about) == 0 && if_there == REPLACE && !S_ISDIR(about.st_mode))
        unlink(path);
    if (symlink(member->target, path) != 0 && !(errno == EEXIST && if_there == KEEP))
        complain_errno(2, path);
}

static void write_member(const Member *member, const char *path, IfThere if_there)
{
    if (leads_through_link(path, member->kind != LINK_MEMBER)) {
        complain(2, path, "not written: a link is in the way");
        return;
    }
    if (!make_parents(path))
        complain_errno(2, path);
    else if (member->kind == LINK_MEMBER)
        write_link(member, path, if_there);
    else if (member->kind == FILE_MEMBER)
        write_file(member, path, if_there);
    else if (mkdir(path, 0777) != 0 && errno != EEXIST)
        complain_errno(2, path);
}

void write_members(const Members *members, const char *directory, IfThere if_there, bool verbose)
{
    Buffer path = {0};
    append_text(&path, directory);
    size_t root = path.length;
    for (int links = 0; links < 2; links++)
        for (size_t i = 0; i < members->count; i++) {
            const Member *member = &members->at[i];
            if ((member->kind == LINK_MEMBER) != links)
                continue;
            write_member(member, join(&path, root, member->name), if_there);
            if (verbose) {
                put_name(member->name);
                put_char('\n');
            }
        }
    free(path.at);
}
