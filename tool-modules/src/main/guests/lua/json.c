/* The module json: encode, decode, null, array. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"
#include "lauxlib.h"

/* Values may lie this deep in one another, which the C stack has room for. */
enum { MAX_DEPTH = 500 };

/* The metatable of tables that are arrays, empty or not: of those that decode makes and that array marks. */
static const char ARRAY[] = "json.array";

/* What json.null is: an address that no other value has. */
static char null_value;

static void push_null(lua_State *L)
{
    lua_pushlightuserdata(L, &null_value);
}

/* Text that grows, in a userdata on the stack, so that an error frees it. */
typedef struct {
    lua_State *L;
    int slot; /* of the userdata */
    char *data;
    size_t length;
    size_t room;
} Text;

static void text_begin(Text *text, lua_State *L)
{
    *text = (Text){.L = L, .room = 256};
    text->data = lua_newuserdatauv(L, text->room, 0);
    text->slot = lua_gettop(L);
}

static void text_add(Text *text, const char *bytes, size_t length)
{
    if (length > text->room - text->length) {
        size_t room = text->room > SIZE_MAX / 4 ? SIZE_MAX / 2 : text->room * 2;
        if (length > SIZE_MAX / 4 || room < text->length + length)
            room = text->length + length;
        char *data = lua_newuserdatauv(text->L, room, 0);
        memcpy(data, text->data, text->length);
        lua_replace(text->L, text->slot);
        text->data = data;
        text->room = room;
    }
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
}

