#include "paths.h"

#include <errno.h>
#include <sys/stat.h>

bool tame(char *name, const char **why)
{
    char *into = name;
    *why = NULL;
    if (*name == '/')
        *why = "absolute name";
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7F || *at == '\\')
            *why = "control character or backslash in the name";
    for (const char *at = name; !*why && *at;) {
        size_t length = strcspn(at, "/");
        if (length == 2 && at[0] == '.' && at[1] == '.') {
            *why = "the name leads out by ..";
            break;
        }
        if (length > 0 && !(length == 1 && *at == '.')) {
            if (into != name)
                *into++ = '/';
            memmove(into, at, length);
            into += length;
        }
        at += length + (at[length] == '/');
    }
    if (*why)
        return false;
    *into = 0;
    if (into == name)
        *why = "empty name";
    return into != name;
}

bool leads_through_link(const char *path, bool last)
{
    struct stat about;
    Buffer part = {0};
    bool linked = false;
    for (const char *at = path; !linked; at++) {
        if (*at && *at != '/')
            continue;
        part.length = 0;
        append(&part, path, (size_t)(at - path));
        if ((*at || last) && part.length > 0)
            linked = lstat(terminated(&part), &about) == 0 && S_ISLNK(about.st_mode);
        if (!*at)
            break;
    }
    free(part.at);
    return linked;
}

bool make_parents(const char *path)
{
    Buffer part = {0};
    bool made = true;
    for (const char *slash = strchr(path, '/'); made && slash; slash = strchr(slash + 1, '/')) {
        part.length = 0;
        append(&part, path, (size_t)(slash - path));
        made = part.length == 0 || mkdir(terminated(&part), 0777) == 0 || errno == EEXIST;
    }
    free(part.at);
    return made;
}
