package dev.cloche.wasi;

import static dev.cloche.workspace.tree.Errno.BADF;
import static dev.cloche.workspace.tree.Errno.EXIST;
import static dev.cloche.workspace.tree.Errno.FBIG;
import static dev.cloche.workspace.tree.Errno.ILSEQ;
import static dev.cloche.workspace.tree.Errno.INVAL;
import static dev.cloche.workspace.tree.Errno.ISDIR;
import static dev.cloche.workspace.tree.Errno.LOOP;
import static dev.cloche.workspace.tree.Errno.NAMETOOLONG;
import static dev.cloche.workspace.tree.Errno.NOENT;
import static dev.cloche.workspace.tree.Errno.NOSPC;
import static dev.cloche.workspace.tree.Errno.NOTCAPABLE;
import static dev.cloche.workspace.tree.Errno.NOTDIR;
import static dev.cloche.workspace.tree.Errno.NOTEMPTY;
import static dev.cloche.workspace.tree.Errno.NOTSUP;
import static dev.cloche.workspace.tree.Errno.PERM;
import static dev.cloche.workspace.tree.Errno.SPIPE;
import static dev.cloche.workspace.tree.Errno.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each function answers, one line per scenario, on this tree:
 *
 * <pre>
 * /
 * ├── file       0123456789
 * ├── empty/
 * ├── full/
 * │   ├── inner  x
 * │   └── up     -> ../file
 * ├── to-file    -> file
 * ├── to-full    -> full
 * ├── slashed    -> full/
 * ├── dangling   -> missing
 * ├── loop       -> loop
 * └── out        -> ../outside
 * </pre>
 */
class ScenariosTest {
  interface Action {
    Errno run(Guest guest);
  }

  record Row(String name, Errno expected, Action action) {
    @Override
    public String toString() {
      return name + " = " + expected;
    }
  }

  private static final List<Row> ROWS = new ArrayList<>();

  private static void row(String name, Errno expected, Action action) {
    ROWS.add(new Row(name, expected, action));
  }

