/* fetch: requests through cloche.h. What a script sees of them is made by fetch.js. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cloche.h"
#include "guest.h"

static const char FETCH[] = {
#embed "fetch.js"
    , 0};

/*
 * A request that was sent. The host has room for a few open ones, and a script that starts many before it reads any is no rarity: then the
 * body of the one that has waited longest is read into `kept`. The engine frees an exchange, and so closes it, with the response it is of.
 */
typedef struct Exchange {
    struct Exchange *next; /* that was sent before this one */
    uint32_t handle;       /* 0 once it is closed */
    Bytes kept;
    ClocheResponse *failure; /* why the body could not be kept, or NULL */
} Exchange;

static JSClassID exchange_class;
static Exchange *newest;
static int has_fetched;

int guest_has_fetched(void)
{
    return has_fetched;
}

static void unlink_exchange(Exchange *exchange)
{
    Exchange **link = &newest;
    while (*link && *link != exchange)
        link = &(*link)->next;
    if (*link)
        *link = exchange->next;
}

static void end(Exchange *exchange)
{
    if (exchange->handle != 0)
        cloche_http_close(exchange->handle);
    free(exchange->kept.data);
    exchange->handle = 0;
    exchange->kept = (Bytes){0};
    unlink_exchange(exchange);
}

static void finalize(JSRuntime *runtime, JSValue value)
{
    Exchange *exchange = JS_GetOpaque(value, exchange_class);
    if (exchange) {
        end(exchange);
        free(exchange->failure);
        free(exchange);
    }
}

