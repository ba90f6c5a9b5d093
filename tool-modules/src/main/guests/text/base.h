/*
 * base.h: what the text tools share: memory that cannot fail, one output buffer, input by blocks, lines and whole files, and messages.
 *
 * Every call of the host costs more than the bytes it moves, so input comes in large blocks and output leaves in large blocks. A tool runs
 * once and ends: what lasts until the end is never freed.
 */
#ifndef TEXT_BASE_H
#define TEXT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 * 1024 };

/* Bytes that belong to somebody else. */
typedef struct {
    const char *at;
    size_t length;
} Text;

/* Bytes that grow. */
typedef struct {
    char *at;
    size_t length, room;
} Buffer;

/* The lines of help, made from the manifest by the build. */
extern const char usage[];

/* Prints the help and ends. */
_Noreturn void help(void);

/* Like malloc and realloc, for `count` items of `size` bytes; where there is no memory the tool ends with status 2. */
void *grab(size_t count, size_t size);
void *regrab(void *old, size_t count, size_t size);

/* Makes room for `more` bytes behind the content. */
void reserve(Buffer *buffer, size_t more);
void append(Buffer *buffer, const void *bytes, size_t length);
void append_text(Buffer *buffer, const char *text);
/* Puts a NUL behind the content, which does not count, and returns it. */
char *terminated(Buffer *buffer);

/* Standard output. What is put is written when the buffer is full and at the end; nothing else may write there. */
void put(const void *bytes, size_t length);
void put_text(const char *text);
void put_char(char one);
void put_number(uint64_t number, int width);
/* A name as one line shows it: control characters, which could forge lines and steer terminals, as \n, \t or \xHH. */
void put_name(const char *name);
/* Writes what is left; false if any of it could not be written. */
bool flush(void);
/* Sends output into a file from here on; false with errno if it cannot be created. */
bool redirect(const char *path);

/* A message on standard error after the tool's name; `name` is shown as put_name does and may be NULL. Both set `status` at least. */
extern int status;
void complain(int new_status, const char *name, const char *why);
/* The same with the text of errno. */
void complain_errno(int new_status, const char *name);
/* A message, then the end; output so far is written. */
_Noreturn void die(int new_status, const char *name, const char *why);
/* Ends with `status`, or with `on_failure` if output could not be written. */
_Noreturn void finish(int on_failure);

/* Opens a file for reading, "-" being standard input; a directory is refused. -1 with errno on failure. */
int open_input(const char *name);

/* Input by blocks and by lines. */
typedef struct {
    int fd;
    char *buffer;
    size_t at, end, room;
    bool over, failed;
} Reader;

bool reader_open(Reader *reader, const char *name);
void reader_close(Reader *reader);
/* The next block, of 1 to BLOCK bytes; false at the end or on failure, which `failed` tells. */
bool read_block(Reader *reader, Text *block);
/* The next line with its end, if it has one; valid until the next call. */
bool read_line(Reader *reader, char end, Text *line);

/* All of a file. False, after a message with `on_failure`, if it cannot be read. */
bool slurp(const char *name, Text *content, int on_failure);

/* The first byte of that value, or `end`. */
const char *find_byte(const char *at, const char *end, char byte);
/* How many bytes have that value. */
size_t count_byte(const char *at, size_t length, char byte);
/* Behind the last byte of that value in [start, at), or `start`. */
const char *after_last_byte(const char *start, const char *at, char byte);

/* A text to look for, which is not empty, with the places of its two rarest bytes. The text is not copied. */
typedef struct {
    const char *text;
    size_t length, first, second;
} Needle;

Needle needle_of(const char *text, size_t length);
/* The first place of a needle, or NULL. */
const char *find_needle(const char *at, const char *end, const Needle *needle);
/* The same, of one that is looked for once. */
const char *find_text(const char *at, const char *end, const char *text, size_t length);

/* A number with an optional suffix b, k, K, M, G (and iB, B as coreutils have them); false if it is none or too large. */
bool parse_size(const char *text, uint64_t *number);

#endif
