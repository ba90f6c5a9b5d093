#include "regex_program.h"

/* The program is written from its end: every part is given where to go on, and says where it begins. */
static int emit(Program *program, const Node *node, int next);

static int add(Program *program, Instruction instruction)
{
    if (program->count == MAX_PROGRAM) {
        program->too_large = true;
        return 0;
    }
    if ((program->count & (program->count - 1)) == 0)
        program->at = regrab(program->at, program->count ? (size_t)program->count * 2 : 1, sizeof *program->at);
    program->at[program->count] = instruction;
    return program->count++;
}

static int split(Program *program, int first, int second)
{
    return add(program, (Instruction){.operation = SPLIT, .next = first, .other = second});
}

static int bytes(Program *program, unsigned char from, unsigned char to, int next)
{
    return add(program, (Instruction){.operation = BYTES, .from = from, .to = to, .next = next});
}

/* A span whose ends have equally many bytes: split until every byte but the first has the same range in all of it. */
static void emit_same_length(Program *program, uint32_t from, uint32_t to, int next, int *start)
{
    char low[4], high[4];
    int length = utf8_of(from, low);
    for (int i = 1; i < length; i++) {
        uint32_t mask = (1u << 6 * i) - 1;
        if ((from & ~mask) == (to & ~mask))
            continue;
        if (from & mask) {
            emit_same_length(program, from, from | mask, next, start);
            emit_same_length(program, (from | mask) + 1, to, next, start);
            return;
        }
        if ((to & mask) != mask) {
            emit_same_length(program, from, (to & ~mask) - 1, next, start);
            emit_same_length(program, to & ~mask, to, next, start);
            return;
        }
    }
    utf8_of(to, high);
    int at = next;
    for (int i = length - 1; i >= 0; i--)
        at = bytes(program, (unsigned char)low[i], (unsigned char)high[i], at);
    *start = *start < 0 ? at : split(program, *start, at);
}

static int emit_class(Program *program, const Node *node, int next)
{
    static const uint32_t last[] = {0x7F, 0x7FF, 0xFFFF, MAX_CODE_POINT};
    int start = -1;
    for (size_t i = 0; i < node->count; i++) {
        uint32_t from = node->spans[i].from;
        for (int k = 0; k < 4; k++) {
            uint32_t to = node->spans[i].to < last[k] ? node->spans[i].to : last[k];
            if (from > to)
                continue;
            emit_same_length(program, from, to, next, &start);
            from = to + 1;
        }
    }
    return start < 0 ? bytes(program, 1, 0, next) : start; /* an empty class never matches */
}

static int optional(Program *program, int body, int next, bool lazy)
{
    return lazy ? split(program, next, body) : split(program, body, next);
}

static int emit_repeat(Program *program, const Node *node, int next)
{
    int at = next;
    if (node->max < 0) {
        int loop = split(program, next, next);
        int body = emit(program, node->parts[0], loop);
        if (!program->too_large) {
            program->at[loop].next = node->lazy ? next : body;
            program->at[loop].other = node->lazy ? body : next;
        }
        at = loop;
    }
    for (int i = node->min; i < node->max && !program->too_large; i++)
        at = optional(program, emit(program, node->parts[0], at), next, node->lazy);
    for (int i = 0; i < node->min && !program->too_large; i++)
        at = emit(program, node->parts[0], at);
    return at;
}

static int emit(Program *program, const Node *node, int next)
{
    int at = next;
    if (program->too_large)
        return 0;
    switch (node->kind) {
    case SEQUENCE:
        for (size_t i = node->count; i > 0; i--)
            at = emit(program, node->parts[i - 1], at);
        return at;
    case CHOICE:
        at = emit(program, node->parts[node->count - 1], next);
        for (size_t i = node->count - 1; i > 0; i--)
            at = split(program, emit(program, node->parts[i - 1], next), at);
        return at;
    case CLASS: return emit_class(program, node, next);
    case REPEAT: return emit_repeat(program, node, next);
    case ASSERTION:
        program->places |= (int)node->assertion;
        return add(program, (Instruction){.operation = PLACE, .place = (unsigned char)node->assertion, .next = next});
    }
    return at;
}

void regex_program(Program *program, const Node *tree)
{
    program->start = emit(program, tree, add(program, (Instruction){.operation = MATCH}));
    int loop = split(program, program->start, 0);
    int any = bytes(program, 0, 255, loop);
    if (!program->too_large)
        program->at[loop].other = any;
    program->anywhere = loop;
}
