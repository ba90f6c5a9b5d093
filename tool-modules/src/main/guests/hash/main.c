/* The `hash` guest: digests of files in the form of sha256sum and its kin, and the check of such a list. */
#include <getopt.h>

#include "../text/base.h"
#include "digests.h"

static const Algorithm *chosen;

static struct {
    bool quiet, silent;
} how;

static const Algorithm *by_name(const char *name)
{
    for (int i = 0; i < ALGORITHMS; i++)
        if (strcmp(algorithms[i].name, name) == 0)
            return &algorithms[i];
    return NULL;
}

/* What a list is made of when nobody says: digests of that length; SHA-512 where BLAKE2b has the same. */
static const Algorithm *by_digits(size_t digits)
{
    for (int i = 0; i < ALGORITHMS; i++)
        if ((size_t)algorithms[i].bytes * 2 == digits)
            return &algorithms[i];
    return NULL;
}

static void to_hex(const unsigned char *bytes, int count, char *into)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < count; i++) {
        *into++ = digits[bytes[i] >> 4];
        *into++ = digits[bytes[i] & 15];
    }
    *into = 0;
}

/* The digest of a file in hexadecimal; false after a message. */
static bool digest_of(const char *name, const Algorithm *algorithm, char *hex)
{
    static Reader reader;
    Digest digest;
    Text block;
    unsigned char result[LONGEST_DIGEST];
    if (!reader_open(&reader, name)) {
        complain_errno(1, name);
        return false;
    }
    digest_start(&digest, algorithm);
    while (read_block(&reader, &block))
        digest_add(&digest, block.at, block.length);
    if (reader.failed)
        complain_errno(1, name);
    reader_close(&reader);
    digest_end(&digest, result);
    to_hex(result, algorithm->bytes, hex);
    return !reader.failed;
}

/* A name with a line end or backslash is escaped, and a backslash before the digest says so, as in coreutils. */
static void print(const char *hex, const char *name)
{
    bool escaped = strpbrk(name, "\\\n\r") != NULL;
    if (escaped)
        put_char('\\');
    put_text(hex);
    put_text("  ");
    for (const char *at = name; *at; at++) {
        const char *form = *at == '\\' ? "\\\\" : *at == '\n' ? "\\n" : *at == '\r' ? "\\r" : NULL;
        if (form)
            put_text(form);
        else
            put_char(*at);
    }
    put_char('\n');
}

static void unescape(char *name)
{
    char *into = name;
    for (char *at = name; *at; at++) {
        if (*at != '\\' || !at[1]) {
            *into++ = *at;
            continue;
        }
        at++;
        *into++ = *at == 'n' ? '\n' : *at == 'r' ? '\r' : *at;
    }
    *into = 0;
}

typedef struct {
    uint64_t good, different, unreadable, malformed;
} Tally;

static bool is_hex(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

static bool same_hex(const char *one, const char *other, size_t digits)
{
    for (size_t i = 0; i < digits; i++)
        if ((one[i] | (one[i] >= 'A' ? 0x20 : 0)) != other[i])
            return false;
    return true;
}

static void report(const char *name, const char *verdict, bool fine)
{
    if (how.silent || (how.quiet && fine))
        return;
    put_name(name);
    put_text(": ");
    put_text(verdict);
    put_char('\n');
}

static void check_line(char *line, Tally *tally)
{
    char hex[2 * LONGEST_DIGEST + 1];
    bool escaped = *line == '\\';
    line += escaped;
    size_t digits = 0;
    while (is_hex(line[digits]))
        digits++;
    const Algorithm *algorithm = chosen ? chosen : by_digits(digits);
    if (!algorithm || digits != (size_t)algorithm->bytes * 2 || line[digits] != ' ' || (line[digits + 1] != ' ' && line[digits + 1] != '*')) {
        tally->malformed++;
        return;
    }
    char *name = line + digits + 2;
    if (escaped)
        unescape(name);
    if (!digest_of(name, algorithm, hex)) {
        tally->unreadable++;
        report(name, "FAILED open or read", false);
    } else if (same_hex(line, hex, digits)) {
        tally->good++;
        report(name, "OK", true);
    } else {
        tally->different++;
        report(name, "FAILED", false);
    }
}

static void warn(uint64_t count, const char *what)
{
    char line[100];
    if (count == 0 || how.silent)
        return;
    snprintf(line, sizeof line, "WARNING: %llu %s", (unsigned long long)count, what);
    complain(0, NULL, line);
}

static void check(const char *name)
{
    Text list;
    Tally tally = {0};
    if (!slurp(name, &list, 1))
        return;
    const char *at = list.at, *end = at + list.length;
    while (at < end) {
        const char *stop = find_byte(at, end, '\n');
        Buffer line = {0};
        append(&line, at, (size_t)(stop - at));
        if (line.length > 0 && line.at[line.length - 1] == '\r')
            line.length--;
        check_line(terminated(&line), &tally);
        free(line.at);
        at = stop + 1;
    }
    if (tally.good + tally.different + tally.unreadable == 0)
        complain(1, name, "no properly formatted checksum lines found");
    if (tally.different + tally.unreadable > 0)
        status = 1;
    warn(tally.malformed, "line(s) improperly formatted");
    warn(tally.unreadable, "listed file(s) could not be read");
    warn(tally.different, "computed checksum(s) did NOT match");
}

int main(int argc, char **argv)
{
    enum { QUIET = 256, STATUS };
    static const struct option options[] = {{"algorithm", 1, 0, 'a'}, {"check", 0, 0, 'c'}, {"quiet", 0, 0, QUIET},
                                            {"status", 0, 0, STATUS}, {"help", 0, 0, 'h'},  {0}};
    static char *from_stdin[] = {"-"};
    char hex[2 * LONGEST_DIGEST + 1];
    bool checking = false;
    int option;
    while ((option = getopt_long(argc, argv, "a:ch", options, NULL)) != -1)
        if (option == 'h')
            help();
        else if (option == 'a' && !(chosen = by_name(optarg)))
            die(1, optarg, "is none of sha256, sha512, sha1, md5, blake2b, crc32");
        else if (option == '?')
            exit(1);
        else {
            checking |= option == 'c';
            how.quiet |= option == QUIET;
            how.silent |= option == STATUS;
        }
    char **names = optind < argc ? argv + optind : from_stdin;
    for (int left = optind < argc ? argc - optind : 1; left > 0; left--, names++)
        if (checking)
            check(*names);
        else if (digest_of(*names, chosen ? chosen : algorithms, hex))
            print(hex, *names);
    finish(1);
}
