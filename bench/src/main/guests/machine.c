/* The shape of a script interpreter: a register machine of ten opcodes that runs a loop n times. */
#include "bench.h"

enum { LOAD, ADD, MULTIPLY, XOR, SHIFT, GET, PUT, IF_ODD, LOOP, HALT };

typedef struct {
    uint8_t op, a, b, c;
} instruction;

/* Not constant, so that the compiler cannot turn the machine into the program. */
instruction program[] = {
    {LOAD, 1, 0, 1},     /* r1 = 1 */
    {LOAD, 2, 0, 37},    /* r2 = 37 */
    {LOAD, 3, 0, 0},     /* r3 = 0 */
    {MULTIPLY, 1, 1, 2}, /* the loop: r1 = r1 * r2 */
    {ADD, 1, 1, 0},      /* r1 = r1 + r0, the rounds left */
    {SHIFT, 4, 1, 7},    /* r4 = r1 >> 7 */
    {IF_ODD, 4, 0, 3},   /* if r4 is odd, go 3 ahead */
    {GET, 5, 4, 0},      /* r5 = data[r4] */
    {XOR, 3, 3, 5},      /* r3 = r3 ^ r5 */
    {PUT, 4, 3, 0},      /* data[r4] = r3 */
    {ADD, 3, 3, 1},      /* r3 = r3 + r1 */
    {LOOP, 0, 0, 8},     /* r0 = r0 - 1; if it is not 0, go 8 back */
    {HALT, 0, 0, 0},
};

static uint32_t data[256];

static uint32_t execute(const instruction *at, uint32_t rounds)
{
    uint32_t r[8] = {rounds};
    for (;; at++) {
        switch (at->op) {
        case LOAD: r[at->a] = at->c; break;
        case ADD: r[at->a] = r[at->b] + r[at->c]; break;
        case MULTIPLY: r[at->a] = r[at->b] * r[at->c]; break;
        case XOR: r[at->a] = r[at->b] ^ r[at->c]; break;
        case SHIFT: r[at->a] = r[at->b] >> at->c; break;
        case GET: r[at->a] = data[r[at->b] & 255]; break;
        case PUT: data[r[at->a] & 255] = r[at->b]; break;
        case IF_ODD: at += r[at->a] & 1 ? at->c : 0; break;
        case LOOP: at -= --r[at->a] ? at->c + 1 : 0; break;
        default: return r[3];
        }
    }
}

EXPORT uint32_t run(uint32_t n)
{
    uint32_t sum = 0;
    for (int i = 0; i < 256; i++)
        data[i] = (uint32_t)i * 2654435761u;
    sum = mix(sum, execute(program, n));
    for (int i = 0; i < 256; i++)
        sum = mix(sum, data[i]);
    return sum;
}
