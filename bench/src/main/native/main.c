/* Runs one kernel natively and says how long: PROGRAM N CHECKSUM WARMUP_MS ITERATIONS ITERATION_MS.
   Prints one line for each iteration: milliseconds of this thread's processor time for one call. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

uint32_t run(uint32_t n);

static uint32_t size, checksum;

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void call(void)
{
    uint32_t answer = run(size);
    if (answer != checksum) {
        fprintf(stderr, "the native kernel answered 0x%08" PRIx32 "\n", answer);
        exit(1);
    }
}

/* Calls until so much time has passed, and at least once; the time of one call. */
static double repeat(double ms)
{
    double start = now_ms(), passed;
    int calls = 0;
    do {
        call();
        calls++;
        passed = now_ms() - start;
    } while (passed < ms);
    return passed / calls;
}

int main(int count, char **arguments)
{
    if (count != 6)
        return 2;
    size = (uint32_t)strtoul(arguments[1], 0, 10);
    checksum = (uint32_t)strtoul(arguments[2], 0, 10);
    repeat(atof(arguments[3]));
    for (int i = atoi(arguments[4]); i > 0; i--)
        printf("%.6f\n", repeat(atof(arguments[5])));
    return 0;
}
