/* Standard input to standard output. */
#include <unistd.h>

static char buffer[65536];

int main(void)
{
    for (ssize_t count; (count = read(STDIN_FILENO, buffer, sizeof buffer)) != 0;) {
        if (count < 0)
            return 1;
        for (ssize_t done = 0; done < count;) {
            ssize_t written = write(STDOUT_FILENO, buffer + done, (size_t)(count - done));
            if (written < 0)
                return 1;
            done += written;
        }
    }
    return 0;
}