  static {
    row("open file", SUCCESS, g -> g.tryOpen("file", "r"));
    row("open missing", NOENT, g -> g.tryOpen("missing", "r"));
    row("open empty path", NOENT, g -> g.tryOpen("", "r"));
    row("open dot", SUCCESS, g -> g.tryOpen(".", "d"));
    row("open winding path", SUCCESS, g -> g.tryOpen("full/.//../full/inner", "r"));
    row("open file with slash", NOTDIR, g -> g.tryOpen("file/", "r"));
    row("open file as directory", NOTDIR, g -> g.tryOpen("file", "d"));
    row("open below file", NOTDIR, g -> g.tryOpen("file/x", "r"));
    row("open file dot", NOTDIR, g -> g.tryOpen("file/.", "r"));
    row("open below missing", NOENT, g -> g.tryOpen("missing/x", "cr"));
    row("open directory with slashes", SUCCESS, g -> g.tryOpen("full///", "r"));
    row("open directory to write", ISDIR, g -> g.tryOpen("full", "w"));
    row("open as directory to write", ISDIR, g -> g.tryOpen("full", "dw"));
    row("open directory to truncate", ISDIR, g -> g.tryOpen("full", "rt"));
    row("open directory with create", ISDIR, g -> g.tryOpen("full", "rc"));
    row("create existing", SUCCESS, g -> g.tryOpen("file", "cr"));
    row("create existing exclusive", EXIST, g -> g.tryOpen("file", "cxr"));
    row("create over link exclusive", EXIST, g -> g.tryOpen("dangling", "cxrf"));
    row("create with slash", ISDIR, g -> g.tryOpen("new/", "cw"));
    row("create a directory by open", INVAL, g -> g.tryOpen("new", "cd"));
    row("create through dangling link", SUCCESS, g -> g.tryOpen("dangling", "cwf"));
    row("open link", LOOP, g -> g.tryOpen("to-file", "r"));
    row("open link as directory", NOTDIR, g -> g.tryOpen("to-full", "d"));
    row("open link following", SUCCESS, g -> g.tryOpen("to-file", "rf"));
    row("open link to directory with slash", SUCCESS, g -> g.tryOpen("to-full/", "d"));
    row("open link to file with slash", NOTDIR, g -> g.tryOpen("to-file/", "r"));
    row("open dangling following", NOENT, g -> g.tryOpen("dangling", "rf"));
    row("open loop", LOOP, g -> g.tryOpen("loop", "r"));
    row("open loop following", LOOP, g -> g.tryOpen("loop", "rf"));
    row("open through link", SUCCESS, g -> g.tryOpen("to-full/inner", "r"));
    row("open through slashed link", SUCCESS, g -> g.tryOpen("slashed/inner", "r"));
    row("open slashed link following", SUCCESS, g -> g.tryOpen("slashed", "df"));
    row("open link that goes up", SUCCESS, g -> g.tryOpen("full/up", "rf"));
    row("open with unknown open flags", INVAL, g -> g.open(3, 0, "file", 16, 0, 0));
    row("open with unknown descriptor flags", INVAL, g -> g.open(3, 0, "file", 0, 0, 32));
    row("open with unknown lookup flags", INVAL, g -> g.open(3, 2, "file", 0, 0, 0));
    row("open nonblocking", SUCCESS, g -> g.open(3, 0, "file", 0, 2, 4));
    row("open at closed descriptor", BADF, g -> g.open(77, 0, "file", 0, 0, 0));
    row("open at a file", NOTDIR, g -> g.open(g.opened("file", "r"), 0, "x", 0, 0, 0));
    row("open at a stream", NOTDIR, g -> g.open(1, 0, "x", 0, 0, 0));

    row("leave by dots", NOTCAPABLE, g -> g.tryOpen("..", "d"));
    row("leave by winding", NOTCAPABLE, g -> g.tryOpen("full/../../x", "r"));
    row("leave by absolute path", NOTCAPABLE, g -> g.tryOpen("/file", "r"));
    row("leave by link", NOTCAPABLE, g -> g.tryOpen("out", "rf"));
    row("leave through link", NOTCAPABLE, g -> g.tryOpen("out/x", "r"));
    row(
        "leave a subdirectory by its link",
        NOTCAPABLE,
        g -> g.open(g.opened("full", "d"), 1, "up", 0, 2, 0));
    row("name with NUL", INVAL, g -> g.tryOpen("file\0", "r"));
    row("name of 255 bytes", NOENT, g -> g.tryOpen("n".repeat(255), "r"));
    row("name of 256 bytes", NAMETOOLONG, g -> g.tryOpen("n".repeat(256), "r"));
    row("name of 254 bytes in UTF-8", NOENT, g -> g.tryOpen("é".repeat(127), "r"));
    row("name of 256 bytes in UTF-8", NAMETOOLONG, g -> g.tryOpen("é".repeat(128), "r"));
    row("path of 4096 bytes", SUCCESS, g -> g.stat("./".repeat(2046) + "file", false));
    row("path of 4097 bytes", NAMETOOLONG, g -> g.stat("/".repeat(4097), false));
    row("path of 110 KB", NAMETOOLONG, g -> g.call("path_unlink_file", 3, 0, 110_000));
    row("malformed UTF-8", ILSEQ, g -> raw(g, 0xff));
    row("overlong UTF-8", ILSEQ, g -> raw(g, 0xc0, 0xaf));
    row("surrogate in UTF-8", ILSEQ, g -> raw(g, 0xed, 0xa0, 0x80));

    row("mkdir", SUCCESS, g -> g.mkdir("new"));
    row("mkdir with slash", SUCCESS, g -> g.mkdir("new/"));
    row("mkdir existing", EXIST, g -> g.mkdir("empty"));
    row("mkdir over file", EXIST, g -> g.mkdir("file"));
    row("mkdir over dangling link", EXIST, g -> g.mkdir("dangling"));
    row("mkdir dot", EXIST, g -> g.mkdir("."));
    row("mkdir below missing", NOENT, g -> g.mkdir("missing/new"));
    row("mkdir through link", SUCCESS, g -> g.mkdir("to-full/new"));

    row("rmdir", SUCCESS, g -> g.rmdir("empty"));
    row("rmdir with slash", SUCCESS, g -> g.rmdir("empty/"));
    row("rmdir full", NOTEMPTY, g -> g.rmdir("full"));
    row("rmdir file", NOTDIR, g -> g.rmdir("file"));
    row("rmdir file with slash", NOTDIR, g -> g.rmdir("file/"));
    row("rmdir link", NOTDIR, g -> g.rmdir("to-full"));
    row("rmdir missing", NOENT, g -> g.rmdir("missing"));
    row("rmdir dot", INVAL, g -> g.rmdir("empty/."));
    row("rmdir root", NOTEMPTY, g -> g.rmdir("."));

    row("unlink", SUCCESS, g -> g.unlink("file"));
    row("unlink with slash", NOTDIR, g -> g.unlink("file/"));
    row("unlink directory", ISDIR, g -> g.unlink("empty"));
    row("unlink directory with slash", ISDIR, g -> g.unlink("empty/"));
    row("unlink link", SUCCESS, g -> g.unlink("to-full"));
    row("unlink link with slash", NOTDIR, g -> g.unlink("to-full/"));
    row("unlink loop", SUCCESS, g -> g.unlink("loop"));
    row("unlink missing", NOENT, g -> g.unlink("missing"));

    row("rename file", SUCCESS, g -> g.rename("file", "new"));
    row("rename file over file", SUCCESS, g -> g.rename("file", "full/inner"));
    row("rename file over itself", SUCCESS, g -> g.rename("file", "file"));
    row("rename file over directory", ISDIR, g -> g.rename("file", "empty"));
    row("rename file to slash", NOTDIR, g -> g.rename("file", "new/"));
    row("rename file with slash", NOTDIR, g -> g.rename("file/", "new"));
    row("rename file over link", SUCCESS, g -> g.rename("file", "to-full"));
    row("rename link", SUCCESS, g -> g.rename("loop", "new"));
    row("rename missing", NOENT, g -> g.rename("missing", "new"));
    row("rename into missing", NOENT, g -> g.rename("file", "missing/new"));
    row("rename directory", SUCCESS, g -> g.rename("full", "new"));
    row("rename directory with slashes", SUCCESS, g -> g.rename("full/", "new/"));
    row("rename directory over empty", SUCCESS, g -> g.rename("full", "empty"));
    row("rename directory over full", NOTEMPTY, g -> g.rename("empty", "full"));
    row("rename directory over file", NOTDIR, g -> g.rename("full", "file"));
    row("rename directory into itself", INVAL, g -> g.rename("full", "full/new"));
    row("rename directory over itself", SUCCESS, g -> g.rename("full", "full"));
    row("rename directory into its own file", INVAL, g -> g.rename("full", "full/inner"));
    row("rename entry over its directory", ISDIR, g -> g.rename("full/inner", "full"));
    row("rename dot", INVAL, g -> g.rename(".", "new"));
    row("rename to dots", INVAL, g -> g.rename("file", "full/.."));

    row("link", SUCCESS, g -> g.link("file", "new"));
    row("link over existing", EXIST, g -> g.link("file", "full/inner"));
    row("link directory", PERM, g -> g.link("full", "new"));
    row("link directory over existing", EXIST, g -> g.link("full", "file"));
    row("link to slash", NOENT, g -> g.link("file", "new/"));
    row("link from slash", NOTDIR, g -> g.link("file/", "new"));
    row("link dangling link", SUCCESS, g -> g.link("dangling", "new"));
    row("link loop", SUCCESS, g -> g.link("loop", "new"));
    row("link missing", NOENT, g -> g.link("missing", "new"));
    row(
        "link following",
        INVAL,
        g -> g.call("path_link", 3, 1, Guest.PATH, g.text(Guest.PATH, "file"), 3, Guest.PATH, 1));

    row("symlink", SUCCESS, g -> g.symlink("anything", "new"));
    row("symlink over existing", EXIST, g -> g.symlink("anything", "file"));
    row("symlink over directory with slash", EXIST, g -> g.symlink("anything", "full/"));
    row("symlink over file with slash", NOTDIR, g -> g.symlink("anything", "file/"));
    row("symlink to slash", NOENT, g -> g.symlink("anything", "new/"));
    row("symlink absolute", NOTCAPABLE, g -> g.symlink("/etc/passwd", "new"));
    row("symlink empty", NOENT, g -> g.symlink("", "new"));
    row("symlink with NUL", INVAL, g -> g.symlink("a\0b", "new"));
    row("symlink going up", SUCCESS, g -> g.symlink("../../../../etc/passwd", "new"));

    row("readlink", SUCCESS, g -> g.readlink("to-file", 100));
    row("readlink short", SUCCESS, g -> g.readlink("to-file", 2));
    row("readlink file", INVAL, g -> g.readlink("file", 100));
    row("readlink missing", NOENT, g -> g.readlink("missing", 100));

    row("stat file", SUCCESS, g -> g.stat("file", false));
    row("stat loop", SUCCESS, g -> g.stat("loop", false));
    row("stat loop following", LOOP, g -> g.stat("loop", true));
    row("stat dangling following", NOENT, g -> g.stat("dangling", true));
    row("stat file with slash", NOTDIR, g -> g.stat("file/", false));
    row("set times", SUCCESS, g -> times(g, "file", 5));
    row("set times twice at once", INVAL, g -> times(g, "file", 3));
    row("set both modified times", INVAL, g -> times(g, "file", 12));
    row("set times by unknown flags", INVAL, g -> times(g, "file", 16));

    row("read a directory", ISDIR, g -> g.read(3, 1));
    row("write a directory", ISDIR, g -> g.write(3, "x"));
    row("seek a directory", ISDIR, g -> g.seek(3, 0, 0));
    row("tell a directory", ISDIR, g -> g.call("fd_tell", 3, 0));
    row("allocate a directory", ISDIR, g -> g.call("fd_allocate", 3, 0, 1));
    row("resize a directory", ISDIR, g -> g.call("fd_filestat_set_size", 3, 0));
    row("write a read-only descriptor", NOTCAPABLE, g -> g.write(g.opened("file", "r"), "x"));
    row("read a write-only descriptor", NOTCAPABLE, g -> g.read(g.opened("file", "w"), 1));
    row("write to a closed descriptor", BADF, g -> g.write(99, "x"));
    row("read at negative descriptor", BADF, g -> g.read(-1, 1));
    row("seek before the start", INVAL, g -> g.seek(g.opened("file", "r"), -1, 0));
    row("seek by unknown base", INVAL, g -> g.seek(g.opened("file", "r"), 0, 3));
    row("seek overflowing", INVAL, g -> overflowingSeek(g));
    row("seek standard input", SPIPE, g -> g.seek(0, 0, 0));
    row("tell standard output", SPIPE, g -> g.call("fd_tell", 1, 0));
    row("pread standard input", SPIPE, g -> g.call("fd_pread", 0, 0, 0, 0, 0));
    row("pread at negative offset", INVAL, g -> at(g, "fd_pread", -1));
    row("pwrite at negative offset", INVAL, g -> at(g, "fd_pwrite", -1));
    row("pwrite at the end of offsets", FBIG, g -> at(g, "fd_pwrite", Long.MAX_VALUE));
    row("pwrite far out", NOSPC, g -> at(g, "fd_pwrite", 1L << 40));
    row("list a file", NOTDIR, g -> list(g, g.opened("file", "r"), 0));
    row("list with a cookie never given", INVAL, g -> list(g, 3, 1000));
    row("list with a negative cookie", INVAL, g -> list(g, 3, -1));
    row("allocate nothing", INVAL, g -> g.call("fd_allocate", g.opened("file", "w"), 0, 0));
    row("allocate negative", INVAL, g -> g.call("fd_allocate", g.opened("file", "w"), 0, -1));
    row("allocate overflow", FBIG, g -> allocate(g, Long.MAX_VALUE, 1));
    row("allocate 8 GiB", NOSPC, g -> allocate(g, 0, 8L << 30));
    row("advise", SUCCESS, g -> g.call("fd_advise", g.opened("file", "r"), 0, 0, 5));
    row("advise unknown", INVAL, g -> g.call("fd_advise", g.opened("file", "r"), 0, 0, 6));
    row("sync", SUCCESS, g -> g.call("fd_sync", g.opened("file", "w")));
    row("datasync", SUCCESS, g -> g.call("fd_datasync", g.opened("file", "w")));
    row("close twice", BADF, g -> g.close(g.opened("file", "r")) == SUCCESS ? g.close(4) : null);
    row("prestat of the root", SUCCESS, g -> g.call("fd_prestat_get", 3, 0));
    row("prestat of a stream", BADF, g -> g.call("fd_prestat_get", 1, 0));
    row("prestat of an opened directory", BADF, g -> prestat(g, g.opened("full", "d")));
    row("prestat name in no room", NAMETOOLONG, g -> g.call("fd_prestat_dir_name", 3, 0, 0));
    row("set unknown descriptor flags", INVAL, g -> g.call("fd_fdstat_set_flags", 1, 32));
    row("gain rights", NOTCAPABLE, g -> g.call("fd_fdstat_set_rights", 3, -1, 0));
    row("drop rights", SUCCESS, g -> g.call("fd_fdstat_set_rights", 3, 0, 0));
    row("clock of the process", NOTSUP, g -> g.call("clock_time_get", 2, 0, 0));
    row("clock of the thread", NOTSUP, g -> g.call("clock_res_get", 3, 0));
    row("clock unknown", INVAL, g -> g.call("clock_time_get", 4, 0, 0));
    row("shut down a closed descriptor", BADF, g -> g.call("sock_shutdown", 99, 77));
    row("poll nothing", INVAL, g -> g.call("poll_oneoff", 0, 0, 0, 0));
    row("poll 1025 times", INVAL, g -> g.call("poll_oneoff", 0, 0, 1025, 0));
    row("poll 10 million times", INVAL, g -> g.call("poll_oneoff", 0, 0, 10_000_000, 0));
  }

