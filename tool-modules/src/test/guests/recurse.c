/* Endless recursion that takes nothing of linear memory, so that only the engine's own stack ends it. */
static volatile int bottom;

__attribute__((noinline)) static int down(int depth)
{
    return bottom == depth ? depth : down(depth + 1) ^ bottom;
}

int main(void)
{
    bottom = -1;
    return down(0);
}
