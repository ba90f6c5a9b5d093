/* digests.h: the hash functions, each fed by blocks. Sources: FIPS 180-4, RFC 1321, RFC 7693, and the CRC of ISO 3309 as gzip uses it. */
#ifndef DIGESTS_H
#define DIGESTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct Digest Digest;

typedef struct {
    const char *name;
    int bytes; /* of the result */
    int block; /* bytes that are taken at once */
    void (*start)(Digest *digest);
    void (*compress)(Digest *digest, const unsigned char *block, size_t blocks);
    void (*end)(Digest *digest, unsigned char *result);
} Algorithm;

struct Digest {
    const Algorithm *algorithm;
    union {
        uint32_t w[8];
        uint64_t d[8];
    } state;
    uint64_t length;
    unsigned char rest[128];
    size_t filled;
};

enum { ALGORITHMS = 6, LONGEST_DIGEST = 64 };
extern const Algorithm algorithms[ALGORITHMS];

void digest_start(Digest *digest, const Algorithm *algorithm);
void digest_add(Digest *digest, const void *bytes, size_t length);
void digest_end(Digest *digest, unsigned char *result);

#endif
