#include "keys.h"

#include <ctype.h>

int field_separator = -1;

bool set_order(Key *key, char letter, char where)
{
    switch (letter) {
    case 'n': key->order = NUMERIC; return true;
    case 'g': key->order = GENERAL; return true;
    case 'h': key->order = HUMAN; return true;
    case 'M': key->order = MONTH; return true;
    case 'V': key->order = VERSION; return true;
    case 'f': key->fold = true; return true;
    case 'd': key->dictionary = true; return true;
    case 'r': key->reverse = true; return true;
    case 'b':
        key->skip_start_blanks |= where != 'e';
        key->skip_end_blanks |= where != 's';
        return true;
    default: return false;
    }
}

bool is_plain(const Key *key)
{
    return key->order == TEXT && !key->fold && !key->reverse && !key->dictionary && !key->skip_start_blanks && !key->skip_end_blanks;
}

static size_t position(const char **at, const char *whole, bool zero_allowed)
{
    const char *start = *at;
    uint64_t value = 0;
    for (; isdigit((unsigned char)**at); (*at)++)
        if (value < UINT32_MAX)
            value = value * 10 + (uint64_t)(**at - '0');
    if (*at == start || (value == 0 && !zero_allowed))
        die(2, whole, "is not a key such as 2, 2,2n or 2.3,4.5");
    return value < UINT32_MAX ? (size_t)value : UINT32_MAX - 1;
}

static void letters(Key *key, const char **at, char where)
{
    while (set_order(key, **at, where))
        (*at)++;
}

Key parse_key(const char *text)
{
    Key key = {.end_field = UINT32_MAX};
    const char *at = text;
    key.start_field = position(&at, text, false) - 1;
    if (*at == '.') {
        at++;
        key.start_character = position(&at, text, false) - 1;
    }
    letters(&key, &at, 's');
    if (*at == ',') {
        at++;
        key.end_field = position(&at, text, false);
        if (*at == '.') {
            at++;
            key.end_character = position(&at, text, true);
        }
        if (key.end_character > 0)
            key.end_field--;
        letters(&key, &at, 'e');
    }
    if (*at)
        die(2, text, "is not a key such as 2, 2,2n or 2.3,4.5");
    return key;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* Over that many fields. Between fields that a separator parts, `past_last` says whether the last separator is passed too. */
static const char *skip_fields(const char *at, const char *end, size_t fields, bool past_last)
{
    for (; fields > 0 && at < end; fields--) {
        if (field_separator >= 0) {
            at = find_byte(at, end, (char)field_separator);
            at += at < end && (past_last || fields > 1);
            continue;
        }
        at = skip_blanks(at, end);
        while (at < end && !is_blank(*at))
            at++;
    }
    return at;
}

Text key_text(const Key *key, const Line *line)
{
    const char *end = line->at + line->length;
    const char *start = skip_fields(line->at, end, key->start_field, true);
    if (key->skip_start_blanks)
        start = skip_blanks(start, end);
    start += key->start_character < (size_t)(end - start) ? key->start_character : (size_t)(end - start);
    if (key->end_field == UINT32_MAX)
        return (Text){start, (size_t)(end - start)};
    const char *stop = skip_fields(line->at, end, key->end_field, key->end_character > 0);
    if (key->end_character > 0) {
        if (key->skip_end_blanks)
            stop = skip_blanks(stop, end);
        stop += key->end_character < (size_t)(end - stop) ? key->end_character : (size_t)(end - stop);
    }
    return (Text){start, stop > start ? (size_t)(stop - start) : 0};
}

/* A decimal number as text: exact at any length. Leading zeros and those at the end of the fraction are left out. */
typedef struct {
    bool negative;
    Text whole, fraction;
    int unit; /* of -h: 0, or 1 for K up to 8 for Y */
} Decimal;

static Text digits(const char **at, const char *end)
{
    const char *start = *at;
    while (*at < end && isdigit((unsigned char)**at))
        (*at)++;
    return (Text){start, (size_t)(*at - start)};
}

static Decimal decimal(Text text)
{
    static const char units[] = "KMGTPEZY";
    const char *end = text.at + text.length, *at = skip_blanks(text.at, end);
    Decimal number = {0};
    number.negative = at < end && *at == '-';
    at += number.negative;
    while (at < end && *at == '0')
        at++;
    number.whole = digits(&at, end);
    if (at < end && *at == '.') {
        at++;
        number.fraction = digits(&at, end);
        while (number.fraction.length > 0 && number.fraction.at[number.fraction.length - 1] == '0')
            number.fraction.length--;
    }
    if (number.whole.length + number.fraction.length == 0)
        number.negative = false;
    else if (at < end && *at) {
        const char *unit = strchr(units, *at == 'k' ? 'K' : *at);
        number.unit = unit ? (int)(unit - units) + 1 : 0;
    }
    return number;
}

static int compare_bytes(Text one, Text other)
{
    size_t shorter = one.length < other.length ? one.length : other.length;
    int order = shorter ? memcmp(one.at, other.at, shorter) : 0;
    return order ? order : one.length < other.length ? -1 : one.length > other.length;
}

static int compare_decimals(Text one, Text other, bool units)
{
    Decimal a = decimal(one), b = decimal(other);
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    int order = units && a.unit != b.unit ? a.unit - b.unit
                : a.whole.length != b.whole.length ? (a.whole.length < b.whole.length ? -1 : 1)
                                                   : compare_bytes(a.whole, b.whole);
    if (order == 0)
        order = compare_bytes(a.fraction, b.fraction);
    return a.negative ? -order : order;
}

/* Order-preserving: no number is -1 below everything, then not-a-number, then the values by size. */
static uint64_t general_rank(Text text)
{
    char copy[128], *rest;
    size_t length = text.length < sizeof copy - 1 ? text.length : sizeof copy - 1;
    memcpy(copy, text.at, length);
    copy[length] = 0;
    double value = strtod(copy, &rest);
    if (rest == copy)
        return 0;
    if (value != value)
        return 1;
    value += 0.0; /* -0 is 0 */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | 1ull << 63;
}

static int month(Text text)
{
    static const char names[] = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
    const char *at = skip_blanks(text.at, text.at + text.length);
    if (text.at + text.length - at < 3)
        return 0;
    for (int i = 0; i < 12; i++)
        if (toupper((unsigned char)at[0]) == names[3 * i] && toupper((unsigned char)at[1]) == names[3 * i + 1] &&
            toupper((unsigned char)at[2]) == names[3 * i + 2])
            return i + 1;
    return 0;
}

/* The rank of a byte that is no digit, in version numbers: ~ first, even before the end, then letters, then the rest. */
static int version_rank(Text text, size_t i)
{
    unsigned char byte = i < text.length ? (unsigned char)text.at[i] : 0;
    if (i >= text.length || isdigit(byte))
        return 0;
    return byte == '~' ? -1 : isalpha(byte) ? byte : byte + 256;
}

/* Runs of digits by their value, what is between them byte by byte, in turn. */
static int compare_versions(Text one, Text other)
{
    size_t i = 0, k = 0;
    while (i < one.length || k < other.length) {
        while ((i < one.length && !isdigit((unsigned char)one.at[i])) || (k < other.length && !isdigit((unsigned char)other.at[k]))) {
            int order = version_rank(one, i) - version_rank(other, k);
            if (order)
                return order;
            i++, k++;
        }
        while (i < one.length && one.at[i] == '0')
            i++;
        while (k < other.length && other.at[k] == '0')
            k++;
        const char *a = one.at + i, *b = other.at + k;
        Text x = digits(&a, one.at + one.length), y = digits(&b, other.at + other.length);
        int order = x.length != y.length ? (x.length < y.length ? -1 : 1) : compare_bytes(x, y);
        if (order)
            return order;
        i += x.length, k += y.length;
    }
    return 0;
}

static bool is_skipped(const Key *key, unsigned char byte)
{
    return key->dictionary && !isalnum(byte) && byte != ' ' && byte != '\t';
}

static int compare_translated(const Key *key, Text one, Text other)
{
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < one.length && is_skipped(key, (unsigned char)one.at[i]))
            i++;
        while (k < other.length && is_skipped(key, (unsigned char)other.at[k]))
            k++;
        if (i >= one.length || k >= other.length)
            return (i < one.length) - (k < other.length);
        int a = (unsigned char)one.at[i], b = (unsigned char)other.at[k];
        int order = key->fold ? toupper(a) - toupper(b) : a - b;
        if (order)
            return order;
    }
}

