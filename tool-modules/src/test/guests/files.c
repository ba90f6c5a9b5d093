/* Every common file operation once, in a directory that the argument names; one line for each that worked. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void check(const char *step, int ok)
{
    if (!ok) {
        printf("%s: %s\n", step, strerror(errno));
        exit(1);
    }
    printf("%s: ok\n", step);
}

static int write_text(const char *path, const char *mode, const char *text)
{
    FILE *file = fopen(path, mode);
    if (!file)
        return 0;
    int written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

static int read_text(const char *path, char *into, size_t size)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    into[fread(into, 1, size - 1, file)] = '\0';
    return fclose(file) == 0;
}

static int entries(const char *path)
{
    int count = 0;
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    return directory && closedir(directory) == 0 ? count : -1;
}

int main(int argc, char **argv)
{
    char text[64];
    struct stat status;
    if (argc > 1)
        check("chdir", chdir(argv[1]) == 0);
    check("mkdir", mkdir("made", 0777) == 0);
    check("write", write_text("made/a.txt", "w", "one\n"));
    check("append", write_text("made/a.txt", "a", "two\n"));
    check("read", read_text("made/a.txt", text, sizeof text) && strcmp(text, "one\ntwo\n") == 0);
    check("stat", stat("made/a.txt", &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 8);
    check("rename", rename("made/a.txt", "made/b.txt") == 0 && access("made/a.txt", F_OK) < 0);
    check("symlink", symlink("b.txt", "made/link") == 0 && read_text("made/link", text, sizeof text));
    check("readdir", entries("made") == 2);
    check("truncate", truncate("made/b.txt", 3) == 0 && stat("made/b.txt", &status) == 0 && status.st_size == 3);
    check("unlink", unlink("made/b.txt") == 0 && unlink("made/link") == 0);
    check("rmdir", rmdir("made") == 0 && access("made", F_OK) < 0);
    return 0;
}
