#include "digests.h"

#include <string.h>

static uint32_t left(uint32_t word, int by)
{
    return word << by | word >> (32 - by);
}

static uint32_t right(uint32_t word, int by)
{
    return word >> by | word << (32 - by);
}

static uint64_t right64(uint64_t word, int by)
{
    return word >> by | word << (64 - by);
}

static uint32_t big32(const unsigned char *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return __builtin_bswap32(word);
}

static void put_big32(unsigned char *at, uint32_t word)
{
    word = __builtin_bswap32(word);
    memcpy(at, &word, sizeof word);
}

/* Pads with 1, zeros and the length in bits, as the three older functions do. */
static void pad(Digest *digest, int big_endian)
{
    uint64_t bits = digest->length * 8;
    digest->rest[digest->filled++] = 0x80;
    if (digest->filled > 56) {
        memset(digest->rest + digest->filled, 0, 64 - digest->filled);
        digest->algorithm->compress(digest, digest->rest, 1);
        digest->filled = 0;
    }
    memset(digest->rest + digest->filled, 0, 56 - digest->filled);
    if (big_endian)
        bits = __builtin_bswap64(bits);
    memcpy(digest->rest + 56, &bits, sizeof bits);
    digest->algorithm->compress(digest, digest->rest, 1);
}

static void end_big(Digest *digest, unsigned char *result)
{
    pad(digest, 1);
    for (int i = 0; i < digest->algorithm->bytes / 4; i++)
        put_big32(result + 4 * i, digest->state.w[i]);
}

static const uint32_t k256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static void start_sha256(Digest *digest)
{
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(digest->state.w, first, sizeof first);
}

static void compress_sha256(Digest *digest, const unsigned char *block, size_t blocks)
{
    uint32_t w[64], *h = digest->state.w;
    for (; blocks > 0; blocks--, block += 64) {
        for (int i = 0; i < 16; i++)
            w[i] = big32(block + 4 * i);
        for (int i = 16; i < 64; i++) {
            uint32_t low = w[i - 15], high = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (right(low, 7) ^ right(low, 18) ^ low >> 3) + (right(high, 17) ^ right(high, 19) ^ high >> 10);
        }
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], last = h[7];
        for (int i = 0; i < 64; i++) {
            uint32_t one = last + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + k256[i] + w[i];
            uint32_t two = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            last = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e, h[5] += f, h[6] += g, h[7] += last;
    }
}

