/* The `base64` guest: RFC 4648 with the options of coreutils. */
#include <getopt.h>

#include "../text/base.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint64_t wrap = 76, column;

/* Puts a run of the encoding, with a line end after every `wrap` characters. */
static void put_wrapped(const char *bytes, size_t length)
{
    while (wrap > 0 && length >= wrap - column) {
        size_t part = (size_t)(wrap - column);
        put(bytes, part);
        put_char('\n');
        bytes += part;
        length -= part;
        column = 0;
    }
    put(bytes, length);
    column += length;
}

static void encode(Text input)
{
    static char run[4096];
    size_t filled = 0, i = 0;
    const unsigned char *in = (const unsigned char *)input.at;
    for (; i + 3 <= input.length; i += 3) {
        uint32_t group = (uint32_t)in[i] << 16 | (uint32_t)in[i + 1] << 8 | in[i + 2];
        run[filled] = alphabet[group >> 18];
        run[filled + 1] = alphabet[group >> 12 & 63];
        run[filled + 2] = alphabet[group >> 6 & 63];
        run[filled + 3] = alphabet[group & 63];
        filled += 4;
        if (filled == sizeof run) {
            put_wrapped(run, filled);
            filled = 0;
        }
    }
    if (i < input.length) {
        uint32_t group = (uint32_t)in[i] << 16 | (i + 1 < input.length ? (uint32_t)in[i + 1] << 8 : 0);
        run[filled++] = alphabet[group >> 18];
        run[filled++] = alphabet[group >> 12 & 63];
        run[filled++] = i + 1 < input.length ? alphabet[group >> 6 & 63] : '=';
        run[filled++] = '=';
    }
    put_wrapped(run, filled);
    if (wrap > 0 && column > 0)
        put_char('\n');
}

/* Decodes quartets; padding may stand before more of them, as where encodings were joined. */
static bool decode(Text input, bool lenient)
{
    static signed char values[256];
    unsigned char group[4];
    int have = 0, padding = 0;
    memset(values, -1, sizeof values);
    for (int i = 0; i < 64; i++)
        values[(unsigned char)alphabet[i]] = (signed char)i;
    for (size_t i = 0; i < input.length; i++) {
        unsigned char byte = (unsigned char)input.at[i];
        bool pad = byte == '=' && have >= 2;
        if (values[byte] < 0 && !pad) {
            if (byte == '\n' || lenient)
                continue;
            return false;
        }
        if (!pad && padding > 0)
            return false;
        padding += pad;
        group[have++] = pad ? 0 : (unsigned char)values[byte];
        if (have < 4)
            continue;
        char bytes[3] = {(char)(group[0] << 2 | group[1] >> 4), (char)(group[1] << 4 | group[2] >> 2), (char)(group[2] << 6 | group[3])};
        put(bytes, (size_t)(3 - padding));
        have = padding = 0;
    }
    return have == 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"decode", 0, 0, 'd'}, {"ignore-garbage", 0, 0, 'i'}, {"wrap", 1, 0, 'w'}, {"help", 0, 0, 'h'}, {0}};
    bool decoding = false, lenient = false;
    int option;
    Text input;
    while ((option = getopt_long(argc, argv, "diw:h", options, NULL)) != -1) {
        if (option == 'h')
            help();
        else if (option == 'd')
            decoding = true;
        else if (option == 'i')
            lenient = true;
        else if (option != 'w')
            exit(1);
        else if (!parse_size(optarg, &wrap))
            die(1, optarg, "is not a width");
    }
    if (argc - optind > 1)
        die(1, argv[optind + 1], "is one file too many");
    if (!slurp(optind < argc ? argv[optind] : "-", &input, 1))
        finish(1);
    if (!decoding)
        encode(input);
    else if (!decode(input, lenient))
        die(1, NULL, "invalid input");
    finish(1);
}
