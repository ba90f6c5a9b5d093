#include "regex.h"

#include "regex_program.h"

/*
 * The deterministic automaton. A state is a list of instructions in order of preference, none behind a MATCH, with what the next step has to
 * know of the byte before: whether it belonged to a word, or whether there was none. Whether a match ends at a place depends on the byte after
 * it, so it is the transition over that byte, or over the end of the line, that carries MATCHED.
 *
 * States are known by where their row begins in the table of transitions. Row 0 is not used, row 1 has nothing left to match.
 */
enum { MATCHED = 1 << 30, TABLE = 1 << 18, MAX_STATES = 4096, SLOTS = 16384 };

typedef struct {
    int *list;
    int count;
    bool word_before, at_start;
} State;

/* A list under construction, each instruction at most once. */
typedef struct {
    int *list;
    int count;
    uint32_t *seen;
    uint32_t round;
} Set;

struct Regex {
    Program program;
    Needle literal;  /* stands in every match; none if empty */
    bool is_literal; /* and is all that a match needs */
    size_t passed, hits; /* how many bytes were gone through for it, and how often it was found */
    uint16_t class_of[256]; /* a line end is the end of a line */
    int representative[257];
    int classes, end_class; /* bytes that no instruction tells apart; the last is the end of a line */
    uint32_t *next;
    State *states;
    int count, most;
    uint16_t *slots;
    uint32_t generation;
    uint32_t dead, anywhere, here[3]; /* here: in the middle, behind a word, at the start */
    Set now, then;
    int *stack;
};

static bool is_word(int byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || byte == '_' || (byte >= 'a' && byte <= 'z') || byte >= 0x80;
}

static void clear(Set *set)
{
    set->count = 0;
    set->round++;
}

/* Adds what can be reached from an instruction without a byte, where `places` are true. Without any, assertions are kept for later. */
static void follow(Regex *regex, Set *set, int start, int places)
{
    int depth = 0;
    regex->stack[depth++] = start;
    while (depth > 0) {
        int at = regex->stack[--depth];
        const Instruction *instruction = &regex->program.at[at];
        if (set->seen[at] == set->round)
            continue;
        set->seen[at] = set->round;
        if (instruction->operation == SPLIT) {
            regex->stack[depth++] = instruction->other;
            regex->stack[depth++] = instruction->next;
        } else if (instruction->operation == PLACE && places >= 0) {
            if (places & instruction->place)
                regex->stack[depth++] = instruction->next;
        } else {
            set->list[set->count++] = at;
        }
    }
}

