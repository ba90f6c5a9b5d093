/* Writes to standard output without end. */
#include <string.h>
#include <unistd.h>

int main(void)
{
    static char line[4096];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\n';
    while (write(STDOUT_FILENO, line, sizeof line) >= 0)
        ;
    return 1;
}
