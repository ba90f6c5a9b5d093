/*
 * Does to the kernel what its input says, and prints what came of it.
 *
 * A line is a step: its name, how, and two texts, with tabs between. A line "=" ends a sequence:
 * the tree is printed, and the next one begins in an empty directory. A path that leaves this
 * directory, or is absolute, is answered NOTCAPABLE and does nothing: see outside().
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum last { KEEP, FOLLOW, FOLLOW_IF_SLASH };
enum way { INSIDE, OUTSIDE, FAILS };

static struct stat root;

/* Walks a path by single components, as the kernel does, and tells whether it goes above. */
static enum way outside(const char *path, enum last last) {
  static char pending[64 * 1024], rest[64 * 1024], target[PATH_MAX + 1];
  int hops = 0, slash = 0, at = open(".", O_PATH | O_DIRECTORY);
  if (*path == '/') return OUTSIDE;
  if (!*path || strlen(path) >= PATH_MAX) return FAILS;
  strcpy(pending, path);
  slash = path[strlen(path) - 1] == '/';
  for (;;) {
    char *name = pending + strspn(pending, "/");
    size_t length = strcspn(name, "/");
    struct stat found;
    if (!length) return close(at), INSIDE;
    strcpy(rest, name + length);
    name[length] = 0;
    int is_last = !rest[strspn(rest, "/")];
    fstat(at, &found);
    if (!strcmp(name, "..") && found.st_ino == root.st_ino && found.st_dev == root.st_dev)
      return close(at), OUTSIDE;
    int next = openat(at, name, O_PATH | O_NOFOLLOW);
    if (next < 0) return close(at), is_last ? INSIDE : FAILS;
    fstat(next, &found);
    if (S_ISLNK(found.st_mode)) {
      if (is_last && (last == KEEP || (last == FOLLOW_IF_SLASH && !slash)))
        return close(next), close(at), INSIDE;
      ssize_t size = readlinkat(next, "", target, PATH_MAX);
      close(next);
      if (size < 0 || ++hops > 40) return close(at), FAILS;
      target[size] = 0;
      if (*target == '/') return close(at), OUTSIDE;
      if (is_last && target[size - 1] == '/') slash = 1;
      if (strlen(target) + strlen(rest) >= sizeof pending) abort();
      strcat(strcpy(pending, target), rest);
      continue;
    }
    close(at);
    at = next;
    if (!S_ISDIR(found.st_mode)) return close(at), is_last ? INSIDE : FAILS;
    strcpy(pending, rest);
  }
}

static int answer(int failed, const char *text) {
  if (failed < 0)
    printf("%s\n", strerrorname_np(errno) + 1);
  else
    printf("SUCCESS%s%s\n", *text ? " " : "", text);
  return failed;
}

static const char *kind(mode_t mode) {
  return S_ISDIR(mode) ? "dir" : S_ISLNK(mode) ? "link" : "file";
}

static void names(int fd, char *into, size_t room) {
  struct dirent **all;
  int count = scandirat(fd, ".", &all, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    strncat(into, all[i]->d_name, room - strlen(into) - 2);
    strcat(into, "|");
  }
}

static int flags(const char *how) {
  int flags = strchr(how, 'w') ? (strchr(how, 'r') ? O_RDWR : O_WRONLY) : O_RDONLY;
  if (strchr(how, 'c')) flags |= O_CREAT;
  if (strchr(how, 'x')) flags |= O_EXCL;
  if (strchr(how, 't')) flags |= O_TRUNC;
  if (strchr(how, 'a')) flags |= O_APPEND;
  if (strchr(how, 'd')) flags |= O_DIRECTORY;
  if (!strchr(how, 'f')) flags |= O_NOFOLLOW;
  return flags;
}

static void on_open(const char *step, const char *how, const char *path, const char *text) {
  char out[8192] = "";
  int fd = open(path, flags(how), 0644), result = fd;
  if (fd < 0) {
    answer(fd, "");
    return;
  }
  if (!strcmp(step, "READ")) {
    ssize_t size = pread(fd, out, 4000, 1);
    result = size;
    out[size < 0 ? 0 : size] = 0;
    for (char *c = out; c < out + size; c++)
      if (!*c) *c = '0';
  } else if (!strcmp(step, "WRITE")) {
    result = write(fd, text, strlen(text));
  } else if (!strcmp(step, "WRITE_AT")) {
    result = lseek(fd, 5, SEEK_SET) < 0 ? -1 : write(fd, text, strlen(text));
  } else if (!strcmp(step, "SIZE")) {
    result = ftruncate(fd, atoi(text));
  } else if (!strcmp(step, "LIST")) {
    names(fd, out, sizeof out);
  }
  answer(result, out);
  close(fd);
}

