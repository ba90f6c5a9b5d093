#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

int status;
extern const char tool_name[];

static int out_fd = 1;
static char out_bytes[64 * 1024];
static size_t out_length;
static bool out_failed;

void *grab(size_t count, size_t size)
{
    return regrab(NULL, count, size);
}

void *regrab(void *old, size_t count, size_t size)
{
    size_t bytes;
    void *got = __builtin_mul_overflow(count, size, &bytes) ? NULL : realloc(old, bytes ? bytes : 1);
    if (!got)
        die(2, NULL, "out of memory");
    return got;
}

void reserve(Buffer *buffer, size_t more)
{
    if (buffer->room - buffer->length >= more)
        return;
    size_t room = buffer->room < 64 ? 64 : buffer->room + buffer->room / 2;
    if (room - buffer->length < more)
        room = buffer->length + more;
    buffer->at = regrab(buffer->at, room, 1);
    buffer->room = room;
}

void append(Buffer *buffer, const void *bytes, size_t length)
{
    if (length == 0)
        return;
    reserve(buffer, length);
    memcpy(buffer->at + buffer->length, bytes, length);
    buffer->length += length;
}

void append_text(Buffer *buffer, const char *text)
{
    append(buffer, text, strlen(text));
}

char *terminated(Buffer *buffer)
{
    reserve(buffer, 1);
    buffer->at[buffer->length] = 0;
    return buffer->at;
}

static void write_all(const char *bytes, size_t length)
{
    while (length > 0 && !out_failed) {
        ssize_t written = write(out_fd, bytes, length);
        if (written <= 0) {
            out_failed = true;
            return;
        }
        bytes += written;
        length -= (size_t)written;
    }
}

bool flush(void)
{
    write_all(out_bytes, out_length);
    out_length = 0;
    return !out_failed;
}

void put(const void *bytes, size_t length)
{
    if (length > sizeof out_bytes - out_length) {
        flush();
        if (length >= sizeof out_bytes) {
            write_all(bytes, length);
            return;
        }
    }
    memcpy(out_bytes + out_length, bytes, length);
    out_length += length;
}

void put_char(char one)
{
    if (out_length == sizeof out_bytes)
        flush();
    out_bytes[out_length++] = one;
}

void put_text(const char *text)
{
    put(text, strlen(text));
}

void put_number(uint64_t number, int width)
{
    char digits[24];
    int at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (int have = (int)sizeof digits - at; have < width; have++)
        put_char(' ');
    put(digits + at, sizeof digits - (size_t)at);
}

/* A byte of a name, escaped where it is a control character, the C1 controls in their UTF-8 form, of two bytes, included. */
static int shown(const unsigned char *name, const unsigned char *at, char *into)
{
    static const char hex[] = "0123456789abcdef";
    bool c1 = (at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0) || (at > name && at[-1] == 0xC2 && at[0] < 0xA0);
    if (at[0] == '\n' || at[0] == '\t') {
        into[0] = '\\';
        into[1] = at[0] == '\n' ? 'n' : 't';
        return 2;
    }
    if (at[0] >= 0x20 && at[0] != 0x7F && !c1) {
        into[0] = (char)at[0];
        return 1;
    }
    memcpy(into, "\\x", 2);
    into[2] = hex[at[0] >> 4];
    into[3] = hex[at[0] & 15];
    return 4;
}

void put_name(const char *name)
{
    char form[4];
    for (const unsigned char *start = (const unsigned char *)name, *at = start; *at; at++)
        put(form, (size_t)shown(start, at, form));
}

bool redirect(const char *path)
{
    flush();
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0)
        return false;
    out_fd = fd;
    return true;
}

void complain(int new_status, const char *name, const char *why)
{
    Buffer line = {0};
    char form[4];
    append_text(&line, tool_name);
    append_text(&line, ": ");
    if (name) {
        for (const unsigned char *start = (const unsigned char *)name, *at = start; *at && line.length < 600; at++)
            append(&line, form, (size_t)shown(start, at, form));
        append_text(&line, ": ");
    }
    append_text(&line, why);
    append_text(&line, "\n");
    if (write(2, line.at, line.length) < 0)
        out_failed = true;
    free(line.at);
    if (status < new_status)
        status = new_status;
}

