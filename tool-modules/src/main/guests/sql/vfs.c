/*
 * Files of the workspace for SQLite.
 *
 * SQLite's own code for Unix asks for locks, maps, owners and modes that a guest does not have. This is the rest of it. Whatever the host does
 * not let a guest reach stays out of reach here too: every name goes to the host as it is.
 *
 * One process works on a workspace at a time, so a lock only has to keep two connections of this process apart: `ATTACH` may open a file twice.
 * Nothing here is durable or has to be: the host's files live in memory, and a write that was done is there. A call that is stopped in the middle
 * of a transaction leaves its journal, and the next one that opens the database rolls it back.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sql.h"

enum { MAX_LINKS = 40, SECTOR_BYTES = 4096 };

typedef struct File {
    sqlite3_file base; /* first, as SQLite asks */
    struct File *next; /* that is open too */
    int fd;
    int lock;
    int delete_on_close;
    const char *path;
    dev_t device;
    ino_t inode;
} File;

static File *open_files;

static int read_at(sqlite3_file *base, void *into, int size, sqlite3_int64 offset)
{
    const File *file = (const File *)base;
    int done = 0;
    while (done < size) {
        ssize_t count = pread(file->fd, (char *)into + done, (size_t)(size - done), offset + done);
        if (count < 0)
            return SQLITE_IOERR_READ;
        if (count == 0)
            break;
        done += (int)count;
    }
    memset((char *)into + done, 0, (size_t)(size - done)); /* SQLite relies on it */
    return done == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int write_failure(void)
{
    return errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int write_at(sqlite3_file *base, const void *from, int size, sqlite3_int64 offset)
{
    const File *file = (const File *)base;
    for (int done = 0; done < size;) {
        ssize_t count = pwrite(file->fd, (const char *)from + done, (size_t)(size - done), offset + done);
        if (count <= 0)
            return count == 0 ? SQLITE_FULL : write_failure();
        done += (int)count;
    }
    return SQLITE_OK;
}

static int truncate_to(sqlite3_file *base, sqlite3_int64 size)
{
    return ftruncate(((File *)base)->fd, size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int sync_file(sqlite3_file *base, int flags)
{
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
    struct stat status;
    if (fstat(((File *)base)->fd, &status) < 0)
        return SQLITE_IOERR_FSTAT;
    *size = status.st_size;
    return SQLITE_OK;
}

static int is_same(const File *one, const File *other)
{
    return (one->device == other->device && one->inode == other->inode) || strcmp(one->path, other->path) == 0;
}

/* The highest lock on this file that another connection holds. */
static int lock_of_others(const File *file)
{
    int highest = SQLITE_LOCK_NONE;
    for (const File *other = open_files; other; other = other->next)
        if (other != file && other->lock > highest && is_same(file, other))
            highest = other->lock;
    return highest;
}

/* Readers share; one may intend to write beside them, and writes when they are gone. */
static int lock_file(sqlite3_file *base, int wanted)
{
    File *file = (File *)base;
    int others = lock_of_others(file);
    int fits = wanted == SQLITE_LOCK_SHARED     ? others < SQLITE_LOCK_PENDING
               : wanted == SQLITE_LOCK_RESERVED ? others < SQLITE_LOCK_RESERVED
                                                : others == SQLITE_LOCK_NONE;
    if (file->lock < wanted && !fits)
        return SQLITE_BUSY;
    file->lock = file->lock < wanted ? wanted : file->lock;
    return SQLITE_OK;
}

static int unlock_file(sqlite3_file *base, int wanted)
{
    ((File *)base)->lock = wanted;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *base, int *result)
{
    const File *file = (const File *)base;
    *result = file->lock >= SQLITE_LOCK_RESERVED || lock_of_others(file) >= SQLITE_LOCK_RESERVED;
    return SQLITE_OK;
}

static int control(sqlite3_file *base, int operation, void *argument)
{
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base)
{
    return SECTOR_BYTES;
}

static int characteristics(sqlite3_file *base)
{
    return SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int close_file(sqlite3_file *base)
{
    File *file = (File *)base, **link = &open_files;
    while (*link && *link != file)
        link = &(*link)->next;
    if (*link)
        *link = file->next;
    close(file->fd);
    if (file->delete_on_close)
        unlink(file->path);
    return SQLITE_OK;
}

/* Without shared memory: a database that is in WAL mode is opened for one connection alone, which main.c asks for. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_at,
    .xWrite = write_at,
    .xTruncate = truncate_to,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

static int open_with(const char *path, int flags)
{
    int create = (flags & SQLITE_OPEN_CREATE ? O_CREAT : 0) | (flags & SQLITE_OPEN_EXCLUSIVE ? O_EXCL : 0);
    return open(path, (flags & SQLITE_OPEN_READWRITE ? O_RDWR : O_RDONLY) | create, 0666);
}

/* A file that may not be written is opened for reading, as SQLite expects of its platform. */
static int open_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *base, int flags, int *opened)
{
    File *file = (File *)base;
    struct stat status;
    file->base.pMethods = NULL;
    if (!name) /* a temporary file: sorters and such stay in memory in this build */
        return SQLITE_CANTOPEN;
    int fd = open_with(name, flags);
    if (fd < 0 && flags & SQLITE_OPEN_READWRITE && errno != EISDIR && errno != ENOENT) {
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
        fd = open_with(name, flags);
    }
    if (fd < 0)
        return SQLITE_CANTOPEN;
    if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return SQLITE_CANTOPEN;
    }
    *file = (File){{&methods}, open_files, fd, SQLITE_LOCK_NONE, flags & SQLITE_OPEN_DELETEONCLOSE, name, status.st_dev, status.st_ino};
    open_files = file;
    if (opened)
        *opened = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync)
{
    if (unlink(name) == 0)
        return SQLITE_OK;
    return errno == ENOENT ? SQLITE_IOERR_DELETE_NOENT : SQLITE_IOERR_DELETE;
}

/* An empty journal is no journal. */
static int has_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
    struct stat status;
    *result = stat(name, &status) == 0 && (flags != SQLITE_ACCESS_EXISTS || !S_ISREG(status.st_mode) || status.st_size > 0);
    return SQLITE_OK;
}

/* Puts what the link holds in the place of its name. */
static int follow(char *path, size_t size)
{
    char target[PATH_MAX], joined[2 * PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0)
        return -1;
    target[length] = '\0';
    const char *slash = strrchr(path, '/');
    int directory = target[0] == '/' || !slash ? 0 : (int)(slash - path) + 1;
    int total = snprintf(joined, sizeof joined, "%.*s%s", directory, path, target);
    if (total < 0 || (size_t)total >= size)
        return -1;
    memcpy(path, joined, (size_t)total + 1);
    return 0;
}

/* A journal lies beside the database itself, not beside a link to it: whoever comes by another name must find it. */
static int full_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    struct stat status;
    if (strlen(name) >= (size_t)size)
        return SQLITE_CANTOPEN;
    strcpy(out, name);
    for (int links = 0; lstat(out, &status) == 0 && S_ISLNK(status.st_mode); links++)
        if (links == MAX_LINKS || follow(out, (size_t)size) < 0)
            return SQLITE_CANTOPEN;
    return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int size, char *out)
{
    return getentropy(out, (size_t)(size < 256 ? size : 256)) == 0 ? size : 0;
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds)
{
    return 0; /* what is waited for is a lock of this very process */
}

static int current_time(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds)
{
    static const sqlite3_int64 UNIX_EPOCH = 210866760000000; /* in milliseconds of the Julian day */
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *milliseconds = UNIX_EPOCH + (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return SQLITE_OK;
}

static int current_day(sqlite3_vfs *vfs, double *days)
{
    sqlite3_int64 milliseconds;
    current_time(vfs, &milliseconds);
    *days = (double)milliseconds / 86400000.0;
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int size, char *out)
{
    return errno;
}

int sqlite3_os_init(void)
{
    static sqlite3_vfs workspace = {
        .iVersion = 2,
        .szOsFile = sizeof(File),
        .mxPathname = PATH_MAX,
        .zName = "workspace",
        .xOpen = open_file,
        .xDelete = delete_file,
        .xAccess = has_access,
        .xFullPathname = full_path,
        .xRandomness = randomness,
        .xSleep = sleep_for,
        .xCurrentTime = current_day,
        .xGetLastError = last_error,
        .xCurrentTimeInt64 = current_time,
    };
    return sqlite3_vfs_register(&workspace, 1);
}

int sqlite3_os_end(void)
{
    return SQLITE_OK;
}
