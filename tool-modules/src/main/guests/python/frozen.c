/* The modules that are in the interpreter itself; library.py makes their code. */
#include <Python.h>
#include <internal/pycore_import.h>
#include <stdbool.h>

#include "frozen.h"

#define CODE(array) array, sizeof array, false, NULL

static const struct _frozen bootstrap[] = {
    {"_frozen_importlib", CODE(code_importlib__bootstrap)},
    {"_frozen_importlib_external", CODE(code_importlib__bootstrap_external)},
    {"zipimport", CODE(code_zipimport)},
    {0},
};

static const struct _frozen none[] = {{0}};

static const struct _module_alias aliases[] = {
    {"_frozen_importlib", "importlib._bootstrap"},
    {"_frozen_importlib_external", "importlib._bootstrap_external"},
    {0},
};

const struct _frozen *_PyImport_FrozenBootstrap = bootstrap;
const struct _frozen *_PyImport_FrozenStdlib = none;
const struct _frozen *_PyImport_FrozenTest = none;
const struct _module_alias *_PyImport_FrozenAliases = aliases;
const struct _frozen *PyImport_FrozenModules = NULL;

/* Code objects that upstream's build makes static data of. Here the start that all calls share unmarshals them. */
int _Py_Deepfreeze_Init(void)
{
    return 0;
}

void _Py_Deepfreeze_Fini(void)
{
}
