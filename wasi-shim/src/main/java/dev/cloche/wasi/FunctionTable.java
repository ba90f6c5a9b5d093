package dev.cloche.wasi;

import static dev.cloche.wasi.Parameter.ACCESSED;
import static dev.cloche.wasi.Parameter.ADVICE;
import static dev.cloche.wasi.Parameter.BYTES;
import static dev.cloche.wasi.Parameter.CLOCK;
import static dev.cloche.wasi.Parameter.COOKIE;
import static dev.cloche.wasi.Parameter.EVENTS;
import static dev.cloche.wasi.Parameter.FD;
import static dev.cloche.wasi.Parameter.FDSTAT_RESULT;
import static dev.cloche.wasi.Parameter.FD_FLAGS;
import static dev.cloche.wasi.Parameter.FILESTAT_RESULT;
import static dev.cloche.wasi.Parameter.FROM;
import static dev.cloche.wasi.Parameter.INHERITING;
import static dev.cloche.wasi.Parameter.INTO;
import static dev.cloche.wasi.Parameter.INT_RESULT;
import static dev.cloche.wasi.Parameter.LENGTH;
import static dev.cloche.wasi.Parameter.LONG_RESULT;
import static dev.cloche.wasi.Parameter.LOOKUP_FLAGS;
import static dev.cloche.wasi.Parameter.MODIFIED;
import static dev.cloche.wasi.Parameter.NEW_FD;
import static dev.cloche.wasi.Parameter.NEW_PATH;
import static dev.cloche.wasi.Parameter.OFFSET;
import static dev.cloche.wasi.Parameter.OPEN_FLAGS;
import static dev.cloche.wasi.Parameter.PATH;
import static dev.cloche.wasi.Parameter.POINTERS;
import static dev.cloche.wasi.Parameter.PRECISION;
import static dev.cloche.wasi.Parameter.PRESTAT_RESULT;
import static dev.cloche.wasi.Parameter.RIGHTS;
import static dev.cloche.wasi.Parameter.SET_FD_FLAGS;
import static dev.cloche.wasi.Parameter.SHORT_RESULT;
import static dev.cloche.wasi.Parameter.SIGNAL;
import static dev.cloche.wasi.Parameter.SIZE;
import static dev.cloche.wasi.Parameter.SOCKET_FLAGS;
import static dev.cloche.wasi.Parameter.STATUS;
import static dev.cloche.wasi.Parameter.STRINGS;
import static dev.cloche.wasi.Parameter.SUBSCRIPTIONS;
import static dev.cloche.wasi.Parameter.TARGET;
import static dev.cloche.wasi.Parameter.TEXT;
import static dev.cloche.wasi.Parameter.TIME_FLAGS;
import static dev.cloche.wasi.Parameter.TO_FD;
import static dev.cloche.wasi.Parameter.WHENCE;

import dev.cloche.wasi.Function.Binding;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The 46 functions of {@code wasi_snapshot_preview1}: name, code, parameters. Types for linking,
 * host functions and the tests of bad pointers all come from here.
 */
final class FunctionTable {
  private static final Map<String, Function> FUNCTIONS = new LinkedHashMap<>();

