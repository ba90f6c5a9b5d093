/* The modules that are written in C. */
#include <Python.h>

#define MODULES(X)                                                                                                                  \
    X(_abc) X(_ast) X(_asyncio) X(_bisect) X(_blake2) X(_bz2) X(_codecs) X(_codecs_cn) X(_codecs_hk) X(_codecs_iso2022) X(_codecs_jp) \
    X(_codecs_kr) X(_codecs_tw) X(_collections) X(_contextvars) X(_csv) X(_datetime) X(_decimal) X(_elementtree) X(_functools)       \
    X(_heapq) X(_imp) X(_io) X(_json) X(_locale) X(_lsprof) X(_md5) X(_multibytecodec) X(_opcode) X(_operator) X(_pickle) X(_queue)  \
    X(_random) X(_sha1) X(_sha256) X(_sha3) X(_sha512) X(_signal) X(_sre) X(_stat) X(_statistics) X(_string) X(_struct) X(_symtable) \
    X(_thread) X(_tokenize) X(_tracemalloc) X(_typing) X(_weakref) X(_zoneinfo) X(array) X(atexit) X(binascii) X(cmath) X(errno)     \
    X(faulthandler) X(gc) X(itertools) X(math) X(posix) X(pyexpat) X(select) X(time) X(unicodedata) X(zlib)

#define DECLARE(name) extern PyObject *PyInit_##name(void);
#define ENTRY(name) {#name, PyInit_##name},

MODULES(DECLARE)
extern PyObject *PyMarshal_Init(void);
extern PyObject *_PyWarnings_Init(void);

struct _inittab _PyImport_Inittab[] = {
    MODULES(ENTRY)
    {"marshal", PyMarshal_Init},
    {"_warnings", _PyWarnings_Init},
    {"builtins", NULL},
    {"sys", NULL},
    {0},
};
