/* Options, and what is to be run. */
#include "guest.h"

#include <internal/pycore_interp.h>
#include <internal/pycore_pystate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAD_USAGE = 2 };

/* The usage text is the manifest's, so that what a host shows and what -h prints cannot differ. */
static const char MANIFEST[] = {
#embed "manifest.json"
    , 0};

typedef struct {
    int next;          /* index of the argument to look at */
    const char *value; /* what came with the option that ended the options */
    char kind;         /* 'c' or 'm' for that option, 'h' and 'V' if no more is to be done, 0 for a file */
} Options;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "python: %s: %s\n", what, why);
    return BAD_USAGE;
}

/* Options that change nothing here: what they would turn off is off, and there is no terminal. */
static int is_without_effect(char option)
{
    return strchr("bBdEIPqRsSuv", option) != NULL;
}

static int set_option(PyConfig *config, char option, const char *value)
{
    switch (option) {
    case 'O':
        config->optimization_level++;
        return 0;
    case 'x':
        config->skip_source_first_line = 1;
        return 0;
    case 'W':
        guest_filter_warnings(value);
        return 0;
    case 'X':
        return 0;
    default:
        return is_without_effect(option) ? 0 : -1;
    }
}

/* Reads options as CPython does: letters may share a dash, and a value may follow its letter or be the next argument. */
static int read_options(PyConfig *config, int argc, char **argv, Options *options)
{
    while (options->next < argc && argv[options->next][0] == '-' && argv[options->next][1] != '\0') {
        const char *argument = argv[options->next++];
        if (strcmp(argument, "--") == 0)
            break;
        if (strcmp(argument, "--version") == 0 || strcmp(argument, "--help") == 0) {
            options->kind = argument[2] == 'v' ? 'V' : 'h';
            return 0;
        }
        for (const char *letter = argument + 1; *letter; letter++) {
            const char *value = NULL;
            if (strchr("cmWX", *letter)) {
                value = letter[1] ? letter + 1 : options->next < argc ? argv[options->next++] : NULL;
                if (!value)
                    return fail(argument, "the value is missing");
            }
            if (strchr("cmhV", *letter)) {
                options->kind = *letter;
                options->value = value;
                return 0;
            }
            if (set_option(config, *letter, value) < 0)
                return fail(argument, "unknown option; python -h shows the usage");
            if (value)
                break;
        }
    }
    return 0;
}

static wchar_t *decode(const char *text)
{
    wchar_t *wide = Py_DecodeLocale(text, NULL);
    if (!wide)
        Py_FatalError("out of memory");
    return wide;
}

/* The command of -c ends with a line end, as in upstream's main(). */
static wchar_t *decode_command(const char *text)
{
    size_t length = strlen(text);
    char *line = PyMem_RawMalloc(length + 2);
    if (!line)
        Py_FatalError("out of memory");
    memcpy(line, text, length);
    memcpy(line + length, "\n", 2);
    wchar_t *command = decode(line);
    PyMem_RawFree(line);
    return command;
}

/* Sets sys.argv, and the same for upstream's main(), which looks there for the directory of the script. */
static void set_arguments(PyConfig *config, const char *first, int count, char **rest)
{
    PyObject *list = PyList_New(0);
    wchar_t **items = PyMem_RawCalloc((size_t)count + 1, sizeof(wchar_t *));
    if (!list || !items)
        Py_FatalError("out of memory");
    for (int i = 0; i <= count; i++) {
        items[i] = decode(i ? rest[i - 1] : first);
        PyObject *item = PyUnicode_FromWideChar(items[i], -1);
        if (!item || PyList_Append(list, item) < 0)
            Py_FatalError("out of memory");
        Py_DECREF(item);
    }
    config->argv = (PyWideStringList){.length = count + 1, .items = items};
    PySys_SetObject("argv", list);
    Py_DECREF(list);
}

/* Says what is to be run, and with which arguments. */
static void choose(PyConfig *config, const Options *options, int argc, char **argv)
{
    const char *first = options->kind == 'c' ? "-c" : "-m";
    int next = options->next;
    if (options->kind == 'c') {
        config->run_command = decode_command(options->value);
    } else if (options->kind == 'm') {
        config->run_module = decode(options->value);
    } else {
        first = next < argc ? argv[next++] : "";
        if (*first && strcmp(first, "-") != 0)
            config->run_filename = decode(first);
    }
    set_arguments(config, first, argc - next, argv + next);
}

static int run_command(int argc, char **argv)
{
    Options options = {.next = 1};
    guest_warm_start();
    PyConfig *config = (PyConfig *)_PyInterpreterState_GetConfig(_PyInterpreterState_GET());
    int status = read_options(config, argc, argv, &options);
    if (status != 0)
        return status;
    if (options.kind == 'V') {
        puts("Python " PY_VERSION);
        return 0;
    }
    guest_begin_call();
    choose(config, &options, argc, argv);
    if (options.kind == 'h') {
        guest_show_usage(MANIFEST, sizeof MANIFEST - 1);
        return Py_FinalizeEx() < 0 ? 120 : 0;
    }
    return Py_RunMain();
}

void __wasm_call_ctors(void);

int main(int argc, char **argv)
{
    __wasm_call_ctors(); /* see guest_export_warm_start() */
    exit(run_command(argc, argv));
}