/* A TypeError, as fetch is to give: its message has the host's words, `code` and `rule` are for programs. */
static JSValue throw_failure(JSContext *ctx, int32_t code, const ClocheResponse *failure)
{
    int says_rule = !*failure->rule || strstr(failure->error, failure->rule);
    JS_ThrowTypeError(ctx, "fetch failed: %s%s%s%s", failure->error, says_rule ? "" : " (", says_rule ? "" : failure->rule, says_rule ? "" : ")");
    JSValue error = JS_GetException(ctx), cause = JS_NewObject(ctx);
    JSValue objects[] = {error, cause};
    for (int i = 0; i < 2; i++) {
        JS_DefinePropertyValueStr(ctx, objects[i], "code", JS_NewString(ctx, cloche_code_name(code)), JS_PROP_C_W_E);
        JS_DefinePropertyValueStr(ctx, objects[i], "rule", JS_NewString(ctx, failure->rule), JS_PROP_C_W_E);
    }
    JS_DefinePropertyValueStr(ctx, error, "cause", cause, JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    return JS_Throw(ctx, error);
}

static JSValue throw_code(JSContext *ctx, uint32_t handle, int32_t code)
{
    ClocheResponse failure;
    cloche_explain(handle, code, &failure);
    return throw_failure(ctx, code, &failure);
}

/* Makes room by keeping the body that has waited longest; 0 if there is none. */
static int keep_oldest(void)
{
    Exchange *oldest = NULL;
    for (Exchange *each = newest; each; each = each->next)
        if (each->handle != 0)
            oldest = each;
    if (!oldest)
        return 0;
    int32_t code = cloche_read_all(oldest->handle, SIZE_MAX, &oldest->kept.data, &oldest->kept.length);
    if (code != CLOCHE_OK && (oldest->failure = calloc(1, sizeof *oldest->failure))) {
        cloche_explain(oldest->handle, code, oldest->failure);
        oldest->failure->status = (uint32_t)code;
    }
    cloche_http_close(oldest->handle);
    oldest->handle = 0;
    return 1;
}

typedef struct {
    BorrowedBytes method, url, headers, body;
    uint32_t flags;
} Request;

static int32_t open_request(const Request *request, uint32_t *handle)
{
    return cloche_http_open((const char *)request->method.data, request->method.length, (const char *)request->url.data, request->url.length,
                            (const char *)request->headers.data, request->headers.length, request->flags, handle);
}

/* Sends the request and gives its handle and status; on failure the error is pending. */
static int perform(JSContext *ctx, const Request *request, uint32_t *handle, uint32_t *status)
{
    has_fetched = 1;
    int32_t code = open_request(request, handle);
    while (code == CLOCHE_BUSY && keep_oldest())
        code = open_request(request, handle);
    if (code != CLOCHE_OK) {
        throw_code(ctx, 0, code);
        return -1;
    }
    code = cloche_write_all(*handle, request->body.data, request->body.length);
    if (code == CLOCHE_OK)
        code = cloche_http_send(*handle, status);
    if (code != CLOCHE_OK) {
        throw_code(ctx, *handle, code);
        cloche_http_close(*handle);
        return -1;
    }
    return 0;
}

static JSValue sent(JSContext *ctx, uint32_t handle, uint32_t status)
{
    Exchange *exchange = calloc(1, sizeof *exchange);
    char *head = exchange ? cloche_head(handle) : NULL;
    JSValue object = head ? JS_NewObjectClass(ctx, (int)exchange_class) : JS_EXCEPTION;
    if (JS_IsException(object)) {
        free(head);
        free(exchange);
        cloche_http_close(handle);
        return head ? object : JS_ThrowOutOfMemory(ctx);
    }
    *exchange = (Exchange){.next = newest, .handle = handle};
    newest = exchange;
    JS_SetOpaque(object, exchange);
    JSValue result = JS_NewObject(ctx);
    JS_SetPropertyStr(ctx, result, "exchange", object);
    JS_SetPropertyStr(ctx, result, "status", JS_NewUint32(ctx, status));
    JS_SetPropertyStr(ctx, result, "head", JS_NewString(ctx, head));
    free(head);
    return result;
}

/* send(method, url, headers, flags, body) => { exchange, status, head } */
static JSValue send_request(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    Request request = {0};
    BorrowedBytes *parts[] = {&request.method, &request.url, &request.headers, &request.body};
    static const int arguments[] = {0, 1, 2, 4};
    uint32_t handle = 0, status = 0;
    int ready = JS_ToUint32(ctx, &request.flags, argv[3]) == 0;
    for (int i = 0; ready && i < 4; i++)
        ready = guest_borrow_bytes(ctx, argv[arguments[i]], parts[i]) == 0;
    int done = ready && perform(ctx, &request, &handle, &status) == 0;
    for (int i = 0; i < 4; i++)
        guest_return_bytes(ctx, parts[i]);
    return done ? sent(ctx, handle, status) : JS_EXCEPTION;
}

/* read(exchange) => the next bytes, or null at the end */
static JSValue read_body(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    Exchange *exchange = JS_GetOpaque2(ctx, argv[0], exchange_class);
    if (!exchange)
        return JS_EXCEPTION;
    if (exchange->failure)
        return throw_failure(ctx, (int32_t)exchange->failure->status, exchange->failure);
    Bytes bytes = exchange->kept;
    exchange->kept = (Bytes){0};
    if (exchange->handle != 0) {
        bytes = (Bytes){malloc(CLOCHE_MAX_TRANSFER), 0};
        if (!bytes.data)
            return JS_ThrowOutOfMemory(ctx);
        int32_t code = cloche_http_read(exchange->handle, bytes.data, CLOCHE_MAX_TRANSFER, &bytes.length);
        if (code != CLOCHE_OK) {
            free(bytes.data);
            return throw_code(ctx, exchange->handle, code);
        }
    }
    if (bytes.length == 0) {
        free(bytes.data);
        end(exchange);
        return JS_NULL;
    }
    uint8_t *fitting = realloc(bytes.data, bytes.length);
    bytes.data = fitting ? fitting : bytes.data;
    return guest_bytes_value(ctx, &bytes, JS_NULL);
}

/* close(exchange) */
static JSValue close_exchange(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    Exchange *exchange = JS_GetOpaque2(ctx, argv[0], exchange_class);
    if (!exchange)
        return JS_EXCEPTION;
    end(exchange);
    return JS_UNDEFINED;
}

/* token(value) => it as a string, or null unless that is a token (RFC 9110, 5.6.2), as methods and names of fields are */
static JSValue token(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    size_t length;
    const char *text = JS_ToCStringLen(ctx, &length, argv[0]);
    if (!text)
        return JS_EXCEPTION;
    int valid = length > 0;
    for (size_t i = 0; valid && i < length; i++)
        valid = isalnum((unsigned char)text[i]) || (text[i] && strchr(others, text[i]));
    JSValue result = valid ? JS_NewStringLen(ctx, text, length) : JS_NULL;
    JS_FreeCString(ctx, text);
    return result;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* fieldValue(value) => it as a string without blanks at its ends, or null if it holds what would end the line */
static JSValue field_value(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
{
    size_t length;
    const char *text = JS_ToCStringLen(ctx, &length, argv[0]);
    if (!text)
        return JS_EXCEPTION;
    const char *start = text, *end = text + length;
    while (start < end && is_blank(*start))
        start++;
    while (end > start && is_blank(end[-1]))
        end--;
    int valid = 1;
    for (const char *at = start; valid && at < end; at++)
        valid = *at != '\0' && *at != '\r' && *at != '\n';
    JSValue result = valid ? JS_NewStringLen(ctx, start, (size_t)(end - start)) : JS_NULL;
    JS_FreeCString(ctx, text);
    return result;
}

static JSValue natives(JSContext *ctx, JSValueConst std)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("send", 5, send_request),
        JS_CFUNC_DEF("read", 1, read_body),
        JS_CFUNC_DEF("close", 1, close_exchange),
        JS_CFUNC_DEF("token", 1, token),
        JS_CFUNC_DEF("fieldValue", 1, field_value),
    };
    JSValue object = JS_NewObject(ctx);
    JS_SetPropertyFunctionList(ctx, object, functions, sizeof functions / sizeof functions[0]);
    JS_SetPropertyStr(ctx, object, "encode", JS_GetPropertyStr(ctx, std, "encode"));
    JS_SetPropertyStr(ctx, object, "decode", JS_GetPropertyStr(ctx, std, "decode"));
    return object;
}

void guest_add_fetch(JSContext *ctx, JSValueConst global, JSValueConst std)
{
    static const JSClassDef class = {.class_name = "Exchange", .finalizer = finalize};
    static const char *const names[] = {"fetch", "Headers", "Request", "Response", "AbortController", "AbortSignal"};
    JS_NewClassID(&exchange_class);
    JS_NewClass(JS_GetRuntime(ctx), exchange_class, &class);
    JSValue make = JS_Eval(ctx, FETCH, sizeof(FETCH) - 1, "<fetch>", JS_EVAL_FLAG_STRICT);
    JSValue native = natives(ctx, std);
    JSValue made = JS_Call(ctx, make, JS_UNDEFINED, 1, &native);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        JS_DefinePropertyValueStr(ctx, global, names[i], JS_GetPropertyStr(ctx, made, names[i]), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    JS_FreeValue(ctx, made);
    JS_FreeValue(ctx, native);
    JS_FreeValue(ctx, make);
}
