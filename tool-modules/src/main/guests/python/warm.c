/* The start that all calls share. */
#include "guest.h"

#include <errno.h>
#include <marshal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char BOOT[] = {
#embed "boot.bin"
};

static PyObject *boot; /* the names of boot.py */

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "python: %s\n", what);
    if (Py_IsInitialized() && PyErr_Occurred())
        PyErr_Print();
    abort();
}

static void require(PyStatus status)
{
    if (PyStatus_Exception(status))
        fail(status.err_msg);
}

/* Nothing of the surroundings decides how the interpreter starts. */
static void configure(PyConfig *config)
{
    config->use_environment = 0;
    config->user_site_directory = 0;
    config->site_import = 0;
    config->parse_argv = 0;
    config->write_bytecode = 0;
    config->install_signal_handlers = 0;
    config->pathconfig_warnings = 0;
    /* Hashes of strings are the same in each call, so that a call costs the same: who makes them collide pays with fuel. */
    config->use_hash_seed = 1;
    config->hash_seed = 0;
    config->module_search_paths_set = 1;
    require(PyWideStringList_Append(&config->module_search_paths, LIBRARY));
    require(PyConfig_SetString(config, &config->stdlib_dir, LIBRARY));
    require(PyConfig_SetString(config, &config->program_name, L"python"));
    require(PyConfig_SetString(config, &config->executable, L""));
    require(PyConfig_SetString(config, &config->base_executable, L""));
    require(PyConfig_SetString(config, &config->prefix, L"/usr"));
    require(PyConfig_SetString(config, &config->base_prefix, L"/usr"));
    require(PyConfig_SetString(config, &config->exec_prefix, L"/usr"));
    require(PyConfig_SetString(config, &config->base_exec_prefix, L"/usr"));
}

static void initialize(void)
{
    PyPreConfig before;
    PyPreConfig_InitPythonConfig(&before);
    before.use_environment = 0;
    before.parse_argv = 0;
    before.configure_locale = 0;
    before.utf8_mode = 1;
    require(Py_PreInitialize(&before));

    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    configure(&config);
    require(Py_InitializeFromConfig(&config));
    PyConfig_Clear(&config);
}

/* Calls a function of boot.py, which steals the arguments. */
static void call_boot(const char *name, PyObject *arguments)
{
    PyObject *function = PyDict_GetItemString(boot, name);
    PyObject *result = function && arguments ? PyObject_CallObject(function, arguments) : NULL;
    if (!result)
        fail(name);
    Py_DECREF(result);
    Py_DECREF(arguments);
}

static void preload(void)
{
    PyObject *code = PyMarshal_ReadObjectFromString((const char *)BOOT, sizeof BOOT);
    boot = PyDict_New();
    if (!code || !boot || PyDict_SetItemString(boot, "__builtins__", PyEval_GetBuiltins()) < 0 || !PyEval_EvalCode(code, boot, boot))
        fail("boot.py");
    Py_DECREF(code);
    call_boot("preload", PyTuple_New(0));
}

void guest_warm_start(void)
{
    if (boot)
        return;
    initialize();
    preload();
    guest_keep_modules();
}

/* posix.environ is what os.environ is made on. */
static void set_environment(void)
{
    extern char **environ;
    PyObject *posix = PyImport_ImportModule("posix");
    PyObject *variables = posix ? PyObject_GetAttrString(posix, "environ") : NULL;
    if (!variables)
        fail("environ");
    for (char **entry = environ; entry && *entry; entry++) {
        const char *end = strchr(*entry, '=');
        PyObject *name = end ? PyBytes_FromStringAndSize(*entry, end - *entry) : NULL;
        PyObject *value = end ? PyBytes_FromString(end + 1) : NULL;
        if (name && value)
            PyDict_SetDefault(variables, name, value);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    Py_DECREF(variables);
    Py_DECREF(posix);
}

void guest_begin_call(void)
{
    set_environment();
    call_boot("begin", PyTuple_New(0));
}

void guest_filter_warnings(const char *filter)
{
    call_boot("filter_warnings", Py_BuildValue("(s)", filter));
}

void guest_show_usage(const char *manifest, size_t length)
{
    call_boot("show_usage", Py_BuildValue("(s#)", manifest, (Py_ssize_t)length));
}

void __wasm_call_ctors(void);

/*
 * Does once what every start would do again. A host may call this in a fresh instance that sees the library, keep memory and globals as an
 * image, and let later instances start from it. The C library's constructors, which learn of directories and environment, run here and once
 * more in main(), where the call's own are.
 */
__attribute__((export_name("wizer.initialize"))) void guest_export_warm_start(void)
{
    __wasm_call_ctors();
    guest_warm_start();
}
