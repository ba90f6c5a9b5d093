/*
 * The end of a call. Upstream takes the whole interpreter apart, which costs more than most scripts: here the memory goes with the call.
 * What a script can see of it is done: functions registered with atexit, objects of its own modules finalized, files flushed.
 */
#include "guest.h"

#include <internal/pycore_interp.h>
#include <internal/pycore_pylifecycle.h>
#include <internal/pycore_pystate.h>
#include <stdlib.h>

static PyObject *kept; /* the modules that were there before the call */

void guest_keep_modules(void)
{
    kept = PyDict_Copy(PyImport_GetModuleDict());
    PyDict_DelItemString(kept, "__main__"); /* is the script's */
    PyGC_Collect();
    /* What is there now is looked at by no collection any more. */
    PyObject *gc = PyImport_ImportModule("gc");
    PyObject *done = gc ? PyObject_CallMethod(gc, "freeze", NULL) : NULL;
    if (!kept || !done)
        Py_FatalError("cannot keep the modules of the start");
    Py_DECREF(done);
    Py_DECREF(gc);
}

/* Closed files, and None, need not be flushed. */
static int flush(const char *name)
{
    PyObject *file = PySys_GetObject(name);
    if (!file || file == Py_None)
        return 0;
    Py_INCREF(file);
    PyObject *closed = PyObject_GetAttrString(file, "closed");
    int is_closed = closed && PyObject_IsTrue(closed) > 0;
    Py_XDECREF(closed);
    PyErr_Clear();
    PyObject *done = is_closed ? Py_NewRef(Py_None) : PyObject_CallMethod(file, "flush", NULL);
    if (!done)
        PyErr_WriteUnraisable(file);
    Py_DECREF(file);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

/* In the reverse of the order in which they were imported, so that who uses another goes first. */
static void clear_modules(PyObject *modules)
{
    PyObject *names = PyDict_Check(modules) ? PyDict_Keys(modules) : NULL;
    for (Py_ssize_t i = names ? PyList_GET_SIZE(names) : 0; i-- > 0;) {
        PyObject *name = PyList_GET_ITEM(names, i);
        PyObject *module = PyDict_GetItem(modules, name);
        if (module && PyModule_Check(module) && PyDict_GetItem(kept, name) != module) {
            Py_INCREF(module);
            _PyModule_Clear(module);
            Py_DECREF(module);
        }
    }
    Py_XDECREF(names);
    PyErr_Clear();
}

int Py_FinalizeEx(void)
{
    static int is_finished;
    if (is_finished)
        return 0;
    is_finished = 1;
    PyInterpreterState *interpreter = _PyInterpreterState_GET();
    _PyAtExit_Call(interpreter);
    int status = flush("stdout") | flush("stderr");
    PyGC_Enable();
    PyGC_Collect(); /* before, too: files in cycles are finalized in the right order then */
    clear_modules(interpreter->modules);
    PyGC_Collect();
    return status | flush("stdout") | flush("stderr");
}

void Py_Exit(int status)
{
    exit(Py_FinalizeEx() < 0 ? 120 : status);
}
