/* std.readFile and the other file functions. All throw an Error whose `code` is the errno's name, such as "ENOENT". */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guest.h"

enum { FIRST_READ_BYTES = 64 * 1024 };

static const char *errno_name(int error)
{
    static const struct {
        int error;
        const char *name;
    } names[] = {
        {ENOENT, "ENOENT"},   {EACCES, "EACCES"},       {EEXIST, "EEXIST"},     {ENOTDIR, "ENOTDIR"},           {EISDIR, "EISDIR"},
        {EINVAL, "EINVAL"},   {ENOTEMPTY, "ENOTEMPTY"}, {EPERM, "EPERM"},       {EROFS, "EROFS"},               {ENOSPC, "ENOSPC"},
        {EDQUOT, "EDQUOT"},   {ELOOP, "ELOOP"},         {ENAMETOOLONG, "ENAMETOOLONG"}, {EMFILE, "EMFILE"},     {EFBIG, "EFBIG"},
        {ENOMEM, "ENOMEM"},   {EBADF, "EBADF"},         {EXDEV, "EXDEV"},       {ENOTCAPABLE, "ENOTCAPABLE"},   {ENOSYS, "ENOSYS"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].error == error)
            return names[i].name;
    return "EIO";
}

JSValue guest_throw_errno(JSContext *ctx, const char *function, const char *what)
{
    int error = errno;
    char message[512];
    snprintf(message, sizeof message, "%s \"%.400s\": %s", function, what, strerror(error));
    JSValue value = JS_NewError(ctx);
    JS_DefinePropertyValueStr(ctx, value, "message", JS_NewString(ctx, message), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    JS_SetPropertyStr(ctx, value, "code", JS_NewString(ctx, errno_name(error)));
    return JS_Throw(ctx, value);
}

/* Doubles the buffer as it fills: sizes that a stat tells may be wrong, and streams have none. */
int guest_read_all(int fd, Bytes *into)
{
    size_t capacity = FIRST_READ_BYTES, length = 0;
    uint8_t *data = malloc(capacity);
    for (;;) {
        if (data && length + 1 >= capacity) {
            capacity *= 2;
            uint8_t *larger = realloc(data, capacity);
            if (!larger)
                free(data);
            data = larger;
        }
        if (!data) {
            errno = ENOMEM;
            return -1;
        }
        ssize_t count = read(fd, data + length, capacity - length - 1);
        if (count < 0) {
            free(data);
            return -1;
        }
        if (count == 0)
            break;
        length += (size_t)count;
    }
    data[length] = 0;
    *into = (Bytes){data, length};
    return 0;
}

int guest_read_file(const char *path, Bytes *into)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    int status = guest_read_all(fd, into);
    int error = errno;
    close(fd);
    errno = error;
    return status;
}

static void free_buffer(JSRuntime *runtime, void *opaque, void *data)
{
    free(data);
}

static JSValue bytes_array(JSContext *ctx, Bytes *taken)
{
    JSValue buffer = JS_NewArrayBuffer(ctx, taken->data, taken->length, free_buffer, NULL, 0);
    if (JS_IsException(buffer))
        return buffer;
    JSValue arguments[] = {buffer, JS_UNDEFINED, JS_UNDEFINED};
    JSValue array = JS_NewTypedArray(ctx, 3, arguments, JS_TYPED_ARRAY_UINT8);
    JS_FreeValue(ctx, buffer);
    return array;
}

/* Text unless the encoding is "bytes" or null. */
JSValue guest_bytes_value(JSContext *ctx, Bytes *taken, JSValueConst encoding)
{
    int as_bytes = JS_IsNull(encoding);
    if (JS_IsString(encoding)) {
        const char *name = JS_ToCString(ctx, encoding);
        as_bytes = name && strcmp(name, "bytes") == 0;
        JS_FreeCString(ctx, name);
    }
    if (as_bytes)
        return bytes_array(ctx, taken);
    JSValue text = JS_NewStringLen(ctx, (const char *)taken->data, taken->length);
    free(taken->data);
    return text;
}