  private static Errno raw(Guest guest, int... bytes) {
    for (int i = 0; i < bytes.length; i++) {
      guest.memory().writeByte(Guest.PATH + i, (byte) bytes[i]);
    }
    return guest.call("path_unlink_file", 3, Guest.PATH, bytes.length);
  }

  private static Errno times(Guest guest, String path, int flags) {
    int length = guest.text(Guest.PATH, path);
    return guest.call("path_filestat_set_times", 3, 0, Guest.PATH, length, 1, 2, flags);
  }

  private static Errno overflowingSeek(Guest guest) {
    int fd = guest.opened("file", "r");
    assertEquals(SUCCESS, guest.seek(fd, Long.MAX_VALUE, 0));
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

  static Guest tree() {
    Guest guest = new Guest();
    guest.file("/file", "0123456789");
    guest.workspace.createDirectory("/empty");
    guest.file("/full/inner", "x");
    assertEquals(SUCCESS, guest.symlink("../file", "full/up"));
    assertEquals(SUCCESS, guest.symlink("file", "to-file"));
    assertEquals(SUCCESS, guest.symlink("full", "to-full"));
    assertEquals(SUCCESS, guest.symlink("full/", "slashed"));
    assertEquals(SUCCESS, guest.symlink("missing", "dangling"));
    assertEquals(SUCCESS, guest.symlink("loop", "loop"));
    assertEquals(SUCCESS, guest.symlink("../outside", "out"));
    return guest;
  }

  static Stream<Row> rows() {
    return ROWS.stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void call_onTheTree_answersAsDocumented(Row row) {
    Guest guest = tree();
    String before = Listing.of(guest.workspace);
    assertEquals(row.expected(), row.action().run(guest));
    if (row.expected() != SUCCESS) {
      assertEquals(before, Listing.of(guest.workspace), "an error changes nothing");
    }
  }

  /** Makes the same tree on the host. */
  private static Path plant(Path host) throws IOException {
    Files.createDirectory(host.resolve("empty"));
    Files.createDirectory(host.resolve("full"));
    Files.writeString(host.resolve("file"), "0123456789");
    Files.writeString(host.resolve("full/inner"), "x");
    String[][] links = {
      {"full/up", "../file"},
      {"to-file", "file"},
      {"to-full", "full"},
      {"slashed", "full/"},
      {"dangling", "missing"},
      {"loop", "loop"},
      {"out", "../outside"}
    };
    for (String[] link : links) {
      Files.createSymbolicLink(host.resolve(link[0]), Path.of(link[1]));
    }
    return host;
  }

  private static Guest mounted(Path host, Access access) {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    workspace.copyIn(host, "/", access);
    return new Guest(workspace);
  }

  @Test
  void everyCall_onTheTreeCopiedIn_answersTheSame(@TempDir Path host) throws IOException {
    plant(host);
    for (Row row : ROWS) {
      Guest guest = mounted(host, Access.OVERLAY);
      assertEquals(row.expected(), row.action().run(guest), row.name());
    }
  }

  @Test
  void everyCall_onTheTreeReadOnly_changesNothing(@TempDir Path host) throws IOException {
    plant(host);
    for (Row row : ROWS) {
      Guest guest = mounted(host, Access.READ);
      final String before = Listing.of(guest.workspace);
      try {
        row.action().run(guest);
      } catch (AssertionError refusedToOpen) {
        // The row begins by opening a file to write, which is refused here.
        assertTrue(refusedToOpen.getMessage().endsWith("ROFS"), row.name());
      }
      assertEquals(before, Listing.of(guest.workspace), row.name());
      assertEquals("0123456789", guest.content("/file"), row.name());
    }
  }
}
