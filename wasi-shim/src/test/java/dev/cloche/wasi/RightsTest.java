package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.cloche.testkit.Listing;
import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every right, and the call that needs it: with all others but this one, it is refused. */
class RightsTest {
  private static final int FILE = 4;

  interface Action {
    Errno run(Guest guest);
  }

  record Row(String name, int fd, long right, Action action) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Row> ROWS = new ArrayList<>();

  private static void root(String name, long right, Action action) {
    ROWS.add(new Row(name, Guest.ROOT, right, action));
  }

  private static void file(String name, long right, Action action) {
    ROWS.add(new Row(name, FILE, right, action));
  }

  static {
    root("create directory", Rights.PATH_CREATE_DIRECTORY, g -> g.mkdir("new"));
    root("create file", Rights.PATH_CREATE_FILE, g -> g.tryOpen("new", "cw"));
    root("link source", Rights.PATH_LINK_SOURCE, g -> g.link("file", "new"));
    root("link target", Rights.PATH_LINK_TARGET, g -> g.link("file", "new"));
    root("open", Rights.PATH_OPEN, g -> g.tryOpen("file", "r"));
    root("list", Rights.FD_READDIR, g -> list(g));
    root("read link", Rights.PATH_READLINK, g -> g.readlink("link", 10));
    root("rename source", Rights.PATH_RENAME_SOURCE, g -> g.rename("file", "new"));
    root("rename target", Rights.PATH_RENAME_TARGET, g -> g.rename("file", "new"));
    root("stat", Rights.PATH_FILESTAT_GET, g -> g.stat("file", false));
    root("truncate", Rights.PATH_FILESTAT_SET_SIZE, g -> g.tryOpen("file", "t"));
    root("set times", Rights.PATH_FILESTAT_SET_TIMES, g -> setTimes(g));
    root("stat itself", Rights.FD_FILESTAT_GET, g -> g.call("fd_filestat_get", 3, 0));
    root("symlink", Rights.PATH_SYMLINK, g -> g.symlink("x", "new"));
    root("remove directory", Rights.PATH_REMOVE_DIRECTORY, g -> g.rmdir("dir"));
    root("unlink", Rights.PATH_UNLINK_FILE, g -> g.unlink("file"));
    root("sync directory", Rights.FD_SYNC, g -> g.call("fd_sync", 3));

    file("read", Rights.FD_READ, g -> g.read(FILE, 1));
    file("write", Rights.FD_WRITE, g -> g.write(FILE, "x"));
    file("seek", Rights.FD_SEEK, g -> g.seek(FILE, 1, 0));
    file("tell", Rights.FD_TELL, g -> g.call("fd_tell", FILE, 0));
    file("tell by seeking nowhere", Rights.FD_TELL, g -> g.seek(FILE, 0, 1));
    file("pread needs read", Rights.FD_READ, g -> at(g, "fd_pread"));
    file("pread needs seek", Rights.FD_SEEK, g -> at(g, "fd_pread"));
    file("pwrite needs write", Rights.FD_WRITE, g -> at(g, "fd_pwrite"));
    file("pwrite needs seek", Rights.FD_SEEK, g -> at(g, "fd_pwrite"));
    file("advise", Rights.FD_ADVISE, g -> g.call("fd_advise", FILE, 0, 1, 0));
    file("allocate", Rights.FD_ALLOCATE, g -> g.call("fd_allocate", FILE, 0, 1));
    file("datasync", Rights.FD_DATASYNC, g -> g.call("fd_datasync", FILE));
    file("sync", Rights.FD_SYNC, g -> g.call("fd_sync", FILE));
    file("set flags", Rights.FD_FDSTAT_SET_FLAGS, g -> g.call("fd_fdstat_set_flags", FILE, 1));
    file("stat file", Rights.FD_FILESTAT_GET, g -> g.call("fd_filestat_get", FILE, 0));
    file("set size", Rights.FD_FILESTAT_SET_SIZE, g -> g.call("fd_filestat_set_size", FILE, 1));
    file(
        "set file times",
        Rights.FD_FILESTAT_SET_TIMES,
        g -> g.call("fd_filestat_set_times", FILE, 1, 1, 1));
  }

  private static Errno list(Guest guest) {
    return guest.call("fd_readdir", Guest.ROOT, Guest.DATA, 100, 0, Guest.RESULT);
  }

  private static Errno setTimes(Guest guest) {
    int length = guest.text(Guest.PATH, "file");
    return guest.call("path_filestat_set_times", 3, 0, Guest.PATH, length, 1, 1, 1);
  }

  private static Errno at(Guest guest, String name) {
    guest.buffers(Guest.DATA, 1);
    return guest.call(name, FILE, Guest.BUFFERS, 1, 0, Guest.RESULT);
  }

  private static Guest guest() {
    Guest guest = new Guest();
    guest.file("/file", "0123456789");
    guest.workspace.createDirectory("/dir");
    assertEquals(Errno.SUCCESS, guest.symlink("file", "link"));
    assertEquals(FILE, guest.opened("file", "rw"));
    return guest;
  }

  private static void keep(Guest guest, int fd, long dropped) {
    assertEquals(Errno.SUCCESS, guest.call("fd_fdstat_get", fd, Guest.RESULT));
    long rights = guest.memory().readLong(8);
    long inheriting = guest.memory().readLong(16);
    assertNotEquals(0, rights & dropped, "the right was there");
    assertEquals(
        Errno.SUCCESS, guest.call("fd_fdstat_set_rights", fd, rights & ~dropped, inheriting));
  }

  static Stream<Row> rows() {
    return ROWS.stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void call_withoutItsRight_isNotCapableAndChangesNothing(Row row) {
    Guest guest = guest();
    keep(guest, row.fd(), row.right());
    String before = Listing.of(guest.workspace);
    assertEquals(Errno.NOTCAPABLE, row.action().run(guest));
    assertEquals(before, Listing.of(guest.workspace));
    assertEquals("0123456789", guest.content("/file"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void call_withItsRight_succeeds(Row row) {
    assertEquals(Errno.SUCCESS, row.action().run(guest()));
  }
}
