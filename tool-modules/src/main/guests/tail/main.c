/* The `tail` guest: the last lines or bytes of files, with the options of coreutils; a file does not grow while it is looked at, so no -f. */
#include "../text/base.h"
#include "../text/ends.h"

/* Where the part begins that "+N" asks for: N counts from one. */
static size_t start_from(Text content, const Ends *ends)
{
    uint64_t skip = ends->count > 0 ? ends->count - 1 : 0;
    if (ends->bytes)
        return skip < content.length ? (size_t)skip : content.length;
    const char *at = content.at, *end = at + content.length;
    for (; skip > 0 && at < end; skip--) {
        at = find_byte(at, end, '\n');
        at += at < end;
    }
    return (size_t)(at - content.at);
}

static void show(const Ends *ends, const char *name)
{
    Text content;
    size_t start;
    if (!slurp(name, &content, 1))
        return;
    title(ends, name);
    if (ends->rest)
        start = start_from(content, ends);
    else if (ends->bytes)
        start = ends->count < content.length ? content.length - (size_t)ends->count : 0;
    else
        start = start_of_last(content, ends->count);
    put(content.at + start, content.length - start);
    free((char *)content.at);
}

int main(int argc, char **argv)
{
    Ends ends = {.sign = '+'};
    parse_ends(&ends, argc, argv);
    for (int i = 0; i < ends.number; i++)
        show(&ends, ends.names[i]);
    finish(1);
}