static void text_add_string(Text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

/* The bytes of the UTF-8 character at `at`; 0 if there is none (RFC 3629, 4). */
static size_t character(const unsigned char *at, size_t left)
{
    unsigned char first = at[0];
    if (first < 0x80)
        return 1;
    size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || size > left)
        return 0;
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (at[1] < low || at[1] > high)
        return 0;
    for (size_t i = 2; i < size; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

/* What a character is written as, where it cannot stand for itself. */
static const char *escape(unsigned char byte, char into[8])
{
    static const char NAMED[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (const char *name = NAMED; *name != '\0'; name += 2)
        if ((unsigned char)name[0] == byte) {
            snprintf(into, 8, "\\%c", name[1]);
            return into;
        }
    if (byte >= 0x20 && byte != 0x7F)
        return NULL;
    snprintf(into, 8, "\\u%04x", byte);
    return into;
}

static void encode_string(Text *text, int index)
{
    size_t length;
    const char *string = lua_tolstring(text->L, index, &length);
    char escaped[8];
    text_add(text, "\"", 1);
    for (size_t i = 0; i < length;) {
        size_t size = character((const unsigned char *)string + i, length - i);
        if (size == 0)
            luaL_error(text->L, "a string that is not UTF-8 cannot be encoded");
        const char *instead = size == 1 ? escape((unsigned char)string[i], escaped) : NULL;
        if (instead != NULL)
            text_add_string(text, instead);
        else
            text_add(text, string + i, size);
        i += size;
    }
    text_add(text, "\"", 1);
}

/* As few digits as give the number back; a float stays one. */
static void encode_number(Text *text, int index)
{
    char digits[40];
    if (lua_isinteger(text->L, index)) {
        snprintf(digits, sizeof digits, "%lld", (long long)lua_tointeger(text->L, index));
    } else {
        double number = lua_tonumber(text->L, index);
        if (!isfinite(number))
            luaL_error(text->L, "a number that is not finite cannot be encoded");
        for (int precision = 15; precision <= 17; precision++) {
            snprintf(digits, sizeof digits, "%.*g", precision, number);
            if (strtod(digits, NULL) == number)
                break;
        }
        if (strpbrk(digits, ".e") == NULL)
            strcat(digits, ".0");
    }
    text_add_string(text, digits);
}

typedef struct {
    Text text;
    int indent; /* spaces for each level; negative for all in one line */
    int order;  /* the slot of a function that sorts an array */
} Encoder;

static void encode(Encoder *encoder, int index, int depth);

static void new_line(Encoder *encoder, int depth)
{
    if (encoder->indent < 0)
        return;
    text_add(&encoder->text, "\n", 1);
    for (int i = 0; i < encoder->indent * depth; i++)
        text_add(&encoder->text, " ", 1);
}

static void encode_array(Encoder *encoder, int index, lua_Integer count, int depth)
{
    lua_State *L = encoder->text.L;
    text_add(&encoder->text, "[", 1);
    for (lua_Integer i = 1; i <= count; i++) {
        if (i > 1)
            text_add(&encoder->text, ",", 1);
        new_line(encoder, depth + 1);
        lua_rawgeti(L, index, i);
        encode(encoder, lua_gettop(L), depth + 1);
        lua_pop(L, 1);
    }
    if (count > 0)
        new_line(encoder, depth);
    text_add(&encoder->text, "]", 1);
}

/* Pushes the keys of an object, sorted, so that equal tables give equal text; returns how many. */
static lua_Integer push_keys(Encoder *encoder, int index)
{
    lua_State *L = encoder->text.L;
    lua_Integer count = 0;
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            luaL_error(L, "a table with keys other than 1 to n and strings cannot be encoded");
        lua_pushvalue(L, -2);
        lua_rawseti(L, -4, ++count);
    }
    lua_pushvalue(L, encoder->order);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
    return count;
}

static void encode_object(Encoder *encoder, int index, int depth)
{
    lua_State *L = encoder->text.L;
    lua_Integer count = push_keys(encoder, index);
    int keys = lua_gettop(L);
    text_add(&encoder->text, "{", 1);
    for (lua_Integer i = 1; i <= count; i++) {
        if (i > 1)
            text_add(&encoder->text, ",", 1);
        new_line(encoder, depth + 1);
        lua_rawgeti(L, keys, i);
        encode_string(&encoder->text, lua_gettop(L));
        text_add_string(&encoder->text, encoder->indent < 0 ? ":" : ": ");
        lua_rawget(L, index);
        encode(encoder, lua_gettop(L), depth + 1);
        lua_pop(L, 1);
    }
    if (count > 0)
        new_line(encoder, depth);
    text_add(&encoder->text, "}", 1);
    lua_pop(L, 1);
}

static int is_marked(lua_State *L, int index)
{
    if (!lua_getmetatable(L, index))
        return 0;
    luaL_getmetatable(L, ARRAY);
    int marked = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return marked;
}

static void encode_table(Encoder *encoder, int index, int depth)
{
    lua_State *L = encoder->text.L;
    if (depth >= MAX_DEPTH)
        luaL_error(L, "tables lie more than %d deep in one another", MAX_DEPTH);
    luaL_checkstack(L, 10, "encoding");
    lua_Integer count = (lua_Integer)lua_rawlen(L, index);
    if (count == 0 && !is_marked(L, index)) {
        encode_object(encoder, index, depth);
        return;
    }
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
        if (key < 1 || key > count)
            luaL_error(L, "a table with keys other than 1 to n and strings cannot be encoded");
    }
    encode_array(encoder, index, count, depth);
}

static void encode(Encoder *encoder, int index, int depth)
{
    lua_State *L = encoder->text.L;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
        text_add_string(&encoder->text, "null");
        break;
    case LUA_TBOOLEAN:
        text_add_string(&encoder->text, lua_toboolean(L, index) ? "true" : "false");
        break;
    case LUA_TNUMBER:
        encode_number(&encoder->text, index);
        break;
    case LUA_TSTRING:
        encode_string(&encoder->text, index);
        break;
    case LUA_TTABLE:
        encode_table(encoder, index, depth);
        break;
    default:
        if (lua_touserdata(L, index) != &null_value)
            luaL_error(L, "a %s cannot be encoded", luaL_typename(L, index));
        text_add_string(&encoder->text, "null");
    }
}

/* json.encode(value [, indent]) */
static int json_encode(lua_State *L)
{
    luaL_checkany(L, 1);
    Encoder encoder = {.indent = (int)luaL_optinteger(L, 2, -1), .order = lua_upvalueindex(1)};
    luaL_argcheck(L, encoder.indent >= -1 && encoder.indent <= 16, 2, "not between 0 and 16");
    text_begin(&encoder.text, L);
    encode(&encoder, 1, 0);
    lua_pushlstring(L, encoder.text.data, encoder.text.length);
    return 1;
}

typedef struct {
    lua_State *L;
    const char *begin;
    const char *at;
    const char *end;
    Text text; /* of the string or number that is being read */
} Decoder;

