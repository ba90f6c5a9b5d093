/*
 * Included before SQLite's own source. For WASI, which it knows by this macro, it would leave WAL out; yet that needs the shared memory which WASI
 * lacks only where several connections share a database. The header that insists on the macro has been read then.
 */
#include <wasi/api.h>
#undef __wasi__
