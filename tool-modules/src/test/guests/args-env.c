/* Shows what it was given: one line for each argument, then one for each environment variable. */
#include <stdio.h>

extern char **environ;

int main(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        printf("arg %d: %s\n", i, argv[i]);
    for (char **variable = environ; *variable; variable++)
        printf("env: %s\n", *variable);
    return 0;
}
