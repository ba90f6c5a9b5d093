/* The `head` guest: the first lines or bytes of files, with the options of coreutils. */
#include <getopt.h>

#include "../text/base.h"
#include "../text/ends.h"

/* All but the last: the whole file has to be there before its end is known. */
static void all_but(const Ends *ends, const char *name)
{
    Text content;
    if (!slurp(name, &content, 1))
        return;
    put(content.at, ends->bytes ? content.length - (ends->count < content.length ? (size_t)ends->count : content.length)
                                : start_of_last(content, ends->count));
}

static void first(const Ends *ends, Reader *reader)
{
    Text block, line;
    uint64_t left = ends->count;
    if (ends->bytes)
        for (; left > 0 && read_block(reader, &block); left -= block.length) {
            if (block.length > left)
                block.length = (size_t)left;
            put(block.at, block.length);
        }
    else
        for (; left > 0 && read_line(reader, '\n', &line); left--)
            put(line.at, line.length);
}

static void show(const Ends *ends, const char *name)
{
    static Reader reader;
    if (!reader_open(&reader, name)) {
        complain_errno(1, name);
        return;
    }
    title(ends, name);
    if (ends->rest) {
        reader_close(&reader);
        all_but(ends, name);
        return;
    }
    first(ends, &reader);
    if (reader.failed)
        complain_errno(1, name);
    reader_close(&reader);
}

int main(int argc, char **argv)
{
    Ends ends = {.sign = '-'};
    parse_ends(&ends, argc, argv);
    for (int i = 0; i < ends.number; i++)
        show(&ends, ends.names[i]);
    finish(1);
}