  static {
    errno("args_get", groups -> groups.args()::get, POINTERS, STRINGS);
    errno("args_sizes_get", groups -> groups.args()::sizesGet, INT_RESULT, INT_RESULT);
    errno("environ_get", groups -> groups.environ()::get, POINTERS, STRINGS);
    errno("environ_sizes_get", groups -> groups.environ()::sizesGet, INT_RESULT, INT_RESULT);

    errno("clock_res_get", groups -> groups.clock()::resGet, CLOCK, LONG_RESULT);
    errno("clock_time_get", groups -> groups.clock()::timeGet, CLOCK, PRECISION, LONG_RESULT);

    errno("fd_advise", groups -> groups.fd()::advise, FD, OFFSET, SIZE, ADVICE);
    errno("fd_allocate", groups -> groups.fd()::allocate, FD, OFFSET, SIZE);
    errno("fd_close", groups -> groups.fd()::close, FD);
    errno("fd_datasync", groups -> groups.fd()::datasync, FD);
    errno("fd_fdstat_get", groups -> groups.fd()::fdstatGet, FD, FDSTAT_RESULT);
    errno("fd_fdstat_set_flags", groups -> groups.fd()::fdstatSetFlags, FD, SET_FD_FLAGS);
    errno("fd_fdstat_set_rights", groups -> groups.fd()::fdstatSetRights, FD, RIGHTS, INHERITING);
    errno("fd_filestat_get", groups -> groups.fd()::filestatGet, FD, FILESTAT_RESULT);
    errno("fd_filestat_set_size", groups -> groups.fd()::filestatSetSize, FD, SIZE);
    errno(
        "fd_filestat_set_times",
        groups -> groups.fd()::filestatSetTimes,
        FD,
        ACCESSED,
        MODIFIED,
        TIME_FLAGS);
    errno("fd_pread", groups -> groups.data()::pread, FD, INTO, LENGTH, OFFSET, INT_RESULT);
    errno("fd_prestat_get", groups -> groups.fd()::prestatGet, FD, PRESTAT_RESULT);
    errno("fd_prestat_dir_name", groups -> groups.fd()::prestatDirName, FD, TEXT, LENGTH);
    errno("fd_pwrite", groups -> groups.data()::pwrite, FD, FROM, LENGTH, OFFSET, INT_RESULT);
    errno("fd_read", groups -> groups.data()::read, FD, INTO, LENGTH, INT_RESULT);
    errno("fd_readdir", groups -> groups.data()::readdir, FD, BYTES, LENGTH, COOKIE, INT_RESULT);
    errno("fd_renumber", groups -> groups.fd()::renumber, FD, TO_FD);
    errno("fd_seek", groups -> groups.data()::seek, FD, OFFSET, WHENCE, LONG_RESULT);
    errno("fd_sync", groups -> groups.fd()::sync, FD);
    errno("fd_tell", groups -> groups.data()::tell, FD, LONG_RESULT);
    errno("fd_write", groups -> groups.data()::write, FD, FROM, LENGTH, INT_RESULT);

    errno("path_create_directory", groups -> groups.path()::createDirectory, FD, PATH, LENGTH);
    errno(
        "path_filestat_get",
        groups -> groups.path()::filestatGet,
        FD,
        LOOKUP_FLAGS,
        PATH,
        LENGTH,
        FILESTAT_RESULT);
    errno(
        "path_filestat_set_times",
        groups -> groups.path()::filestatSetTimes,
        FD,
        LOOKUP_FLAGS,
        PATH,
        LENGTH,
        ACCESSED,
        MODIFIED,
        TIME_FLAGS);
    errno(
        "path_link",
        groups -> groups.path()::link,
        FD,
        LOOKUP_FLAGS,
        PATH,
        LENGTH,
        NEW_FD,
        NEW_PATH,
        LENGTH);
    errno(
        "path_open",
        groups -> groups.path()::open,
        FD,
        LOOKUP_FLAGS,
        PATH,
        LENGTH,
        OPEN_FLAGS,
        RIGHTS,
        INHERITING,
        FD_FLAGS,
        INT_RESULT);
    errno(
        "path_readlink",
        groups -> groups.path()::readlink,
        FD,
        PATH,
        LENGTH,
        TEXT,
        LENGTH,
        INT_RESULT);
    errno("path_remove_directory", groups -> groups.path()::removeDirectory, FD, PATH, LENGTH);
    errno(
        "path_rename", groups -> groups.path()::rename, FD, PATH, LENGTH, NEW_FD, NEW_PATH, LENGTH);
    errno("path_symlink", groups -> groups.path()::symlink, TARGET, LENGTH, FD, PATH, LENGTH);
    errno("path_unlink_file", groups -> groups.path()::unlinkFile, FD, PATH, LENGTH);

    errno(
        "poll_oneoff", groups -> groups.poll()::oneoff, SUBSCRIPTIONS, EVENTS, LENGTH, INT_RESULT);
    add("proc_exit", List.of(STATUS), false, groups -> groups.process()::exit);
    errno("proc_raise", groups -> groups.process()::raise, SIGNAL);
    errno("sched_yield", groups -> groups.process()::schedYield);
    errno("random_get", groups -> groups.random()::get, BYTES, LENGTH);

    errno("sock_accept", groups -> groups.socket()::accept, FD, FD_FLAGS, INT_RESULT);
    errno(
        "sock_recv",
        groups -> groups.socket()::receive,
        FD,
        INTO,
        LENGTH,
        SOCKET_FLAGS,
        INT_RESULT,
        SHORT_RESULT);
    errno("sock_send", groups -> groups.socket()::send, FD, FROM, LENGTH, SOCKET_FLAGS, INT_RESULT);
    errno("sock_shutdown", groups -> groups.socket()::shutdown, FD, SOCKET_FLAGS);
  }

  private FunctionTable() {}

  private static void errno(String name, Binding binding, Parameter... parameters) {
    add(name, List.of(parameters), true, binding);
  }

  private static void add(
      String name, List<Parameter> parameters, boolean returnsErrno, Binding binding) {
    FUNCTIONS.put(name, new Function(HostModule.PREVIEW1, name, parameters, returnsErrno, binding));
  }

  /** Returns all functions by name. */
  static Map<String, Function> functions() {
    return Collections.unmodifiableMap(FUNCTIONS);
  }
}