static int fail(Decoder *decoder, const char *what)
{
    return luaL_error(decoder->L, "%s at byte %d", what, (int)(decoder->at - decoder->begin) + 1);
}

static void skip_space(Decoder *decoder)
{
    while (decoder->at < decoder->end && strchr(" \t\r\n", *decoder->at) != NULL && *decoder->at != '\0')
        decoder->at++;
}

/* The next byte that means something; 0 at the end. */
static char peek(Decoder *decoder)
{
    skip_space(decoder);
    return decoder->at < decoder->end ? *decoder->at : '\0';
}

static int decode_hex(Decoder *decoder)
{
    int code = 0;
    for (int i = 0; i < 4; i++, decoder->at++) {
        char digit = decoder->at < decoder->end ? *decoder->at : '\0';
        int value = digit >= '0' && digit <= '9' ? digit - '0' : (digit | 32) >= 'a' && (digit | 32) <= 'f' ? (digit | 32) - 'a' + 10 : -1;
        if (value < 0)
            fail(decoder, "invalid \\u escape");
        code = code * 16 + value;
    }
    return code;
}

/* A \u escape, or two that are a surrogate pair; `at` is behind the u. */
static void decode_unicode(Decoder *decoder)
{
    char bytes[4];
    int code = decode_hex(decoder);
    if (code >= 0xD800 && code < 0xDC00 && decoder->end - decoder->at >= 6 && memcmp(decoder->at, "\\u", 2) == 0) {
        decoder->at += 2;
        int low = decode_hex(decoder);
        if (low < 0xDC00 || low > 0xDFFF)
            fail(decoder, "invalid surrogate pair");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xD800 && code < 0xE000) {
        fail(decoder, "half a surrogate pair");
    }
    size_t size = 0;
    if (code < 0x80) {
        bytes[size++] = (char)code;
    } else if (code < 0x800) {
        bytes[size++] = (char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        bytes[size++] = (char)(0xE0 | code >> 12);
        bytes[size++] = (char)(0x80 | (code >> 6 & 0x3F));
    } else {
        bytes[size++] = (char)(0xF0 | code >> 18);
        bytes[size++] = (char)(0x80 | (code >> 12 & 0x3F));
        bytes[size++] = (char)(0x80 | (code >> 6 & 0x3F));
    }
    if (code >= 0x80)
        bytes[size++] = (char)(0x80 | (code & 0x3F));
    text_add(&decoder->text, bytes, size);
}

static void decode_escape(Decoder *decoder)
{
    static const char NAMED[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    char name = ++decoder->at < decoder->end ? *decoder->at : '\0';
    decoder->at++;
    if (name == 'u') {
        decode_unicode(decoder);
        return;
    }
    for (const char *known = NAMED; *known != '\0'; known += 2)
        if (known[0] == name) {
            text_add(&decoder->text, known + 1, 1);
            return;
        }
    fail(decoder, "invalid escape");
}

static void decode_string(Decoder *decoder)
{
    decoder->text.length = 0;
    decoder->at++;
    for (;;) {
        const char *from = decoder->at;
        while (decoder->at < decoder->end && *decoder->at != '"' && *decoder->at != '\\' && (unsigned char)*decoder->at >= 0x20)
            decoder->at++;
        text_add(&decoder->text, from, (size_t)(decoder->at - from));
        if (decoder->at == decoder->end || (unsigned char)*decoder->at < 0x20)
            fail(decoder, "a string without an end");
        if (*decoder->at == '"')
            break;
        decode_escape(decoder);
    }
    decoder->at++;
    lua_pushlstring(decoder->L, decoder->text.data, decoder->text.length);
}

/* The grammar of RFC 8259, 6: what Lua reads beyond it is no number here. */
static void decode_number(Decoder *decoder)
{
    const char *from = decoder->at;
    const char *at = from;
    const char *end = decoder->end;
    at += at < end && *at == '-';
    const char *digits = at;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    int valid = at > digits && (digits[0] != '0' || at == digits + 1);
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        while (at < end && *at >= '0' && *at <= '9')
            at++;
        valid &= at > fraction;
    }
    if (at < end && (*at | 32) == 'e') {
        at += 1 + (at + 1 < end && (at[1] == '+' || at[1] == '-'));
        const char *exponent = at;
        while (at < end && *at >= '0' && *at <= '9')
            at++;
        valid &= at > exponent;
    }
    if (!valid)
        fail(decoder, "invalid number");
    /* An integer that is too large for one becomes a float. */
    decoder->text.length = 0;
    text_add(&decoder->text, from, (size_t)(at - from));
    text_add(&decoder->text, "", 1);
    lua_stringtonumber(decoder->L, decoder->text.data);
    decoder->at = at;
}

static void decode(Decoder *decoder, int depth);

static void decode_array(Decoder *decoder, int depth)
{
    lua_State *L = decoder->L;
    lua_newtable(L);
    luaL_setmetatable(L, ARRAY);
    decoder->at++;
    if (peek(decoder) == ']') {
        decoder->at++;
        return;
    }
    for (lua_Integer i = 1;; i++) {
        decode(decoder, depth + 1);
        lua_rawseti(L, -2, i);
        char next = peek(decoder);
        if (next != ',' && next != ']')
            fail(decoder, "',' or ']' expected");
        decoder->at++;
        if (next == ']')
            return;
    }
}

static void decode_object(Decoder *decoder, int depth)
{
    lua_State *L = decoder->L;
    lua_newtable(L);
    decoder->at++;
    if (peek(decoder) == '}') {
        decoder->at++;
        return;
    }
    for (;;) {
        if (peek(decoder) != '"')
            fail(decoder, "a name expected");
        decode_string(decoder);
        if (peek(decoder) != ':')
            fail(decoder, "':' expected");
        decoder->at++;
        decode(decoder, depth + 1);
        lua_rawset(L, -3);
        char next = peek(decoder);
        if (next != ',' && next != '}')
            fail(decoder, "',' or '}' expected");
        decoder->at++;
        if (next == '}')
            return;
    }
}

static int decode_word(Decoder *decoder, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(decoder->end - decoder->at) < length || memcmp(decoder->at, word, length) != 0)
        return 0;
    decoder->at += length;
    return 1;
}

