/* setjmp and longjmp in the ways of real programs; one line for each, and what it counted. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf outer;
static jmp_buf inner;

static void dig(int depth)
{
    volatile char frame[64];
    memset((char *)frame, depth, sizeof frame);
    if (depth == 0)
        longjmp(outer, 7);
    dig(depth - 1);
    printf("%d came back\n", frame[0]);
}

static void through_frames(void)
{
    volatile int tries = 0;
    int value = setjmp(outer);
    if (value == 0 || tries < 3) {
        tries++;
        dig(1000);
    }
    printf("through frames: %d after %d\n", value, tries);
}

static void zero(void)
{
    int value = setjmp(inner);
    if (value == 0)
        longjmp(inner, 0);
    printf("zero: %d\n", value);
}

/* A jump that passes a function which has a setjmp of its own. */
static void middle(void)
{
    if (setjmp(inner) == 0)
        longjmp(outer, 3);
    printf("the middle caught what was not its own\n");
}

static void passing(void)
{
    int value = setjmp(outer);
    if (value == 0)
        middle();
    printf("passing: %d\n", value);
}

/* Handlers in handlers: each jumps on to the one around it. */
static int nested(int depth)
{
    jmp_buf here;
    jmp_buf *volatile before = NULL;
    static jmp_buf *current;
    int value = setjmp(here);
    if (value != 0) {
        current = before;
        if (current != NULL)
            longjmp(*current, value + 1);
        return value;
    }
    before = current;
    current = &here;
    if (depth == 0)
        longjmp(here, 1);
    return nested(depth - 1);
}

static int compare(const void *left, const void *right)
{
    if (*(const int *)left == 13 || *(const int *)right == 13)
        longjmp(outer, 13);
    return *(const int *)left - *(const int *)right;
}

static void out_of_a_callback(void)
{
    int numbers[] = {5, 3, 13, 1};
    int value = setjmp(outer);
    if (value == 0)
        qsort(numbers, 4, sizeof numbers[0], compare);
    printf("out of a callback: %d\n", value);
}

/* Were the stack pointer not restored, this would run over the end of the stack. */
static void many(int count)
{
    volatile long sum = 0;
    for (volatile int i = 0; i < count; i++) {
        int value = setjmp(outer);
        if (value == 0)
            dig(20);
        sum += value;
    }
    printf("many: %ld\n", sum);
}

static double scale(double by, long long times)
{
    if (times < 0)
        longjmp(outer, 2);
    return by * (double)times;
}

static void numbers_of_all_kinds(void)
{
    volatile double result = 0;
    double (*volatile function)(double, long long) = scale;
    int value = setjmp(outer);
    if (value == 0) {
        result = function(0.5, 5);
        function(1, -1);
    }
    printf("numbers of all kinds: %d %.1f\n", value, result);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1000;
    through_frames();
    zero();
    passing();
    printf("nested: %d\n", nested(9));
    out_of_a_callback();
    numbers_of_all_kinds();
    many(count);
    return 0;
}