void complain_errno(int new_status, const char *name)
{
    complain(new_status, name, strerror(errno));
}

void die(int new_status, const char *name, const char *why)
{
    flush();
    complain(new_status, name, why);
    _Exit(new_status);
}

void finish(int on_failure)
{
    bool written = flush();
    _Exit(written ? status : on_failure);
}

void help(void)
{
    put_text(usage);
    finish(2);
}

int open_input(const char *name)
{
    if (strcmp(name, "-") == 0)
        return 0;
    struct stat about;
    int fd = open(name, O_RDONLY);
    if (fd >= 0 && fstat(fd, &about) == 0 && S_ISDIR(about.st_mode)) {
        close(fd);
        errno = EISDIR;
        return -1;
    }
    return fd;
}

bool reader_open(Reader *reader, const char *name)
{
    reader->fd = open_input(name);
    reader->at = reader->end = 0;
    reader->over = reader->failed = false;
    return reader->fd >= 0;
}

void reader_close(Reader *reader)
{
    if (reader->fd > 0)
        close(reader->fd);
}

/* Reads behind what is there; false at the end. */
static bool fill(Reader *reader)
{
    if (reader->over)
        return false;
    if (reader->room - reader->end < BLOCK) {
        reader->room = reader->room + (reader->room > BLOCK ? reader->room : BLOCK);
        reader->buffer = regrab(reader->buffer, reader->room, 1);
    }
    ssize_t got = read(reader->fd, reader->buffer + reader->end, BLOCK);
    if (got <= 0) {
        reader->over = true;
        reader->failed = got < 0;
        return false;
    }
    reader->end += (size_t)got;
    return true;
}

bool read_block(Reader *reader, Text *block)
{
    reader->at = reader->end = 0;
    if (!fill(reader))
        return false;
    *block = (Text){reader->buffer, reader->end};
    reader->at = reader->end;
    return true;
}

bool read_line(Reader *reader, char end, Text *line)
{
    size_t looked = reader->at;
    for (;;) {
        const char *limit = reader->buffer + reader->end;
        const char *stop = looked < reader->end ? find_byte(reader->buffer + looked, limit, end) : limit;
        if (stop < limit) {
            *line = (Text){reader->buffer + reader->at, (size_t)(stop - reader->buffer) - reader->at + 1};
            reader->at += line->length;
            return true;
        }
        if (reader->at > 0) {
            memmove(reader->buffer, reader->buffer + reader->at, reader->end - reader->at);
            reader->end -= reader->at;
            reader->at = 0;
        }
        looked = reader->end;
        if (!fill(reader)) {
            *line = (Text){reader->buffer, reader->end};
            reader->at = reader->end;
            return line->length > 0;
        }
    }
}

bool slurp(const char *name, Text *content, int on_failure)
{
    int fd = open_input(name);
    struct stat about;
    if (fd < 0) {
        complain_errno(on_failure, name);
        return false;
    }
    Buffer all = {0};
    reserve(&all, fstat(fd, &about) == 0 && about.st_size > 0 ? (size_t)about.st_size + 1 : BLOCK);
    ssize_t got;
    while ((got = read(fd, all.at + all.length, all.room - all.length)) > 0) {
        all.length += (size_t)got;
        if (all.room == all.length)
            reserve(&all, BLOCK);
    }
    if (got < 0)
        complain_errno(on_failure, name);
    if (fd > 0)
        close(fd);
    *content = (Text){all.at, all.length};
    return got == 0;
}

static const uint64_t LOW = 0x0101010101010101u, HIGH = 0x8080808080808080u;

