#include "walk.h"

#include <dirent.h>
#include <errno.h>

static int by_name(const void *one, const void *other)
{
    return strcmp(((const Entry *)one)->name, ((const Entry *)other)->name);
}

Entry *list_directory(const char *path, size_t *count)
{
    DIR *directory = opendir(path);
    size_t room = 16;
    struct dirent *one;
    if (!directory)
        return NULL;
    Entry *entries = grab(room, sizeof *entries);
    *count = 0;
    while (errno = 0, (one = readdir(directory))) {
        if (strcmp(one->d_name, ".") == 0 || strcmp(one->d_name, "..") == 0)
            continue;
        if (*count == room)
            entries = regrab(entries, room *= 2, sizeof *entries);
        entries[(*count)++] = (Entry){strdup(one->d_name), one->d_type};
    }
    int error = errno;
    closedir(directory);
    if (error) {
        free_entries(entries, *count);
        errno = error;
        return NULL;
    }
    qsort(entries, *count, sizeof *entries, by_name);
    return entries;
}

void free_entries(Entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(entries[i].name);
    free(entries);
}

char *join(Buffer *path, size_t length, const char *name)
{
    path->length = length;
    if (length > 0 && path->at[length - 1] != '/')
        append(path, "/", 1);
    append_text(path, name);
    return terminated(path);
}
