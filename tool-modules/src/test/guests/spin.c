/* Never ends and calls nothing: only fuel, a deadline or cancellation stops it. */
int main(void)
{
    for (volatile unsigned i = 0;; i++)
        ;
}
