/*
 * cloche.h: what a tool can ask Cloche for beyond WASI. One header, no library; C11 or newer, clang for wasm32-wasi.
 *
 *     ClocheResponse response;
 *     if (cloche_fetch("GET", "https://example.com/", NULL, NULL, 0, 0, &response) != CLOCHE_OK) {
 *         fprintf(stderr, "%s\n", response.error);
 *         return 1;
 *     }
 *     fwrite(response.body, 1, response.length, stdout);
 *     cloche_response_free(&response);
 *
 * The first part declares the functions that the host provides. The second, after CLOCHE_NO_HELPERS, is built on them and may be left out.
 * docs/writing-tools.md has the rules: what may be asked for, the limits, and how a call ends when it is not heeded.
 */
#ifndef CLOCHE_H
#define CLOCHE_H

#include <stddef.h>
#include <stdint.h>

/* What every function returns. Numbers are never given a new meaning; a tool takes those that it does not know for failures. */
typedef enum {
    CLOCHE_OK = 0,
    CLOCHE_DENIED = 1,      /* a rule, or the want of one, forbids it */
    CLOCHE_MALFORMED = 2,   /* method, URL, headers or flags are not acceptable */
    CLOCHE_BUDGET = 3,      /* the session's requests or bytes are used up */
    CLOCHE_TOO_LARGE = 4,   /* the response is larger than a cap */
    CLOCHE_UNREACHABLE = 5, /* the name has no usable address, or nothing answers there */
    CLOCHE_TLS = 6,         /* the certificate or the protocol is not good enough */
    CLOCHE_PROTOCOL = 7,    /* the other side broke the protocol, or the connection was lost */
    CLOCHE_TIMEOUT = 8,     /* the time is over */
    CLOCHE_CUT = 9,         /* the exchange was cut from outside: revoked, or closed */
    CLOCHE_BAD_HANDLE = 10, /* no request is open by this handle */
    CLOCHE_BAD_STATE = 11,  /* not now: a body after it was sent, a response before */
    CLOCHE_BUSY = 12,       /* CLOCHE_MAX_OPEN requests are open */
    CLOCHE_FAULT = 13,      /* a pointer leads outside of the memory */
    CLOCHE_INTERNAL = 14,   /* the host failed */
} ClocheCode;

/* Flags of cloche_http_open. */
enum {
    CLOCHE_NO_REDIRECTS = 1, /* an answer that redirects is the answer */
};

/* Bounds that the host sets. */
enum {
    CLOCHE_MAX_OPEN = 16,            /* requests open at once */
    CLOCHE_MAX_METHOD = 64,          /* bytes */
    CLOCHE_MAX_URL = 8 * 1024,       /* bytes */
    CLOCHE_MAX_HEADERS = 64 * 1024,  /* bytes of a request's headers, which are 128 lines at most */
    CLOCHE_MAX_TRANSFER = 64 * 1024, /* bytes that one call of http_write or http_read moves */
};

#define CLOCHE_IMPORT(name) __attribute__((import_module("cloche"), import_name(name)))

/*
 * Asks for a request. It is decided at once; nothing is sent yet. `headers` are lines of the form "name: value\n". The handle is above 0
 * and is given once in a call.
 */
CLOCHE_IMPORT("http_open")
int32_t cloche_http_open(const char *method, size_t method_length, const char *url, size_t url_length, const char *headers,
                         size_t headers_length, uint32_t flags, uint32_t *handle);

/* Sends a part of the body; `written` may be less than `length`. */
CLOCHE_IMPORT("http_write")
int32_t cloche_http_write(uint32_t handle, const void *bytes, size_t length, size_t *written);

/* Ends the body and waits for the head of the response, after redirects. */
CLOCHE_IMPORT("http_send")
int32_t cloche_http_send(uint32_t handle, uint32_t *status);

/*
 * Gives the head of the response: ":status: 200\n:url: https://...\n", then "name: value\n" for each field, names in lower case. As much as
 * `room` allows is written, without a NUL; `length` is what there is.
 */
CLOCHE_IMPORT("http_headers")
int32_t cloche_http_headers(uint32_t handle, char *into, size_t room, size_t *length);

/* Reads from the body of the response, decoded; `read` is 0 at its end, and less than `room` at any time. */
CLOCHE_IMPORT("http_read")
int32_t cloche_http_read(uint32_t handle, void *into, size_t room, size_t *read);

/*
 * Tells why a request failed; handle 0 stands for the last http_open that did. One line, and on a second one the rule or budget that
 * decided, if any. As http_headers otherwise. Empty where nothing failed.
 */
CLOCHE_IMPORT("http_error")
int32_t cloche_http_error(uint32_t handle, char *into, size_t room, size_t *length);

/* Ends a request, wherever it is. What is open when the tool ends is closed then. */
CLOCHE_IMPORT("http_close")
int32_t cloche_http_close(uint32_t handle);

#ifndef CLOCHE_NO_HELPERS

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A whole response, or what failed; freed by cloche_response_free in either case. */
typedef struct {
    uint32_t status;
    char *head;      /* as http_headers gives it, and a NUL; NULL before there was a response */
    uint8_t *body;   /* NUL-terminated, for those who know it is text; NULL if it failed */
    size_t length;   /* of the body, without the NUL */
    char error[512]; /* one line; empty if nothing failed */
    char rule[128];  /* what decided; empty if no rule or budget did */
} ClocheResponse;