static uint32_t hash_of(const Set *set, bool word_before, bool at_start)
{
    uint32_t hash = 2166136261u + word_before + 2u * at_start;
    for (int i = 0; i < set->count; i++)
        hash = (hash ^ (uint32_t)set->list[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* The state of that list, made if it is new; there is room for one more. */
static uint32_t intern(Regex *regex, Set *set, bool word_before, bool at_start)
{
    for (int i = 0; i < set->count; i++)
        if (regex->program.at[set->list[i]].operation == MATCH)
            set->count = i + 1;
    uint32_t slot = hash_of(set, word_before, at_start) % SLOTS;
    for (; regex->slots[slot]; slot = (slot + 1) % SLOTS) {
        const State *state = &regex->states[regex->slots[slot]];
        if (state->count == set->count && state->word_before == word_before && state->at_start == at_start &&
            memcmp(state->list, set->list, (size_t)set->count * sizeof *set->list) == 0)
            return (uint32_t)regex->slots[slot] * (uint32_t)regex->classes;
    }
    State *state = &regex->states[regex->count];
    *state = (State){.count = set->count, .word_before = word_before, .at_start = at_start};
    state->list = grab((size_t)set->count, sizeof *state->list);
    memcpy(state->list, set->list, (size_t)set->count * sizeof *set->list);
    regex->slots[slot] = (uint16_t)regex->count;
    memset(regex->next + regex->count * regex->classes, 0, (size_t)regex->classes * sizeof *regex->next);
    return (uint32_t)(regex->count++ * regex->classes);
}

static uint32_t start_state(Regex *regex, int instruction, bool word_before, bool at_start)
{
    bool told = regex->program.places != 0;
    clear(&regex->then);
    follow(regex, &regex->then, instruction, -1);
    return intern(regex, &regex->then, told && word_before, told && at_start);
}

/* Drops all states but those that a search starts in, which come at the same places again. */
static void reset(Regex *regex)
{
    for (int i = 1; i < regex->count; i++)
        free(regex->states[i].list);
    memset(regex->slots, 0, SLOTS * sizeof *regex->slots);
    regex->generation++;
    regex->count = 1;
    clear(&regex->then);
    regex->dead = intern(regex, &regex->then, false, false);
    regex->anywhere = start_state(regex, regex->program.anywhere, false, true);
    for (int i = 0; i < 3; i++)
        regex->here[i] = start_state(regex, regex->program.start, i == 1, i == 2);
}

/* The assertions that are true between the byte before a state and `byte`, which is negative at the end. */
static int places_at(const State *state, int byte)
{
    bool before = state->word_before, after = byte >= 0 && is_word(byte);
    int places = before == after ? NO_WORD_EDGE : WORD_EDGE | (after ? WORD_START : WORD_STOP);
    return places | (state->at_start ? LINE_START : 0) | (byte < 0 ? LINE_END : 0) | (before ? 0 : NO_WORD_BEFORE) | (after ? 0 : NO_WORD_AFTER);
}

/* Computes and keeps a transition. After the end of a line the next begins. */
static uint32_t step(Regex *regex, uint32_t from, int class)
{
    const State *state = &regex->states[from / (uint32_t)regex->classes];
    const Program *program = &regex->program;
    int byte = class == regex->end_class ? -1 : regex->representative[class];
    int places = places_at(state, byte);
    uint32_t generation = regex->generation, to, matched = 0;
    clear(&regex->now);
    for (int i = 0; i < state->count; i++)
        follow(regex, &regex->now, state->list[i], places);
    clear(&regex->then);
    for (int i = 0; i < regex->now.count && !matched; i++) {
        const Instruction *instruction = &program->at[regex->now.list[i]];
        if (instruction->operation == MATCH)
            matched = MATCHED;
        else if (instruction->operation == BYTES && byte >= instruction->from && byte <= instruction->to)
            follow(regex, &regex->then, instruction->next, -1);
    }
    if (byte < 0) {
        to = regex->anywhere;
    } else {
        if (regex->count == regex->most) {
            int *kept = grab((size_t)regex->then.count, sizeof *kept), count = regex->then.count;
            memcpy(kept, regex->then.list, (size_t)count * sizeof *kept);
            reset(regex);
            memcpy(regex->then.list, kept, (size_t)count * sizeof *kept);
            regex->then.count = count;
            free(kept);
        }
        to = intern(regex, &regex->then, regex->then.count > 0 && program->places && is_word(byte), false);
    }
    if (generation == regex->generation)
        regex->next[from + (uint32_t)class] = to | matched;
    return to | matched;
}

static uint32_t transition(Regex *regex, uint32_t from, int class)
{
    uint32_t known = regex->next[from + (uint32_t)class];
    return known ? known : step(regex, from, class);
}

/* Bytes that every instruction and every assertion takes alike become one class. */
static void classify(Regex *regex)
{
    bool starts[257] = {false};
    starts[0] = starts['\n'] = starts['\n' + 1] = true;
    for (int i = 0; i < regex->program.count; i++)
        if (regex->program.at[i].operation == BYTES) {
            starts[regex->program.at[i].from] = true;
            starts[regex->program.at[i].to + 1] = true;
        }
    for (int byte = 1; regex->program.places && byte < 256; byte++)
        starts[byte] |= is_word(byte) != is_word(byte - 1);
    int class = -1;
    for (int byte = 0; byte < 256; byte++) {
        class += starts[byte];
        if (starts[byte])
            regex->representative[class] = byte;
        regex->class_of[byte] = (uint16_t)class;
    }
    regex->end_class = class + 1;
    regex->classes = class + 2;
    regex->class_of['\n'] = (uint16_t)regex->end_class;
}

static void prepare(Regex *regex)
{
    size_t program = (size_t)regex->program.count;
    classify(regex);
    regex->most = TABLE / regex->classes < MAX_STATES ? TABLE / regex->classes : MAX_STATES;
    regex->next = grab((size_t)(regex->most * regex->classes), sizeof *regex->next);
    regex->states = grab((size_t)regex->most, sizeof *regex->states);
    regex->slots = grab(SLOTS, sizeof *regex->slots);
    regex->stack = grab(2 * program + 2, sizeof *regex->stack);
    for (Set *set = &regex->now;; set = &regex->then) {
        set->list = grab(program, sizeof *set->list);
        set->seen = grab(program, sizeof *set->seen);
        memset(set->seen, 0, program * sizeof *set->seen);
        if (set == &regex->then)
            break;
    }
    reset(regex);
}

/* What a search for literals gathers: the run that is being read, and the longest so far. */
typedef struct {
    Buffer run, best;
    bool whole; /* nothing but that run has been seen */
} Literals;

static void end_run(Literals *literals)
{
    if (literals->run.length > literals->best.length) {
        literals->best.length = 0;
        append(&literals->best, literals->run.at, literals->run.length);
    }
    literals->run.length = 0;
}

static void gather(Literals *literals, const Node *node)
{
    char bytes[4];
    switch (node->kind) {
    case SEQUENCE:
        for (size_t i = 0; i < node->count; i++)
            gather(literals, node->parts[i]);
        return;
    case CLASS:
        if (node->count == 1 && node->spans[0].from == node->spans[0].to) {
            append(&literals->run, bytes, (size_t)utf8_of(node->spans[0].from, bytes));
            return;
        }
        break;
    case REPEAT:
        end_run(literals);
        if (node->min > 0)
            gather(literals, node->parts[0]);
        break;
    case ASSERTION: literals->whole = false; return;
    case CHOICE: break;
    }
    literals->whole = false;
    end_run(literals);
}

static Node *around(Node *tree, Assertion before, Assertion after)
{
    Node *sequence = node_of(SEQUENCE);
    add_part(sequence, assertion_of(before));
    add_part(sequence, tree);
    add_part(sequence, assertion_of(after));
    return sequence;
}

Regex *regex_compile(char *const *patterns, size_t count, RegexOptions options, const char **error)
{
    Regex *regex = grab(1, sizeof *regex);
    memset(regex, 0, sizeof *regex);
    Node *tree = node_of(CHOICE);
    for (size_t i = 0; i < count; i++) {
        Node *one = regex_parse(patterns[i], options, error);
        if (!one)
            return NULL;
        add_part(tree, one);
    }
    if (count == 0)
        add_part(tree, node_of(CLASS));
    if (tree->count == 1)
        tree = tree->parts[0];
    if (options.line)
        tree = around(tree, LINE_START, LINE_END);
    else if (options.word)
        tree = around(tree, NO_WORD_BEFORE, NO_WORD_AFTER);
    Literals literals = {.whole = true};
    gather(&literals, tree);
    end_run(&literals);
    regex->literal = needle_of(literals.best.at, literals.best.length);
    regex->is_literal = literals.whole && regex->literal.length > 0;
    regex_program(&regex->program, tree);
    if (regex->program.too_large) {
        *error = "the pattern is too large";
        return NULL;
    }
    prepare(regex);
    return regex;
}

/*
 * Goes on over [*at, end) for as long as transitions are known, match nothing and leave something to match: unknown is row 0, the dead state is row
 * 1, and what matches lies above all rows, so that one comparison tells.
 */
static uint32_t run(const Regex *regex, uint32_t state, const char **at, const char *end)
{
    const uint16_t *class_of = regex->class_of;
    const uint32_t *next = regex->next;
    const unsigned char *here = (const unsigned char *)*at, *last = (const unsigned char *)end;
    uint32_t first = 2 * (uint32_t)regex->classes, limit = MATCHED - first, known;
    while (last - here >= 4) {
        for (int i = 0; i < 4; i++, state = known) {
            known = next[state + class_of[here[i]]];
            if (known - first >= limit) {
                *at = (const char *)here + i;
                return state;
            }
        }
        here += 4;
    }
    for (; here < last; here++, state = known) {
        known = next[state + class_of[*here]];
        if (known - first >= limit)
            break;
    }
    *at = (const char *)here;
    return state;
}

/* The place behind the byte whose transition matches, or NULL; the lines from `at` to `end` are gone through in one. */
static const char *scan(Regex *regex, const char *at, const char *end)
{
    uint32_t state = regex->anywhere;
    for (;;) {
        state = run(regex, state, &at, end);
        if (at == end)
            break;
        state = transition(regex, state, regex->class_of[(unsigned char)*at++]);
        if (state >= MATCHED)
            return at;
        if (state == regex->dead)
            at = find_byte(at, end, '\n');
    }
    return transition(regex, state, regex->end_class) >= MATCHED ? end + 1 : NULL;
}

static bool scan_line(Regex *regex, const char *at, const char *end, Text *line)
{
    end -= end[-1] == '\n'; /* behind the last line end no line begins */
    const char *hit = scan(regex, at, end);
    if (!hit)
        return false;
    const char *start = after_last_byte(at, hit - 1, '\n');
    *line = (Text){start, (size_t)(find_byte(hit - 1, end, '\n') - start)};
    return true;
}

/* Not where it stands in every second line: to go through all of the text then takes less than to look at so many lines. */
static bool is_literal_worth_it(const Regex *regex)
{
    enum { TRIED = 64, APART = 256 };
    if (regex->literal.length == 0)
        return false;
    return regex->is_literal || regex->hits < TRIED || regex->passed / regex->hits >= APART;
}

bool regex_next_line(Regex *regex, const char *at, const char *end, Text *line)
{
    if (at >= end)
        return false;
    while (at < end) {
        if (!is_literal_worth_it(regex))
            return scan_line(regex, at, end, line);
        const char *hit = find_needle(at, end, &regex->literal);
        if (!hit)
            return false;
        regex->hits++;
        regex->passed += (size_t)(hit - at);
        const char *start = after_last_byte(at, hit, '\n'), *stop = find_byte(hit + regex->literal.length, end, '\n');
        if (regex->is_literal || scan(regex, start, stop)) {
            *line = (Text){start, (size_t)(stop - start)};
            return true;
        }
        at = stop + 1;
    }
    return false;
}

/* The end of the match that begins at `at`, or NULL. */
static const char *match_end(Regex *regex, Text line, const char *at)
{
    const char *end = line.at + line.length, *found = NULL;
    bool word_before = at > line.at && is_word((unsigned char)at[-1]);
    uint32_t state = regex->here[at == line.at ? 2 : word_before ? 1 : 0];
    for (; at < end; at++) {
        state = transition(regex, state, regex->class_of[(unsigned char)*at]);
        if (state >= MATCHED)
            found = at;
        state &= MATCHED - 1;
        if (state == regex->dead)
            return found;
    }
    return transition(regex, state, regex->end_class) >= MATCHED ? end : found;
}

bool regex_find(Regex *regex, Text line, size_t from, Text *match)
{
    for (const char *at = line.at + from; at <= line.at + line.length; at++) {
        const char *stop = match_end(regex, line, at);
        if (stop) {
            *match = (Text){at, (size_t)(stop - at)};
            return true;
        }
    }
    return false;
}