static uint64_t eight(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

const char *find_byte(const char *at, const char *end, char byte)
{
    uint64_t pattern = (unsigned char)byte * LOW;
    while (end - at >= 8) {
        uint64_t other = eight(at) ^ pattern;
        uint64_t zero = (other - LOW) & ~other & HIGH;
        if (zero)
            return at + (__builtin_ctzll(zero) >> 3);
        at += 8;
    }
    while (at < end && *at != byte)
        at++;
    return at;
}

const char *after_last_byte(const char *start, const char *at, char byte)
{
    uint64_t pattern = (unsigned char)byte * LOW;
    while (at - start >= 8) {
        uint64_t other = eight(at - 8) ^ pattern;
        uint64_t zero = ~(((other & ~HIGH) + ~HIGH) | other) & HIGH; /* exact, since the last one is wanted */
        if (zero)
            return at - (__builtin_clzll(zero) >> 3);
        at -= 8;
    }
    while (at > start && at[-1] != byte)
        at--;
    return at;
}

size_t count_byte(const char *at, size_t length, char byte)
{
    uint64_t pattern = (unsigned char)byte * LOW;
    const char *end = at + length;
    size_t count = 0;
    while (end - at >= 8) {
        uint64_t other = eight(at) ^ pattern;
        uint64_t equal = ~(((other & ~HIGH) + ~HIGH) | other) & HIGH;
        count += (size_t)__builtin_popcountll(equal);
        at += 8;
    }
    for (; at < end; at++)
        count += *at == byte;
    return count;
}

/* How common a byte is in text, roughly: the rarest byte of a needle is looked for first. */
static int commonness(unsigned char byte)
{
    static const char order[] = "zqxjkvbZQXJKVB~^`@$&%!?#WGYHFUPwgypPMDOLCRNAISTE+*<>[]{}|\\'fmuchdl:;0123456789=-_()/\".,\nosnirate ";
    const char *at = byte ? strchr(order, byte) : NULL;
    return at ? (int)(at - order) + 1 : 0;
}

/* The place of the rarest byte of a needle, other than `taken`. */
static size_t rarest(const char *text, size_t length, size_t taken)
{
    size_t rare = taken == 0;
    for (size_t i = rare + 1; i < length; i++)
        if (i != taken && commonness((unsigned char)text[i]) < commonness((unsigned char)text[rare]))
            rare = i;
    return rare;
}

Needle needle_of(const char *text, size_t length)
{
    Needle needle = {.text = text, .length = length};
    if (length > 1) {
        needle.first = rarest(text, length, length);
        needle.second = rarest(text, length, needle.first);
    }
    return needle;
}

/* Bits in those of eight bytes that are `pattern`'s, and perhaps in bytes above such a one. */
static uint64_t alike(const char *at, uint64_t pattern)
{
    uint64_t other = eight(at) ^ pattern;
    return (other - LOW) & ~other & HIGH;
}

/* Two bytes of the needle are looked for in eight places at a time. */
const char *find_needle(const char *at, const char *end, const Needle *needle)
{
    const char *text = needle->text;
    size_t length = needle->length, first = needle->first, second = needle->second;
    uint64_t one = (unsigned char)text[first] * LOW, other = (unsigned char)text[second] * LOW;
    for (; (size_t)(end - at) >= length + 7; at += 8) {
        uint64_t places = alike(at + first, one) & alike(at + second, other);
        for (; places; places &= places - 1) {
            const char *place = at + (__builtin_ctzll(places) >> 3);
            if (memcmp(place, text, length) == 0)
                return place;
        }
    }
    for (; (size_t)(end - at) >= length; at++)
        if (*at == *text && memcmp(at, text, length) == 0)
            return at;
    return NULL;
}

const char *find_text(const char *at, const char *end, const char *text, size_t length)
{
    Needle needle = needle_of(text, length);
    return find_needle(at, end, &needle);
}

bool parse_size(const char *text, uint64_t *number)
{
    static const char suffixes[] = "KMGT";
    char *rest;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *number = strtoull(text, &rest, 10);
    if (errno || *rest == 0)
        return !errno;
    if (strcmp(rest, "b") == 0)
        return !__builtin_mul_overflow(*number, 512u, number);
    const char *suffix = strchr(suffixes, *rest == 'k' ? 'K' : *rest);
    uint64_t base = strcmp(rest + 1, "B") == 0 ? 1000 : 1024;
    if (!suffix || (rest[1] && base == 1024 && strcmp(rest + 1, "iB") != 0))
        return false;
    for (const char *at = suffixes; at <= suffix; at++)
        if (__builtin_mul_overflow(*number, base, number))
            return false;
    return true;
}