int compare_keys(const Key *key, const Line *one, const Line *other)
{
    Text a = key_text(key, one), b = key_text(key, other);
    int order = 0;
    if (key->order == NUMERIC || key->order == HUMAN)
        order = compare_decimals(a, b, key->order == HUMAN);
    else if (key->order == GENERAL)
        order = general_rank(a) < general_rank(b) ? -1 : general_rank(a) > general_rank(b);
    else if (key->order == MONTH)
        order = month(a) - month(b);
    else if (key->order == VERSION)
        order = compare_versions(a, b);
    else if (key->fold || key->dictionary)
        order = compare_translated(key, a, b);
    else
        order = compare_bytes(a, b);
    return key->reverse ? -order : order;
}

/* The whole part up to 17 digits; more saturate, and so does the fraction by being left out. */
static uint64_t decimal_prefix(Text text, bool units)
{
    Decimal number = decimal(text);
    uint64_t value = 0, most = units ? (1ull << 58) - 1 : 100000000000000000u;
    if (number.whole.length > 17)
        value = most;
    else
        for (size_t i = 0; i < number.whole.length; i++)
            value = value * 10 + (uint64_t)(number.whole.at[i] - '0');
    value = value < most ? value : most;
    if (units)
        value |= (uint64_t)number.unit << 58;
    return number.negative ? (1ull << 63) - value : (1ull << 63) + value;
}

static uint64_t text_prefix(const Key *key, Text text)
{
    uint64_t prefix = 0;
    for (size_t i = 0; i < 8; i++) {
        int byte = i < text.length ? (unsigned char)text.at[i] : 0;
        prefix = prefix << 8 | (uint64_t)(key->fold ? toupper(byte) : byte);
    }
    return prefix;
}

uint64_t prefix_of(const Key *key, const Line *line)
{
    Text text = key_text(key, line);
    uint64_t prefix = 0;
    if (key->order == NUMERIC || key->order == HUMAN)
        prefix = decimal_prefix(text, key->order == HUMAN);
    else if (key->order == GENERAL)
        prefix = general_rank(text);
    else if (key->order == MONTH)
        prefix = (uint64_t)month(text);
    else if (key->order == TEXT && !key->dictionary)
        prefix = text_prefix(key, text);
    return key->reverse ? ~prefix : prefix;
}
