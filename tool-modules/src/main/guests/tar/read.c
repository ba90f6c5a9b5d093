#include "tar.h"

enum { RECORD = 512 };

/* Where the fields of a header are, POSIX.1-1988. */
enum { NAME = 0, SIZE = 124, TIME = 136, CHECKSUM = 148, TYPE = 156, TARGET = 157, MAGIC = 257, PREFIX = 345 };

/* What the header of a pax or GNU member says of the one that follows. */
typedef struct {
    char *name, *target;
    bool has_size;
    uint64_t size;
} Extension;

/* An octal field, or GNU's binary one; values that do not fit fail. */
static bool field(const char *at, size_t length, uint64_t *value)
{
    *value = 0;
    if (*at & 0x80) {
        for (size_t i = 1; i < length; i++) {
            if (*value >> 55)
                return false;
            *value = *value << 8 | (unsigned char)at[i];
        }
        return (unsigned char)*at == 0x80;
    }
    size_t i = 0;
    while (i < length && at[i] == ' ')
        i++;
    for (; i < length && at[i] >= '0' && at[i] <= '7'; i++)
        *value = *value << 3 | (uint64_t)(at[i] - '0');
    return i == length || at[i] == 0 || at[i] == ' ';
}

static char *text_of(const char *at, size_t most)
{
    Buffer text = {0};
    append(&text, at, strnlen(at, most));
    return terminated(&text);
}

static bool is_sound(const char *header)
{
    uint64_t said, sum = 8 * ' ';
    for (size_t i = 0; i < RECORD; i++)
        sum += i >= CHECKSUM && i < CHECKSUM + 8 ? 0 : (unsigned char)header[i];
    return field(header + CHECKSUM, 8, &said) && said == sum;
}

static bool is_zero(const char *header)
{
    for (size_t i = 0; i < RECORD; i++)
        if (header[i])
            return false;
    return true;
}

/* A record of pax is "LENGTH KEY=VALUE\n". A NUL in a name would cut it after it was looked at, so it is damage. */
static bool pax_record(Text *rest, Extension *extension)
{
    size_t length = 0, i = 0;
    for (; i < rest->length && rest->at[i] >= '0' && rest->at[i] <= '9' && length <= rest->length; i++)
        length = length * 10 + (size_t)(rest->at[i] - '0');
    if (i == 0 || length > rest->length || length < i + 3 || rest->at[i] != ' ' || rest->at[length - 1] != '\n')
        return false;
    const char *key = rest->at + i + 1, *end = rest->at + length - 1, *equals = find_byte(key, end, '=');
    if (equals == end || find_byte(key, end, 0) < end)
        return false;
    size_t key_length = (size_t)(equals - key), value_length = (size_t)(end - equals - 1);
    if (key_length == 4 && memcmp(key, "path", 4) == 0)
        extension->name = text_of(equals + 1, value_length);
    else if (key_length == 8 && memcmp(key, "linkpath", 8) == 0)
        extension->target = text_of(equals + 1, value_length);
    else if (key_length == 4 && memcmp(key, "size", 4) == 0) {
        Buffer digits = {0};
        append(&digits, equals + 1, value_length);
        extension->has_size = parse_size(terminated(&digits), &extension->size);
    }
    *rest = (Text){rest->at + length, rest->length - length};
    return true;
}

static bool extend(char type, Text content, Extension *extension)
{
    if (type == 'L')
        extension->name = text_of(content.at, content.length);
    else if (type == 'K')
        extension->target = text_of(content.at, content.length);
    else
        while (content.length > 0)
            if (!pax_record(&content, extension))
                return false;
    return true;
}

static char *name_of(const char *header)
{
    Buffer name = {0};
    if (memcmp(header + MAGIC, "ustar\0", 6) == 0 && header[PREFIX]) {
        append(&name, header + PREFIX, strnlen(header + PREFIX, 155));
        append_text(&name, "/");
    }
    append(&name, header + NAME, strnlen(header + NAME, 100));
    return terminated(&name);
}

/* A hard link has the content of the member that it names, which must have come before. */
static void resolve_hard_link(const Members *members, Member *link)
{
    for (size_t i = members->count; i > 0; i--) {
        const Member *other = &members->at[i - 1];
        if (other->kind != FILE_MEMBER || strcmp(other->name, link->target) != 0)
            continue;
        link->kind = FILE_MEMBER;
        link->content = other->content;
        return;
    }
    complain(2, link->name, "is a hard link to nothing that came before");
    link->kind = OTHER_MEMBER;
}

static void add_header(Members *members, const char *header, Text content, const Extension *extension)
{
    uint64_t time = 0;
    char type = header[TYPE];
    Member member = {.name = extension->name ? extension->name : name_of(header), .content = content};
    field(header + TIME, 12, &time);
    member.time = (int64_t)time;
    size_t length = strlen(member.name);
    if (type == '5' || ((type == '0' || type == 0) && length > 0 && member.name[length - 1] == '/'))
        member.kind = DIRECTORY_MEMBER;
    else if (type == '0' || type == 0 || type == '7')
        member.kind = FILE_MEMBER;
    else if (type == '2' || type == '1') {
        member.kind = LINK_MEMBER;
        member.target = extension->target ? extension->target : text_of(header + TARGET, 100);
        if (type == '1')
            resolve_hard_link(members, &member);
    } else {
        member.kind = OTHER_MEMBER;
    }
    add_member(members, member);
}

static bool has_content(char type)
{
    return type != '1' && type != '2' && type != '3' && type != '4' && type != '5' && type != '6';
}

void read_archive(Text archive, Members *members)
{
    Extension extension = {0};
    size_t at = 0;
    while (archive.length - at >= RECORD && !is_zero(archive.at + at)) {
        const char *header = archive.at + at;
        uint64_t size;
        char type = header[TYPE];
        if (!is_sound(header) || !field(header + SIZE, 12, &size))
            die(2, NULL, "this is not a tar archive, or it is damaged");
        at += RECORD;
        bool extends = type == 'x' || type == 'L' || type == 'K' || type == 'g';
        if (extension.has_size && !extends)
            size = extension.size;
        if (!has_content(type))
            size = 0;
        if (size > archive.length - at)
            die(2, NULL, "the archive ends within a member");
        Text content = {archive.at + at, (size_t)size};
        if (extends && type != 'g' && !extend(type, content, &extension))
            die(2, NULL, "an extended header of the archive is damaged");
        if (!extends) {
            add_header(members, header, content, &extension);
            extension = (Extension){0};
        }
        size_t padded = ((size_t)size + RECORD - 1) / RECORD * RECORD;
        at += padded < archive.length - at ? padded : archive.length - at;
    }
    if (archive.length - at > 0 && archive.length - at < RECORD && members->count == 0)
        die(2, NULL, "this is not a tar archive, or it is damaged");
}
