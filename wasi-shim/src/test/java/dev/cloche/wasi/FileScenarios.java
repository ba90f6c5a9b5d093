package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.List;

/** What calls on open files that succeed leave behind, as their traces tell it. */
final class FileScenarios {
  private static final List<Scenario> ROWS = new ArrayList<>();

  private FileScenarios() {}

  static List<Scenario> rows() {
    return ROWS;
  }

  private static void row(String name, String line, Scenario.Action action) {
    ROWS.add(new Scenario(name, line, action));
  }

  static {
    row("read", "fd_read(fd=4, iovs=[4]) = '0123', 4", g -> g.read(g.opened("file", "r"), 4));
    row(
        "read to the end",
        "fd_read(fd=4, iovs=[100]) = '0123456789', 10",
        g -> g.read(g.opened("file", "r"), 100));
    row("read beyond the end", "fd_read(fd=4, iovs=[5]) = '', 0", FileScenarios::readBeyond);
    row(
        "read in two buffers",
        "fd_read(fd=4, iovs=[3, 2]) = '01234', 5",
        g -> vector(g, "fd_read", g.opened("file", "r")));
    row("read nothing", "fd_read(fd=4, iovs=[0]) = '', 0", g -> g.read(g.opened("file", "r"), 0));
    row("read an empty list", "fd_read(fd=4, iovs=[]) = '', 0", g -> empty(g, "fd_read"));
    row("read standard input at its end", "fd_read(fd=0, iovs=[9]) = '', 0", g -> g.read(0, 9));
    row(
        "pread",
        "fd_pread(fd=4, iovs=[3, 2], offset=5) = '56789', 5",
        g -> positioned(g, "fd_pread", "r", 5));
    row(
        "pread beyond the end",
        "fd_pread(fd=4, iovs=[3, 2], offset=50) = '', 0",
        g -> positioned(g, "fd_pread", "r", 50));
    row(
        "pread at the end of offsets",
        "fd_pread(fd=4, iovs=[3, 2], offset=9223372036854775807) = '', 0",
        g -> positioned(g, "fd_pread", "r", Long.MAX_VALUE));
    row(
        "pread a write-only descriptor",
        "fd_pread(fd=4, iovs=[3, 2], offset=0) = ENOTCAPABLE",
        g -> positioned(g, "fd_pread", "w", 0));
    row("write", "fd_write(fd=4, iovs=['a\\tb']) = 3", g -> g.write(g.opened("file", "w"), "a\tb"));
    row("write nothing", "fd_write(fd=4, iovs=['']) = 0", g -> g.write(g.opened("file", "w"), ""));
    row("write an empty list", "fd_write(fd=4, iovs=[]) = 0", g -> empty(g, "fd_write"));
    row("write to standard output", "fd_write(fd=1, iovs=['hi\\n']) = 3", g -> g.write(1, "hi\n"));
    row(
        "write to standard input",
        "fd_write(fd=0, iovs=['hi']) = ENOTCAPABLE",
        g -> g.write(0, "hi"));
    row(
        "write much",
        "fd_write(fd=4, iovs=['xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...]) = 1000",
        g -> g.write(g.opened("file", "w"), "x".repeat(1000)));
    row("write Unicode", "fd_write(fd=1, iovs=['\\xe2\\x82\\xac']) = 3", g -> g.write(1, "\u20ac"));
    row(
        "pwrite",
        "fd_pwrite(fd=4, iovs=['abc', 'de'], offset=2) = 5",
        g -> positioned(g, "fd_pwrite", "w", 2));
    row(
        "pwrite appending",
        "fd_pwrite(fd=4, iovs=['abc', 'de'], offset=0) = 5",
        g -> positioned(g, "fd_pwrite", "wa", 0));
    row(
        "pwrite a read-only descriptor",
        "fd_pwrite(fd=4, iovs=['abc', 'de'], offset=0) = ENOTCAPABLE",
        g -> positioned(g, "fd_pwrite", "r", 0));

    row(
        "seek to the end",
        "fd_seek(fd=4, offset=0, whence=END) = 10",
        g -> g.seek(g.opened("file", "r"), 0, 2));
    row(
        "seek beyond the end",
        "fd_seek(fd=4, offset=100, whence=END) = 110",
        g -> g.seek(g.opened("file", "r"), 100, 2));
    row(
        "seek back from the start",
        "fd_seek(fd=4, offset=-1, whence=CUR) = EINVAL",
        g -> g.seek(g.opened("file", "r"), -1, 1));
    row("seek nowhere open", "fd_seek(fd=99, offset=0, whence=SET) = EBADF", g -> g.seek(99, 0, 0));
    row("tell", "fd_tell(fd=4) = 0", g -> g.call("fd_tell", g.opened("file", "r"), 0));

    row(
        "list in no room",
        "fd_readdir(fd=3, buf=0x10000, len=0, cookie=0) = 0",
        g -> g.call("fd_readdir", 3, Guest.DATA, 0, 0, 0));
    row(
        "list in room for less than an entry",
        "fd_readdir(fd=3, buf=0x10000, len=10, cookie=0) = 10",
        g -> g.call("fd_readdir", 3, Guest.DATA, 10, 0, 0));
    row(
        "list an empty directory",
        "fd_readdir(fd=4, buf=0x10000, len=500, cookie=0) = 51",
        g -> g.call("fd_readdir", g.opened("empty", "d"), Guest.DATA, 500, 0, 0));
    row(
        "list on from the end",
        "fd_readdir(fd=4, buf=0x10000, len=500, cookie=2) = 0",
        g -> g.call("fd_readdir", g.opened("empty", "d"), Guest.DATA, 500, 2, 0));

    row("close", "fd_close(fd=4) = 0", g -> g.close(g.opened("file", "r")));
    row("close what is not open", "fd_close(fd=44) = EBADF", g -> g.close(44));
    row("close at a negative number", "fd_close(fd=-1) = EBADF", g -> g.close(-1));
    row(
        "renumber",
        "fd_renumber(fd=4, to=1) = 0",
        g -> g.call("fd_renumber", g.opened("file", "r"), 1));
    row(
        "renumber onto itself",
        "fd_renumber(fd=4, to=4) = 0",
        g -> g.call("fd_renumber", g.opened("file", "r"), 4));
    row("renumber to nothing", "fd_renumber(fd=3, to=9) = EBADF", g -> g.call("fd_renumber", 3, 9));
    row("renumber nothing", "fd_renumber(fd=9, to=3) = EBADF", g -> g.call("fd_renumber", 9, 3));
    row(
        "name of the preopen",
        "fd_prestat_dir_name(fd=3, buf=0x10000, len=1) = '/'",
        g -> g.call("fd_prestat_dir_name", 3, Guest.DATA, 1));
    row(
        "name of a file as a preopen",
        "fd_prestat_dir_name(fd=4, buf=0x10000, len=9) = EBADF",
        g -> g.call("fd_prestat_dir_name", g.opened("file", "r"), Guest.DATA, 9));

    row(
        "describe standard input",
        "fd_fdstat_get(fd=0) = {type=CHARACTER_DEVICE, fdflags=0,"
            + " rights=FD_READ|FD_FDSTAT_SET_FLAGS|FD_FILESTAT_GET|POLL_FD_READWRITE, inheriting=0}",
        g -> g.call("fd_fdstat_get", 0, 0));
    row(
        "describe the root",
        "fd_fdstat_get(fd=3) = {type=DIRECTORY, fdflags=0, rights=DIRECTORY, inheriting="
            + "DIRECTORY|FD_READ|FD_SEEK|FD_TELL|FD_WRITE|FD_ADVISE|FD_ALLOCATE|FD_FILESTAT_SET_SIZE}",
        g -> g.call("fd_fdstat_get", 3, 0));
    row(
        "describe what appends",
        "fd_fdstat_get(fd=4) = {type=REGULAR_FILE, fdflags=APPEND, rights=FILE, inheriting="
            + "DIRECTORY|FD_READ|FD_SEEK|FD_TELL|FD_WRITE|FD_ADVISE|FD_ALLOCATE|FD_FILESTAT_SET_SIZE}",
        g -> g.call("fd_fdstat_get", g.opened("file", "rwa"), 0));
    row("describe nothing", "fd_fdstat_get(fd=9) = EBADF", g -> g.call("fd_fdstat_get", 9, 0));
    row(
        "no more append",
        "fd_fdstat_set_flags(fd=4, fdflags=0) = 0",
        g -> g.call("fd_fdstat_set_flags", g.opened("file", "wa"), 0));
    row(
        "status of the root",
        "fd_filestat_get(fd=3) = {ino=1, type=DIRECTORY, nlink=1, size=0}",
        g -> g.call("fd_filestat_get", 3, 0));
    row(
        "resize",
        "fd_filestat_set_size(fd=4, size=3) = 0",
        g -> g.call("fd_filestat_set_size", g.opened("file", "w"), 3));
    row(
        "resize to a negative size",
        "fd_filestat_set_size(fd=4, size=-1) = EINVAL",
        g -> g.call("fd_filestat_set_size", g.opened("file", "w"), -1));
    row(
        "resize to 1 TiB",
        "fd_filestat_set_size(fd=4, size=1099511627776) = ENOSPC",
        g -> g.call("fd_filestat_set_size", g.opened("file", "w"), 1L << 40));
    row(
        "set extreme times",
        "fd_filestat_set_times(fd=4, atim=-1, mtim=-9223372036854775808, fstflags=ATIM|MTIM) = 0",
        g -> g.call("fd_filestat_set_times", g.opened("file", "w"), -1, Long.MIN_VALUE, 5));
    row(
        "set no times",
        "fd_filestat_set_times(fd=4, atim=1, mtim=1) = 0",
        g -> g.call("fd_filestat_set_times", g.opened("file", "w"), 1, 1, 0));
    row(
        "set times of standard output",
        "fd_filestat_set_times(fd=1, atim=1, mtim=1, fstflags=ATIM) = ENOTCAPABLE",
        g -> g.call("fd_filestat_set_times", 1, 1, 1, 1));
    row(
        "allocate",
        "fd_allocate(fd=4, offset=8, size=8) = 0",
        g -> g.call("fd_allocate", g.opened("file", "w"), 8, 8));
    row("sync standard output", "fd_sync(fd=1) = ENOTCAPABLE", g -> g.call("fd_sync", 1));
  }

  private static Errno readBeyond(Guest guest) {
    int fd = guest.opened("file", "r");
    Guest.ok(guest.seek(fd, 1L << 40, 0));
    return guest.read(fd, 5);
  }

  private static Errno empty(Guest guest, String name) {
    return guest.call(name, guest.opened("file", "rw"), Guest.BUFFERS, 0, Guest.RESULT);
  }

  private static Errno vector(Guest guest, String name, int fd) {
    twoBuffers(guest);
    return guest.call(name, fd, Guest.BUFFERS, 2, Guest.RESULT);
  }

  private static Errno positioned(Guest guest, String name, String how, long offset) {
    int fd = guest.opened("file", how);
    twoBuffers(guest);
    return guest.call(name, fd, Guest.BUFFERS, 2, offset, Guest.RESULT);
  }

  private static void twoBuffers(Guest guest) {
    guest.text(Guest.DATA, "abcde");
    guest.buffers(Guest.DATA, 3, Guest.DATA + 3, 2);
  }
}