static inline const char *cloche_code_name(int32_t code)
{
    static const char *const names[] = {"OK",       "DENIED",  "MALFORMED", "BUDGET",     "TOO_LARGE", "UNREACHABLE", "TLS",     "PROTOCOL",
                                        "TIMEOUT", "CUT", "BAD_HANDLE", "BAD_STATE", "BUSY",      "FAULT",       "INTERNAL"};
    return code >= 0 && (size_t)code < sizeof names / sizeof names[0] ? names[code] : "UNKNOWN";
}

/* Fills in `error` and `rule` after a function returned `code`, and returns the code. */
static inline int32_t cloche_explain(uint32_t handle, int32_t code, ClocheResponse *response)
{
    char text[sizeof response->error + sizeof response->rule];
    size_t length = 0;
    if (cloche_http_error(handle, text, sizeof text - 1, &length) != CLOCHE_OK)
        length = 0;
    text[length < sizeof text - 1 ? length : sizeof text - 1] = '\0';
    char *line_end = strchr(text, '\n');
    if (line_end)
        *line_end = '\0';
    snprintf(response->error, sizeof response->error, "%s", *text ? text : cloche_code_name(code));
    snprintf(response->rule, sizeof response->rule, "%s", line_end ? line_end + 1 : "");
    return code;
}

/* Writes all of a body. */
static inline int32_t cloche_write_all(uint32_t handle, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    while (length > 0) {
        size_t written = 0;
        int32_t code = cloche_http_write(handle, at, length, &written);
        if (code != CLOCHE_OK)
            return code;
        at += written;
        length -= written;
    }
    return CLOCHE_OK;
}

/* The head of a response as a string to be freed; NULL for want of memory, or before there is one. */
static inline char *cloche_head(uint32_t handle)
{
    size_t length = 0;
    if (cloche_http_headers(handle, NULL, 0, &length) != CLOCHE_OK)
        return NULL;
    char *head = calloc(1, length + 1);
    if (head && cloche_http_headers(handle, head, length, &length) != CLOCHE_OK)
        head[0] = '\0';
    return head;
}

/* Finds a field in a head, in any case, and tells how long its value is; NULL if there is none. `after` is NULL, or a value found before. */
static inline const char *cloche_header(const char *head, const char *name, const char *after, size_t *length)
{
    size_t name_length = strlen(name);
    const char *line = after ? strchr(after, '\n') + 1 : head;
    for (const char *end; line && (end = strchr(line, '\n')); line = end + 1) {
        if (strncasecmp(line, name, name_length) == 0 && strncmp(line + name_length, ": ", 2) == 0) {
            *length = (size_t)(end - line) - name_length - 2;
            return line + name_length + 2;
        }
    }
    return NULL;
}

/* Reads the rest of a body into memory; `most` bounds it, CLOCHE_TOO_LARGE beyond. */
static inline int32_t cloche_read_all(uint32_t handle, size_t most, uint8_t **body, size_t *length)
{
    size_t capacity = 0, done = 0, got;
    uint8_t *bytes = NULL;
    int32_t code = CLOCHE_OK;
    do {
        if (done + 1 >= capacity) {
            capacity = capacity ? capacity * 2 : CLOCHE_MAX_TRANSFER;
            uint8_t *larger = realloc(bytes, capacity);
            if (!larger) {
                code = CLOCHE_TOO_LARGE;
                break;
            }
            bytes = larger;
        }
        got = 0;
        code = cloche_http_read(handle, bytes + done, capacity - done - 1, &got);
        done += got;
        if (code == CLOCHE_OK && done > most)
            code = CLOCHE_TOO_LARGE;
    } while (code == CLOCHE_OK && got > 0);
    if (code != CLOCHE_OK) {
        free(bytes);
        return code;
    }
    bytes[done] = 0;
    *body = bytes;
    *length = done;
    return CLOCHE_OK;
}

/*
 * Makes a request and reads the whole response. `headers` may be NULL. A status such as 404 is an answer, not a failure. After a failure
 * `error` says what it was.
 */
static inline int32_t cloche_fetch(const char *method, const char *url, const char *headers, const void *body, size_t body_length,
                                   uint32_t flags, ClocheResponse *response)
{
    uint32_t handle = 0;
    memset(response, 0, sizeof *response);
    int32_t code = cloche_http_open(method, strlen(method), url, strlen(url), headers, headers ? strlen(headers) : 0, flags, &handle);
    if (code != CLOCHE_OK)
        return cloche_explain(0, code, response);
    code = cloche_write_all(handle, body, body_length);
    if (code == CLOCHE_OK)
        code = cloche_http_send(handle, &response->status);
    if (code == CLOCHE_OK) {
        response->head = cloche_head(handle);
        code = cloche_read_all(handle, SIZE_MAX, &response->body, &response->length);
    }
    if (code != CLOCHE_OK)
        cloche_explain(handle, code, response);
    cloche_http_close(handle);
    return code;
}

static inline void cloche_response_free(ClocheResponse *response)
{
    free(response->head);
    free(response->body);
    response->head = NULL;
    response->body = NULL;
}

#endif
#endif
