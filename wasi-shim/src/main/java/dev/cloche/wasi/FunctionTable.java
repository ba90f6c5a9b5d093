package dev.cloche.wasi;

import static dev.cloche.wasi.Function.Parameter.INT;
import static dev.cloche.wasi.Function.Parameter.LENGTH;
import static dev.cloche.wasi.Function.Parameter.LONG;
import static dev.cloche.wasi.Function.Parameter.POINTER;

import dev.cloche.wasi.Function.Binding;
import dev.cloche.wasi.Function.Parameter;
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
    errno("args_get", groups -> groups.args()::get, POINTER, POINTER);
    errno("args_sizes_get", groups -> groups.args()::sizesGet, POINTER, POINTER);
    errno("environ_get", groups -> groups.environ()::get, POINTER, POINTER);
    errno("environ_sizes_get", groups -> groups.environ()::sizesGet, POINTER, POINTER);

    errno("clock_res_get", groups -> groups.clock()::resGet, INT, POINTER);
    errno("clock_time_get", groups -> groups.clock()::timeGet, INT, LONG, POINTER);

    errno("fd_advise", groups -> groups.fd()::advise, INT, LONG, LONG, INT);
    errno("fd_allocate", groups -> groups.fd()::allocate, INT, LONG, LONG);
    errno("fd_close", groups -> groups.fd()::close, INT);
    errno("fd_datasync", groups -> groups.fd()::datasync, INT);
    errno("fd_fdstat_get", groups -> groups.fd()::fdstatGet, INT, POINTER);
    errno("fd_fdstat_set_flags", groups -> groups.fd()::fdstatSetFlags, INT, INT);
    errno("fd_fdstat_set_rights", groups -> groups.fd()::fdstatSetRights, INT, LONG, LONG);
    errno("fd_filestat_get", groups -> groups.fd()::filestatGet, INT, POINTER);
    errno("fd_filestat_set_size", groups -> groups.fd()::filestatSetSize, INT, LONG);
    errno("fd_filestat_set_times", groups -> groups.fd()::filestatSetTimes, INT, LONG, LONG, INT);
    errno("fd_pread", groups -> groups.data()::pread, INT, POINTER, LENGTH, LONG, POINTER);
    errno("fd_prestat_get", groups -> groups.fd()::prestatGet, INT, POINTER);
    errno("fd_prestat_dir_name", groups -> groups.fd()::prestatDirName, INT, POINTER, LENGTH);
    errno("fd_pwrite", groups -> groups.data()::pwrite, INT, POINTER, LENGTH, LONG, POINTER);
    errno("fd_read", groups -> groups.data()::read, INT, POINTER, LENGTH, POINTER);
    errno("fd_readdir", groups -> groups.data()::readdir, INT, POINTER, LENGTH, LONG, POINTER);
    errno("fd_renumber", groups -> groups.fd()::renumber, INT, INT);
    errno("fd_seek", groups -> groups.data()::seek, INT, LONG, INT, POINTER);
    errno("fd_sync", groups -> groups.fd()::sync, INT);
    errno("fd_tell", groups -> groups.data()::tell, INT, POINTER);
    errno("fd_write", groups -> groups.data()::write, INT, POINTER, LENGTH, POINTER);

    errno("path_create_directory", groups -> groups.path()::createDirectory, INT, POINTER, LENGTH);
    errno(
        "path_filestat_get",
        groups -> groups.path()::filestatGet,
        INT,
        INT,
        POINTER,
        LENGTH,
        POINTER);
    errno(
        "path_filestat_set_times",
        groups -> groups.path()::filestatSetTimes,
        INT,
        INT,
        POINTER,
        LENGTH,
        LONG,
        LONG,
        INT);
    errno(
        "path_link",
        groups -> groups.path()::link,
        INT,
        INT,
        POINTER,
        LENGTH,
        INT,
        POINTER,
        LENGTH);
    errno(
        "path_open",
        groups -> groups.path()::open,
        INT,
        INT,
        POINTER,
        LENGTH,
        INT,
        LONG,
        LONG,
        INT,
        POINTER);
    errno(
        "path_readlink",
        groups -> groups.path()::readlink,
        INT,
        POINTER,
        LENGTH,
        POINTER,
        LENGTH,
        POINTER);
    errno("path_remove_directory", groups -> groups.path()::removeDirectory, INT, POINTER, LENGTH);
    errno(
        "path_rename", groups -> groups.path()::rename, INT, POINTER, LENGTH, INT, POINTER, LENGTH);
    errno("path_symlink", groups -> groups.path()::symlink, POINTER, LENGTH, INT, POINTER, LENGTH);
    errno("path_unlink_file", groups -> groups.path()::unlinkFile, INT, POINTER, LENGTH);

    errno("poll_oneoff", groups -> groups.poll()::oneoff, POINTER, POINTER, LENGTH, POINTER);
    add(new Function("proc_exit", List.of(INT), false, groups -> groups.process()::exit));
    errno("proc_raise", groups -> groups.process()::raise, INT);
    errno("sched_yield", groups -> groups.process()::schedYield);
    errno("random_get", groups -> groups.random()::get, POINTER, LENGTH);

    errno("sock_accept", groups -> groups.socket()::accept, INT, INT, POINTER);
    errno(
        "sock_recv",
        groups -> groups.socket()::receive,
        INT,
        POINTER,
        LENGTH,
        INT,
        POINTER,
        POINTER);
    errno("sock_send", groups -> groups.socket()::send, INT, POINTER, LENGTH, INT, POINTER);
    errno("sock_shutdown", groups -> groups.socket()::shutdown, INT, INT);
  }

  private FunctionTable() {}

  private static void errno(String name, Binding binding, Parameter... parameters) {
    add(new Function(name, List.of(parameters), true, binding));
  }

  private static void add(Function function) {
    FUNCTIONS.put(function.name(), function);
  }

  /** Returns all functions by name. */
  static Map<String, Function> functions() {
    return Collections.unmodifiableMap(FUNCTIONS);
  }
}