static void start_sha1(Digest *digest)
{
    static const uint32_t first[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(digest->state.w, first, sizeof first);
}

static void compress_sha1(Digest *digest, const unsigned char *block, size_t blocks)
{
    uint32_t w[80], *h = digest->state.w;
    for (; blocks > 0; blocks--, block += 64) {
        for (int i = 0; i < 16; i++)
            w[i] = big32(block + 4 * i);
        for (int i = 16; i < 80; i++)
            w[i] = left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                             : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                             : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                      : (b ^ c ^ d) + 0xca62c1d6;
            uint32_t next = left(a, 5) + mixed + e + w[i];
            e = d, d = c, c = left(b, 30), b = a, a = next;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
    }
}

static const uint32_t k_md5[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1,
    0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453,
    0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942,
    0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
    0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d,
    0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static void compress_md5(Digest *digest, const unsigned char *block, size_t blocks)
{
    static const unsigned char turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    uint32_t w[16], *h = digest->state.w;
    for (; blocks > 0; blocks--, block += 64) {
        memcpy(w, block, sizeof w);
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3];
        for (int i = 0; i < 64; i++) {
            int round = i >> 4;
            uint32_t mixed = round == 0 ? ((b & c) | (~b & d)) : round == 1 ? ((d & b) | (~d & c)) : round == 2 ? (b ^ c ^ d) : (c ^ (b | ~d));
            int from = round == 0 ? i : round == 1 ? 5 * i + 1 : round == 2 ? 3 * i + 5 : 7 * i;
            uint32_t next = b + left(a + mixed + k_md5[i] + w[from & 15], turns[round * 4 + (i & 3)]);
            a = d, d = c, c = b, b = next;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d;
    }
}

static void end_md5(Digest *digest, unsigned char *result)
{
    pad(digest, 0);
    memcpy(result, digest->state.w, 16);
}

static const uint64_t first_blake2b[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                          0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* The words that each round takes, RFC 7693 section 2.7; rounds 10 and 11 are the first two again. */
static const unsigned char sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

static void start_blake2b(Digest *digest)
{
    memcpy(digest->state.d, first_blake2b, sizeof first_blake2b);
    digest->state.d[0] ^= 0x01010000u ^ (unsigned)digest->algorithm->bytes;
}

static void mix_blake2b(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = right64(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = right64(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = right64(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = right64(v[b] ^ v[c], 63);
}

static void one_blake2b(Digest *digest, const unsigned char *block, uint64_t total, uint64_t last)
{
    uint64_t v[16], m[16];
    memcpy(m, block, sizeof m);
    memcpy(v, digest->state.d, 64);
    memcpy(v + 8, first_blake2b, 64);
    v[12] ^= total;
    v[14] ^= last;
    for (int round = 0; round < 12; round++) {
        const unsigned char *s = sigma[round % 10];
        for (int i = 0; i < 4; i++)
            mix_blake2b(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix_blake2b(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++)
        digest->state.d[i] ^= v[i] ^ v[i + 8];
}

/* `length` already counts the blocks that are still to come. */
static void compress_blake2b(Digest *digest, const unsigned char *block, size_t blocks)
{
    for (; blocks > 0; blocks--, block += 128)
        one_blake2b(digest, block, digest->length - 128 * (blocks - 1), 0);
}

static void end_blake2b(Digest *digest, unsigned char *result)
{
    memset(digest->rest + digest->filled, 0, 128 - digest->filled);
    one_blake2b(digest, digest->rest, digest->length, UINT64_MAX);
    memcpy(result, digest->state.d, (size_t)digest->algorithm->bytes);
}

static const uint64_t k512[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b,
    0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1,
    0x9bdc06a725c71235, 0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275,
    0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
    0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8,
    0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec, 0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915,
    0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c, 0x4cc5d4becb3e42b6,
    0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

static void start_sha512(Digest *digest)
{
    memcpy(digest->state.d, first_blake2b, sizeof first_blake2b); /* BLAKE2b starts from the same words */
}

static void compress_sha512(Digest *digest, const unsigned char *block, size_t blocks)
{
    uint64_t w[80], *h = digest->state.d;
    for (; blocks > 0; blocks--, block += 128) {
        memcpy(w, block, 128);
        for (int i = 0; i < 16; i++)
            w[i] = __builtin_bswap64(w[i]);
        for (int i = 16; i < 80; i++) {
            uint64_t low = w[i - 15], high = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (right64(low, 1) ^ right64(low, 8) ^ low >> 7) + (right64(high, 19) ^ right64(high, 61) ^ high >> 6);
        }
        uint64_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], last = h[7];
        for (int i = 0; i < 80; i++) {
            uint64_t one = last + (right64(e, 14) ^ right64(e, 18) ^ right64(e, 41)) + ((e & f) ^ (~e & g)) + k512[i] + w[i];
            uint64_t two = (right64(a, 28) ^ right64(a, 34) ^ right64(a, 39)) + ((a & b) ^ (a & c) ^ (b & c));
            last = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e, h[5] += f, h[6] += g, h[7] += last;
    }
}

static void end_sha512(Digest *digest, unsigned char *result)
{
    uint64_t bits = __builtin_bswap64(digest->length * 8);
    digest->rest[digest->filled++] = 0x80;
    memset(digest->rest + digest->filled, 0, 128 - digest->filled);
    if (digest->filled > 112) {
        compress_sha512(digest, digest->rest, 1);
        memset(digest->rest, 0, sizeof digest->rest);
    }
    memcpy(digest->rest + 120, &bits, sizeof bits);
    compress_sha512(digest, digest->rest, 1);
    for (int i = 0; i < 8; i++) {
        uint64_t word = __builtin_bswap64(digest->state.d[i]);
        memcpy(result + 8 * i, &word, sizeof word);
    }
}

static uint32_t crc_table[8][256];

static void start_crc32(Digest *digest)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t word = i;
        for (int bit = 0; bit < 8; bit++)
            word = word >> 1 ^ (word & 1 ? 0xEDB88320u : 0);
        crc_table[0][i] = word;
    }
    for (int table = 1; table < 8; table++)
        for (int i = 0; i < 256; i++)
            crc_table[table][i] = crc_table[table - 1][i] >> 8 ^ crc_table[0][crc_table[table - 1][i] & 255];
    digest->state.w[0] = UINT32_MAX;
}

/* Eight bytes at a time, by eight tables. */
static void compress_crc32(Digest *digest, const unsigned char *block, size_t blocks)
{
    uint32_t crc = digest->state.w[0];
    for (; blocks > 0; blocks--, block += 8) {
        uint32_t low, high;
        memcpy(&low, block, 4);
        memcpy(&high, block + 4, 4);
        low ^= crc;
        crc = crc_table[7][low & 255] ^ crc_table[6][low >> 8 & 255] ^ crc_table[5][low >> 16 & 255] ^ crc_table[4][low >> 24] ^
              crc_table[3][high & 255] ^ crc_table[2][high >> 8 & 255] ^ crc_table[1][high >> 16 & 255] ^ crc_table[0][high >> 24];
    }
    digest->state.w[0] = crc;
}

static void end_crc32(Digest *digest, unsigned char *result)
{
    uint32_t crc = digest->state.w[0];
    for (size_t i = 0; i < digest->filled; i++)
        crc = crc >> 8 ^ crc_table[0][(crc ^ digest->rest[i]) & 255];
    put_big32(result, ~crc);
}

const Algorithm algorithms[ALGORITHMS] = {{"sha256", 32, 64, start_sha256, compress_sha256, end_big},
                                          {"sha512", 64, 128, start_sha512, compress_sha512, end_sha512},
                                          {"sha1", 20, 64, start_sha1, compress_sha1, end_big},
                                          {"md5", 16, 64, start_sha1, compress_md5, end_md5},
                                          {"blake2b", 64, 128, start_blake2b, compress_blake2b, end_blake2b},
                                          {"crc32", 4, 8, start_crc32, compress_crc32, end_crc32}};

void digest_start(Digest *digest, const Algorithm *algorithm)
{
    memset(digest, 0, sizeof *digest);
    digest->algorithm = algorithm;
    algorithm->start(digest);
}

/* BLAKE2b treats its last block apart, even a full one: the last byte so far always waits. */
void digest_add(Digest *digest, const void *bytes, size_t length)
{
    const Algorithm *algorithm = digest->algorithm;
    const unsigned char *at = bytes;
    size_t block = (size_t)algorithm->block;
    if (length == 0)
        return;
    if (digest->filled + length > block) {
        size_t gap = block - digest->filled;
        if (digest->filled > 0) {
            memcpy(digest->rest + digest->filled, at, gap);
            digest->length += gap;
            algorithm->compress(digest, digest->rest, 1);
            at += gap;
            length -= gap;
            digest->filled = 0;
        }
        size_t blocks = (length - 1) / block;
        digest->length += blocks * block;
        algorithm->compress(digest, at, blocks);
        at += blocks * block;
        length -= blocks * block;
    }
    memcpy(digest->rest + digest->filled, at, length);
    digest->filled += length;
    digest->length += length;
}

void digest_end(Digest *digest, unsigned char *result)
{
    if (digest->filled == (size_t)digest->algorithm->block && digest->algorithm->compress != compress_blake2b) {
        digest->algorithm->compress(digest, digest->rest, 1);
        digest->filled = 0;
    }
    digest->algorithm->end(digest, result);
}
