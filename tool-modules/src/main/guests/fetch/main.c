/*
 * The `fetch` guest: requests over HTTP from the command line, with the options of curl that fit. It is also the example of how a tool uses
 * cloche.h: options are in options.c, all that talks to the network is here.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "cloche.h"
#include "options.h"

enum { REQUEST_FAILED = 1, BAD_USAGE = 2, FILE_FAILED = 3, STATUS_FAILED = 22 };

static const Options *options;

static int complain(int status, const char *what, const char *why)
{
    if (!options->silent)
        fprintf(stderr, "fetch: %s: %s\n", what, why);
    return status;
}

/* The host's own words; they name the rule that decided, if one did. */
static int complain_of_request(uint32_t handle, int32_t code, const char *url)
{
    ClocheResponse failed;
    cloche_explain(handle, code, &failed);
    if (*failed.rule && !strstr(failed.error, failed.rule) && strlen(failed.error) + strlen(failed.rule) + 4 < sizeof failed.error) {
        strcat(failed.error, " (");
        strcat(failed.error, failed.rule);
        strcat(failed.error, ")");
    }
    return complain(REQUEST_FAILED, url, failed.error);
}

/* The status and the fields, without the lines that are the host's own, then a blank line. */
static void print_head(FILE *out, uint32_t handle, uint32_t status)
{
    char *head = cloche_head(handle);
    fprintf(out, "HTTP %u\n", (unsigned)status);
    for (char *line = head, *end; line && (end = strchr(line, '\n')); line = end + 1)
        if (*line != ':')
            fwrite(line, 1, (size_t)(end - line) + 1, out);
    putc('\n', out);
    free(head);
}

/* Copies the body as it comes. */
static int32_t copy_body(FILE *out, uint32_t handle)
{
    static char buffer[CLOCHE_MAX_TRANSFER];
    for (;;) {
        size_t got = 0;
        int32_t code = cloche_http_read(handle, buffer, sizeof buffer, &got);
        if (code != CLOCHE_OK || got == 0)
            return code;
        if (fwrite(buffer, 1, got, out) != got)
            return CLOCHE_OK; /* the caller finds the error in `out` */
    }
}

static int32_t write_answer(FILE *out, uint32_t handle, uint32_t status)
{
    if (options->show_head)
        print_head(out, handle, status);
    return options->head_only ? CLOCHE_OK : copy_body(out, handle);
}

/* The body goes to the file if there is one, all else to standard output. */
static int32_t write_json(FILE *out, uint32_t handle, Answer *answer)
{
    uint8_t *body = NULL;
    int32_t code = options->head_only ? CLOCHE_OK : cloche_read_all(handle, SIZE_MAX, &body, &answer->length);
    char *head = cloche_head(handle);
    answer->head = head ? head : "";
    answer->body = body ? (const char *)body : "";
    if (code == CLOCHE_OK) {
        if (answer->file)
            fwrite(answer->body, 1, answer->length, out);
        answer_put(stdout, answer);
    }
    free(head);
    free(body);
    return code;
}

static int receive(uint32_t handle, uint32_t status, const char *url, const char *file)
{
    FILE *out = file ? fopen(file, "wb") : stdout;
    if (!out)
        return complain(FILE_FAILED, file, strerror(errno));
    Answer answer = {.status = status, .url = url, .file = file};
    int32_t code = options->as_json ? write_json(out, handle, &answer) : write_answer(out, handle, status);
    int broken = ferror(out) != 0;
    if ((file ? fclose(out) : fflush(out)) != 0 || broken)
        return complain(FILE_FAILED, file ? file : "stdout", strerror(errno));
    return code == CLOCHE_OK ? 0 : complain_of_request(handle, code, url);
}

/* From the open request to the end of its response. */
static int exchange(uint32_t handle, const char *url, const char *file)
{
    uint32_t status = 0;
    int32_t code = cloche_write_all(handle, options->body.data, options->body.length);
    if (code == CLOCHE_OK)
        code = cloche_http_send(handle, &status);
    if (code != CLOCHE_OK)
        return complain_of_request(handle, code, url);
    if (options->fail_on_status && status >= 400) {
        char text[32];
        snprintf(text, sizeof text, "answered with status %u", (unsigned)status);
        return complain(STATUS_FAILED, url, text);
    }
    return receive(handle, status, url, file);
}

static int fetch(const char *url, const char *file)
{
    uint32_t handle = 0;
    const Text *headers = &options->headers;
    int32_t code = cloche_http_open(options->method, strlen(options->method), url, strlen(url), headers->data, headers->length,
                                    options->no_redirects ? CLOCHE_NO_REDIRECTS : 0, &handle);
    if (code != CLOCHE_OK)
        return complain_of_request(0, code, url);
    int status = exchange(handle, url, file);
    cloche_http_close(handle);
    return status;
}

int main(int argc, char **argv)
{
    static Options parsed;
    options = &parsed;
    if (parse_options(&parsed, argc, argv) < 0)
        return complain(BAD_USAGE, parsed.culprit, parsed.complaint);
    if (parsed.help) {
        print_usage();
        return 0;
    }
    int status = 0;
    for (size_t i = 0; i < parsed.url_count; i++) {
        int ended = fetch(parsed.urls[i], i < parsed.file_count ? parsed.files[i] : NULL);
        if (status == 0)
            status = ended;
    }
    return status;
}
