package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.List;

/** What the functions on descriptors and on what they describe answer. */
final class DescriptorScenarios {
  private static final List<Scenario> ROWS = new ArrayList<>();

  private DescriptorScenarios() {}

  static List<Scenario> rows() {
    return ROWS;
  }

  private static void row(String name, String line, Scenario.Action action) {
    ROWS.add(new Scenario(name, line, action));
  }

  static {
    row(
        "readlink",
        "path_readlink(fd=3, path='to-file', buf=0x10000, len=100) = 'file', 4",
        g -> g.readlink("to-file", 100));
    row(
        "readlink short",
        "path_readlink(fd=3, path='to-file', buf=0x10000, len=2) = 'fi', 2",
        g -> g.readlink("to-file", 2));
    row(
        "readlink file",
        "path_readlink(fd=3, path='file', buf=0x10000, len=100) = EINVAL",
        g -> g.readlink("file", 100));
    row(
        "readlink missing",
        "path_readlink(fd=3, path='missing', buf=0x10000, len=100) = ENOENT",
        g -> g.readlink("missing", 100));
    row(
        "stat file",
        "path_filestat_get(fd=3, path='file') = {ino=@file, type=REGULAR_FILE, nlink=1, size=10}",
        g -> g.stat("file", false));
    row(
        "stat loop",
        "path_filestat_get(fd=3, path='loop') = {ino=@loop, type=SYMBOLIC_LINK, nlink=1, size=4}",
        g -> g.stat("loop", false));
    row(
        "stat loop following",
        "path_filestat_get(fd=3, lookup=FOLLOW, path='loop') = ELOOP",
        g -> g.stat("loop", true));
    row(
        "stat dangling following",
        "path_filestat_get(fd=3, lookup=FOLLOW, path='dangling') = ENOENT",
        g -> g.stat("dangling", true));
    row(
        "stat file with slash",
        "path_filestat_get(fd=3, path='file/') = ENOTDIR",
        g -> g.stat("file/", false));
    row(
        "set times",
        "path_filestat_set_times(fd=3, path='file', atim=1, mtim=2, fstflags=ATIM|MTIM) = 0",
        g -> times(g, "file", 5));
    row(
        "set times twice at once",
        "path_filestat_set_times(fd=3, path='file', atim=1, mtim=2, fstflags=ATIM|ATIM_NOW) = EINVAL",
        g -> times(g, "file", 3));
    row(
        "set both modified times",
        "path_filestat_set_times(fd=3, path='file', atim=1, mtim=2, fstflags=MTIM|MTIM_NOW) = EINVAL",
        g -> times(g, "file", 12));
    row(
        "set times by unknown flags",
        "path_filestat_set_times(fd=3, path='file', atim=1, mtim=2, fstflags=0x10) = EINVAL",
        g -> times(g, "file", 16));
    row("read a directory", "fd_read(fd=3, iovs=[1]) = EISDIR", g -> g.read(3, 1));
    row("write a directory", "fd_write(fd=3, iovs=['x']) = EISDIR", g -> g.write(3, "x"));
    row("seek a directory", "fd_seek(fd=3, offset=0, whence=SET) = EISDIR", g -> g.seek(3, 0, 0));
    row("tell a directory", "fd_tell(fd=3) = EISDIR", g -> g.call("fd_tell", 3, 0));
    row(
        "allocate a directory",
        "fd_allocate(fd=3, offset=0, size=1) = EISDIR",
        g -> g.call("fd_allocate", 3, 0, 1));
    row(
        "resize a directory",
        "fd_filestat_set_size(fd=3, size=0) = EISDIR",
        g -> g.call("fd_filestat_set_size", 3, 0));
    row(
        "write a read-only descriptor",
        "fd_write(fd=4, iovs=['x']) = ENOTCAPABLE",
        g -> g.write(g.opened("file", "r"), "x"));
    row(
        "read a write-only descriptor",
        "fd_read(fd=4, iovs=[1]) = ENOTCAPABLE",
        g -> g.read(g.opened("file", "w"), 1));
    row(
        "write to a closed descriptor",
        "fd_write(fd=99, iovs=['x']) = EBADF",
        g -> g.write(99, "x"));
    row("read at negative descriptor", "fd_read(fd=-1, iovs=[1]) = EBADF", g -> g.read(-1, 1));
    row(
        "seek before the start",
        "fd_seek(fd=4, offset=-1, whence=SET) = EINVAL",
        g -> g.seek(g.opened("file", "r"), -1, 0));
    row(
        "seek by unknown base",
        "fd_seek(fd=4, offset=0, whence=3) = EINVAL",
        g -> g.seek(g.opened("file", "r"), 0, 3));
    row(
        "seek overflowing",
        "fd_seek(fd=4, offset=1, whence=CUR) = EINVAL",
        g -> overflowingSeek(g));
    row(
        "seek standard input",
        "fd_seek(fd=0, offset=0, whence=SET) = ESPIPE",
        g -> g.seek(0, 0, 0));
    row("tell standard output", "fd_tell(fd=1) = ESPIPE", g -> g.call("fd_tell", 1, 0));
    row(
        "pread standard input",
        "fd_pread(fd=0, iovs=[], offset=0) = ESPIPE",
        g -> g.call("fd_pread", 0, 0, 0, 0, 0));
    row(
        "pread at negative offset",
        "fd_pread(fd=4, iovs=[1], offset=-1) = EINVAL",
        g -> at(g, "fd_pread", -1));
    row(
        "pwrite at negative offset",
        "fd_pwrite(fd=4, iovs=['\\x00'], offset=-1) = EINVAL",
        g -> at(g, "fd_pwrite", -1));
    row(
        "pwrite at the end of offsets",
        "fd_pwrite(fd=4, iovs=['\\x00'], offset=9223372036854775807) = EFBIG",
        g -> at(g, "fd_pwrite", Long.MAX_VALUE));
    row(
        "pwrite far out",
        "fd_pwrite(fd=4, iovs=['\\x00'], offset=1099511627776) = ENOSPC",
        g -> at(g, "fd_pwrite", 1L << 40));
    row(
        "list a file",
        "fd_readdir(fd=4, buf=0x10000, len=100, cookie=0) = ENOTDIR",
        g -> list(g, g.opened("file", "r"), 0));
    row(
        "list with a cookie never given",
        "fd_readdir(fd=3, buf=0x10000, len=100, cookie=1000) = EINVAL",
        g -> list(g, 3, 1000));
    row(
        "list with a negative cookie",
        "fd_readdir(fd=3, buf=0x10000, len=100, cookie=-1) = EINVAL",
        g -> list(g, 3, -1));
    row(
        "allocate nothing",
        "fd_allocate(fd=4, offset=0, size=0) = EINVAL",
        g -> g.call("fd_allocate", g.opened("file", "w"), 0, 0));
    row(
        "allocate negative",
        "fd_allocate(fd=4, offset=0, size=-1) = EINVAL",
        g -> g.call("fd_allocate", g.opened("file", "w"), 0, -1));
    row(
        "allocate overflow",
        "fd_allocate(fd=4, offset=9223372036854775807, size=1) = EFBIG",
        g -> allocate(g, Long.MAX_VALUE, 1));
    row(
        "allocate 8 GiB",
        "fd_allocate(fd=4, offset=0, size=8589934592) = ENOSPC",
        g -> allocate(g, 0, 8L << 30));
    row(
        "advise",
        "fd_advise(fd=4, offset=0, size=0, advice=NOREUSE) = 0",
        g -> g.call("fd_advise", g.opened("file", "r"), 0, 0, 5));
    row(
        "advise unknown",
        "fd_advise(fd=4, offset=0, size=0, advice=6) = EINVAL",
        g -> g.call("fd_advise", g.opened("file", "r"), 0, 0, 6));
    row("sync", "fd_sync(fd=4) = 0", g -> g.call("fd_sync", g.opened("file", "w")));
    row("datasync", "fd_datasync(fd=4) = 0", g -> g.call("fd_datasync", g.opened("file", "w")));
    row(
        "close twice",
        "fd_close(fd=4) = EBADF",
        g -> g.close(g.opened("file", "r")) == Errno.SUCCESS ? g.close(4) : null);
    row(
        "prestat of the root",
        "fd_prestat_get(fd=3) = {name_len=1}",
        g -> g.call("fd_prestat_get", 3, 0));
    row("prestat of a stream", "fd_prestat_get(fd=1) = EBADF", g -> g.call("fd_prestat_get", 1, 0));
    row(
        "prestat of an opened directory",
        "fd_prestat_get(fd=4) = EBADF",
        g -> prestat(g, g.opened("full", "d")));
    row(
        "prestat name in no room",
        "fd_prestat_dir_name(fd=3, buf=0x0, len=0) = ENAMETOOLONG",
        g -> g.call("fd_prestat_dir_name", 3, 0, 0));
    row(
        "set unknown descriptor flags",
        "fd_fdstat_set_flags(fd=1, fdflags=0x20) = EINVAL",
        g -> g.call("fd_fdstat_set_flags", 1, 32));
    row(
        "gain rights",
        "fd_fdstat_set_rights(fd=3, rights=ALL, inheriting=0) = ENOTCAPABLE",
        g -> g.call("fd_fdstat_set_rights", 3, -1, 0));
    row(
        "drop rights",
        "fd_fdstat_set_rights(fd=3, rights=0, inheriting=0) = 0",
        g -> g.call("fd_fdstat_set_rights", 3, 0, 0));
    row(
        "clock of the process",
        "clock_time_get(clock=PROCESS_CPUTIME, precision=0) = ENOTSUP",
        g -> g.call("clock_time_get", 2, 0, 0));
    row(
        "clock of the thread",
        "clock_res_get(clock=THREAD_CPUTIME) = ENOTSUP",
        g -> g.call("clock_res_get", 3, 0));
    row(
        "clock unknown",
        "clock_time_get(clock=4, precision=0) = EINVAL",
        g -> g.call("clock_time_get", 4, 0, 0));
    row(
        "shut down a closed descriptor",
        "sock_shutdown(fd=99, flags=0x4d) = EBADF",
        g -> g.call("sock_shutdown", 99, 77));
    row(
        "poll nothing",
        "poll_oneoff(subscriptions=[]) = EINVAL",
        g -> g.call("poll_oneoff", 0, 0, 0, 0));
    row(
        "poll 1025 times",
        "poll_oneoff(subscriptions=[CLOCK(REALTIME, 0), CLOCK(REALTIME, 0), CLOCK(REALTIME, 0), CLOCK(REALTIME, 0), ...]) = EINVAL",
        g -> g.call("poll_oneoff", 0, 0, 1025, 0));
    row(
        "poll 10 million times",
        "poll_oneoff(subscriptions=[CLOCK(REALTIME, 0), CLOCK(REALTIME, 0), CLOCK(REALTIME, 0), CLOCK(REALTIME, 0), ...]) = EINVAL",
        g -> g.call("poll_oneoff", 0, 0, 10_000_000, 0));

    row(
        "readlink directory",
        "path_readlink(fd=3, path='full', buf=0x10000, len=9) = EINVAL",
        g -> g.readlink("full", 9));
    row(
        "readlink in no room",
        "path_readlink(fd=3, path='to-file', buf=0x10000, len=0) = '', 0",
        g -> g.readlink("to-file", 0));
    row(
        "readlink link with slash",
        "path_readlink(fd=3, path='to-full/', buf=0x10000, len=9) = EINVAL",
        g -> g.readlink("to-full/", 9));
    row(
        "stat link",
        "path_filestat_get(fd=3, path='to-file') = {ino=@to-file, type=SYMBOLIC_LINK, nlink=1, size=4}",
        g -> g.stat("to-file", false));
    row(
        "stat link following",
        "path_filestat_get(fd=3, lookup=FOLLOW, path='to-file') = {ino=@file, type=REGULAR_FILE, nlink=1, size=10}",
        g -> g.stat("to-file", true));
    row(
        "stat directory",
        "path_filestat_get(fd=3, path='empty') = {ino=@empty, type=DIRECTORY, nlink=1, size=0}",
        g -> g.stat("empty", false));
    row(
        "stat dot",
        "path_filestat_get(fd=3, path='.') = {ino=1, type=DIRECTORY, nlink=1, size=0}",
        g -> g.stat(".", false));
    row(
        "stat link with slash",
        "path_filestat_get(fd=3, path='to-full/') = {ino=@full, type=DIRECTORY, nlink=1, size=0}",
        g -> g.stat("to-full/", false));
    row(
        "stat missing",
        "path_filestat_get(fd=3, path='missing') = ENOENT",
        g -> g.stat("missing", false));
    row(
        "stat through loop",
        "path_filestat_get(fd=3, path='loop/x') = ELOOP",
        g -> g.stat("loop/x", false));
    row(
        "set times of a dangling link",
        "path_filestat_set_times(fd=3, path='dangling', atim=1, mtim=2, fstflags=ATIM|MTIM) = 0",
        g -> times(g, "dangling", 5));
    row(
        "set times to now",
        "path_filestat_set_times(fd=3, path='file', atim=1, mtim=2, fstflags=ATIM_NOW|MTIM_NOW) = 0",
        g -> times(g, "file", 10));
    row(
        "set times missing",
        "path_filestat_set_times(fd=3, path='missing', atim=1, mtim=2, fstflags=ATIM|MTIM) = ENOENT",
        g -> times(g, "missing", 5));
    row(
        "advise a directory",
        "fd_advise(fd=3, offset=0, size=1, advice=NORMAL) = EISDIR",
        g -> g.call("fd_advise", 3, 0, 1, 0));
    row(
        "advise negative",
        "fd_advise(fd=4, offset=-1, size=1, advice=NORMAL) = EINVAL",
        g -> g.call("fd_advise", g.opened("file", "r"), -1, 1, 0));
    row(
        "advise overflow",
        "fd_advise(fd=4, offset=9223372036854775807, size=1, advice=NORMAL) = EINVAL",
        g -> g.call("fd_advise", g.opened("file", "r"), Long.MAX_VALUE, 1, 0));
    row(
        "advise standard input",
        "fd_advise(fd=0, offset=0, size=1, advice=NORMAL) = ESPIPE",
        g -> g.call("fd_advise", 0, 0, 1, 0));
  }

  private static Errno times(Guest guest, String path, int flags) {
    int length = guest.text(Guest.PATH, path);
    return guest.call("path_filestat_set_times", 3, 0, Guest.PATH, length, 1, 2, flags);
  }

  private static Errno overflowingSeek(Guest guest) {
    int fd = guest.opened("file", "r");
    Guest.ok(guest.seek(fd, Long.MAX_VALUE, 0));
    return guest.seek(fd, 1, 1);
  }

  private static Errno at(Guest guest, String name, long offset) {
    guest.buffers(Guest.DATA, 1);
    return guest.call(name, guest.opened("file", "rw"), Guest.BUFFERS, 1, offset, Guest.RESULT);
  }

  private static Errno list(Guest guest, int fd, long cookie) {
    return guest.call("fd_readdir", fd, Guest.DATA, 100, cookie, Guest.RESULT);
  }

  private static Errno allocate(Guest guest, long offset, long length) {
    return guest.call("fd_allocate", guest.opened("file", "w"), offset, length);
  }

  private static Errno prestat(Guest guest, int fd) {
    return guest.call("fd_prestat_get", fd, 0);
  }
}