int guest_borrow_bytes(JSContext *ctx, JSValueConst value, BorrowedBytes *into)
{
    *into = (BorrowedBytes){0};
    if (JS_IsString(value)) {
        into->string = JS_ToCStringLen(ctx, &into->length, value);
        into->data = (const uint8_t *)into->string;
        return into->data ? 0 : -1;
    }
    size_t offset, element, size;
    JSValue buffer = JS_GetTypedArrayBuffer(ctx, value, &offset, &into->length, &element);
    if (!JS_IsException(buffer)) {
        into->data = JS_GetArrayBuffer(ctx, &size, buffer);
        into->data += into->data ? offset : 0;
        JS_FreeValue(ctx, buffer); /* the array keeps it alive */
    } else {
        JS_FreeValue(ctx, JS_GetException(ctx));
        into->data = JS_GetArrayBuffer(ctx, &into->length, value);
    }
    if (into->data)
        return 0;
    JS_FreeValue(ctx, JS_GetException(ctx));
    JS_ThrowTypeError(ctx, "the data must be a string, a typed array or an ArrayBuffer");
    return -1;
}

void guest_return_bytes(JSContext *ctx, BorrowedBytes *bytes)
{
    if (bytes->string)
        JS_FreeCString(ctx, bytes->string);
}

static JSValue read_file(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    const char *path = JS_ToCString(ctx, argv[0]);
    if (!path)
        return JS_EXCEPTION;
    Bytes bytes;
    int status = guest_read_file(path, &bytes);
    JSValue result = status < 0 ? guest_throw_errno(ctx, "readFile", path) : guest_bytes_value(ctx, &bytes, argv[1]);
    JS_FreeCString(ctx, path);
    return result;
}

static int write_all(int fd, const BorrowedBytes *bytes)
{
    for (size_t done = 0; done < bytes->length;) {
        ssize_t count = write(fd, bytes->data + done, bytes->length - done);
        if (count < 0)
            return -1;
        done += (size_t)count;
    }
    return 0;
}

enum { WRITE, APPEND };

static JSValue write_file(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int mode)
{
    BorrowedBytes bytes;
    const char *path = JS_ToCString(ctx, argv[0]);
    if (!path || guest_borrow_bytes(ctx, argv[1], &bytes) < 0) {
        JS_FreeCString(ctx, path);
        return JS_EXCEPTION;
    }
    int fd = open(path, O_WRONLY | O_CREAT | (mode == APPEND ? O_APPEND : O_TRUNC), 0666);
    int status = fd < 0 ? -1 : write_all(fd, &bytes);
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    JSValue result = status < 0 ? guest_throw_errno(ctx, mode == APPEND ? "appendFile" : "writeFile", path) : JS_UNDEFINED;
    guest_return_bytes(ctx, &bytes);
    JS_FreeCString(ctx, path);
    return result;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Sorted, so that a script does not depend on the order in which the host keeps a directory. */
static JSValue names_array(JSContext *ctx, DIR *directory)
{
    char **names = NULL;
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char **larger = realloc(names, (count + 1) * sizeof *names);
        char *name = strdup(entry->d_name);
        if (!larger || !name)
            return JS_ThrowOutOfMemory(ctx);
        names = larger;
        names[count++] = name;
    }
    qsort(names, count, sizeof *names, compare_names);
    JSValue array = JS_NewArray(ctx);
    for (size_t i = 0; i < count; i++) {
        JS_SetPropertyUint32(ctx, array, (uint32_t)i, JS_NewString(ctx, names[i]));
        free(names[i]);
    }
    free(names);
    return array;
}

static JSValue list_directory(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    const char *path = JS_IsUndefined(argv[0]) ? NULL : JS_ToCString(ctx, argv[0]);
    if (!path && !JS_IsUndefined(argv[0]))
        return JS_EXCEPTION;
    DIR *directory = opendir(path ? path : ".");
    JSValue result = directory ? names_array(ctx, directory) : guest_throw_errno(ctx, "listDir", path ? path : ".");
    if (directory)
        closedir(directory);
    JS_FreeCString(ctx, path);
    return result;
}