static void one_path(const char *step, const char *how, const char *path, const char *text) {
  char out[8192] = "";
  struct stat found;
  if (!strcmp(step, "MKDIR"))
    answer(mkdir(path, 0755), "");
  else if (!strcmp(step, "RMDIR"))
    answer(rmdir(path), "");
  else if (!strcmp(step, "UNLINK"))
    answer(unlink(path), "");
  else if (!strcmp(step, "SYMLINK"))
    answer(symlink(text, path), "");
  else if (!strcmp(step, "READLINK")) {
    ssize_t size = readlink(path, out, sizeof out - 1);
    answer(size, out);
  } else if (!strcmp(step, "STAT")) {
    int failed = fstatat(AT_FDCWD, path, &found, strchr(how, 'f') ? 0 : AT_SYMLINK_NOFOLLOW);
    if (!failed && S_ISREG(found.st_mode))
      sprintf(out, "file %ld %ld", (long)found.st_size, (long)found.st_nlink);
    else if (!failed)
      sprintf(out, "%s", kind(found.st_mode));
    answer(failed, out);
  } else
    on_open(step, how, path, text);
}

static enum last last_of(const char *step, const char *how) {
  if (strstr("MKDIR RMDIR UNLINK SYMLINK RENAME LINK", step)) return KEEP;
  if (strchr(how, 'x') && strchr(how, 'c')) return FOLLOW_IF_SLASH;
  return strchr(how, 'f') ? FOLLOW : FOLLOW_IF_SLASH;
}

static void tree(const char *path) {
  struct dirent **all;
  int count = scandir(*path ? path : ".", &all, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    char *below, text[4200] = "";
    struct stat found;
    if (!strcmp(all[i]->d_name, ".") || !strcmp(all[i]->d_name, "..")) continue;
    asprintf(&below, "%s%s%s", path, *path ? "/" : "", all[i]->d_name);
    lstat(below, &found);
    if (S_ISLNK(found.st_mode)) {
      if (readlink(below, text, 4100) < 0) abort();
    } else if (S_ISREG(found.st_mode)) {
      int fd = open(below, O_RDONLY);
      ssize_t size = read(fd, text, 4100);
      for (ssize_t c = 0; c < size; c++)
        if (!text[c]) text[c] = '0';
      close(fd);
    }
    printf("%s %s %s\n", kind(found.st_mode), below, text);
    if (S_ISDIR(found.st_mode)) tree(below);
    free(below);
  }
}

static void begin(int number) {
  char name[100];
  sprintf(name, "/tmp/sequences/%d", number);
  if (mkdir(name, 0755) || chdir(name) || stat(".", &root)) abort();
}

int main(void) {
  static char line[32 * 1024];
  int number = 0;
  if (mkdir("/tmp/sequences", 0755)) abort();
  begin(number);
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "=")) {
      tree("");
      puts("=");
      begin(++number);
      continue;
    }
    char *rest = line, *step = strsep(&rest, "\t"), *how = strsep(&rest, "\t");
    char *path = strsep(&rest, "\t"), *other = strsep(&rest, "\t");
    enum way first = outside(path, last_of(step, how));
    struct stat found;
    int linked = !strcmp(step, "LINK") && !fstatat(AT_FDCWD, path, &found, AT_SYMLINK_NOFOLLOW);
    int two = !strcmp(step, "RENAME") || linked;
    int symbolic = !strcmp(step, "SYMLINK");
    if ((first == OUTSIDE && !(symbolic && !*other)) || (symbolic && *other == '/') ||
        (two && first == INSIDE && outside(other, KEEP) == OUTSIDE))
      puts("NOTCAPABLE");
    else if (!strcmp(step, "RENAME"))
      answer(rename(path, other), "");
    else if (!strcmp(step, "LINK"))
      answer(link(path, other), "");
    else
      one_path(step, how, path, other);
  }
  return 0;
}