static void decode(Decoder *decoder, int depth)
{
    lua_State *L = decoder->L;
    if (depth >= MAX_DEPTH)
        fail(decoder, "values lie too deep in one another");
    luaL_checkstack(L, 10, "decoding");
    char first = peek(decoder);
    if (first == '{')
        decode_object(decoder, depth);
    else if (first == '[')
        decode_array(decoder, depth);
    else if (first == '"')
        decode_string(decoder);
    else if (first == '-' || (first >= '0' && first <= '9'))
        decode_number(decoder);
    else if (decode_word(decoder, "true"))
        lua_pushboolean(L, 1);
    else if (decode_word(decoder, "false"))
        lua_pushboolean(L, 0);
    else if (decode_word(decoder, "null"))
        push_null(L);
    else
        fail(decoder, decoder->at == decoder->end ? "unexpected end" : "unexpected character");
}

/* json.decode(text) */
static int json_decode(lua_State *L)
{
    size_t length;
    Decoder decoder = {.L = L};
    decoder.begin = decoder.at = luaL_checklstring(L, 1, &length);
    decoder.end = decoder.begin + length;
    text_begin(&decoder.text, L);
    decode(&decoder, 0);
    if (peek(&decoder) != '\0' || decoder.at != decoder.end)
        fail(&decoder, "unexpected text behind the value");
    return 1;
}

/* json.array([table]) marks a table as one that is an array even when it is empty. */
static int json_array(lua_State *L)
{
    if (lua_isnoneornil(L, 1)) {
        lua_settop(L, 0);
        lua_newtable(L);
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    luaL_setmetatable(L, ARRAY);
    return 1;
}

int guest_open_json(lua_State *L)
{
    luaL_newmetatable(L, ARRAY);
    lua_pop(L, 1);
    lua_newtable(L);
    lua_getglobal(L, "table");
    lua_getfield(L, -1, "sort");
    lua_remove(L, -2);
    lua_pushcclosure(L, json_encode, 1);
    lua_setfield(L, -2, "encode");
    lua_pushcfunction(L, json_decode);
    lua_setfield(L, -2, "decode");
    lua_pushcfunction(L, json_array);
    lua_setfield(L, -2, "array");
    push_null(L);
    lua_setfield(L, -2, "null");
    return 1;
}