static JSValue stat_value(JSContext *ctx, const struct stat *status)
{
    const char *type = S_ISREG(status->st_mode) ? "file" : S_ISDIR(status->st_mode) ? "directory" : S_ISLNK(status->st_mode) ? "link" : "other";
    JSValue value = JS_NewObject(ctx);
    JS_SetPropertyStr(ctx, value, "type", JS_NewString(ctx, type));
    JS_SetPropertyStr(ctx, value, "size", JS_NewInt64(ctx, status->st_size));
    JS_SetPropertyStr(ctx, value, "modified", JS_NewFloat64(ctx, (double)status->st_mtim.tv_sec * 1e3 + (double)status->st_mtim.tv_nsec / 1e6));
    return value;
}

/* Creates the missing parents too; `path` is changed while it works. */
static int make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int status = mkdir(path, 0777);
        *slash = '/';
        if (status < 0 && errno != EEXIST)
            return -1;
    }
    struct stat found;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode)))
        return 0;
    return -1;
}

static int remove_path(const char *path)
{
    struct stat status;
    if (lstat(path, &status) < 0)
        return -1;
    return S_ISDIR(status.st_mode) ? rmdir(path) : unlink(path);
}

enum { EXISTS, STAT, REMOVE, MKDIR, LSTAT, MKDIR_ONE };

static int apply(int function, char *path, struct stat *status)
{
    switch (function) {
    case REMOVE:
        return remove_path(path);
    case MKDIR:
        return make_directories(path);
    case MKDIR_ONE:
        return mkdir(path, 0777);
    case LSTAT:
        return lstat(path, status);
    default:
        return stat(path, status);
    }
}

/* The functions that take one path and nothing else. */
static JSValue path_function(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int function)
{
    static const char *const names[] = {"exists", "stat", "remove", "mkdir", "lstat", "mkdir"};
    const char *path = JS_ToCString(ctx, argv[0]);
    if (!path)
        return JS_EXCEPTION;
    struct stat status;
    JSValue result = JS_UNDEFINED;
    int done = apply(function, (char *)path, &status);
    if (function == EXISTS)
        result = JS_NewBool(ctx, done == 0);
    else if (done < 0)
        result = guest_throw_errno(ctx, names[function], path);
    else if (function == STAT || function == LSTAT)
        result = stat_value(ctx, &status);
    JS_FreeCString(ctx, path);
    return result;
}

static JSValue rename_path(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    const char *from = JS_ToCString(ctx, argv[0]), *to = from ? JS_ToCString(ctx, argv[1]) : NULL;
    JSValue result = !to ? JS_EXCEPTION : rename(from, to) < 0 ? guest_throw_errno(ctx, "rename", from) : JS_UNDEFINED;
    JS_FreeCString(ctx, from);
    JS_FreeCString(ctx, to);
    return result;
}

void guest_add_files(JSContext *ctx, JSValueConst std)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("readFile", 2, read_file),
        JS_CFUNC_MAGIC_DEF("writeFile", 2, write_file, WRITE),
        JS_CFUNC_MAGIC_DEF("appendFile", 2, write_file, APPEND),
        JS_CFUNC_DEF("listDir", 1, list_directory),
        JS_CFUNC_MAGIC_DEF("exists", 1, path_function, EXISTS),
        JS_CFUNC_MAGIC_DEF("stat", 1, path_function, STAT),
        JS_CFUNC_MAGIC_DEF("remove", 1, path_function, REMOVE),
        JS_CFUNC_MAGIC_DEF("mkdir", 1, path_function, MKDIR),
        JS_CFUNC_DEF("rename", 2, rename_path),
    };
    JS_SetPropertyFunctionList(ctx, std, functions, sizeof functions / sizeof functions[0]);
}

void guest_add_more_files(JSContext *ctx, JSValueConst native)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_MAGIC_DEF("lstat", 1, path_function, LSTAT),
        JS_CFUNC_MAGIC_DEF("makeDirectory", 1, path_function, MKDIR_ONE),
    };
    JS_SetPropertyFunctionList(ctx, native, functions, sizeof functions / sizeof functions[0]);
}
