package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Numbers, rights and life of descriptors. */
class DescriptorsTest {
  private final Guest guest = Guest.with(Map.of("/file", "0123456789", "/dir/x", "y"));

  private void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  private long rights(int fd) {
    ok(guest.call("fd_fdstat_get", fd, Guest.RESULT));
    return guest.memory().readLong(8);
  }

  @Test
  void open_always_takesTheLowestNumber() {
    assertEquals(4, guest.opened("file", "r"));
    assertEquals(5, guest.opened("file", "r"));
    ok(guest.close(4));
    assertEquals(4, guest.opened("dir", "d"));
    ok(guest.close(0));
    assertEquals(0, guest.opened("file", "r"));
  }

  @Test
  void open_atTheLimit_answersMfileAndCreatesNothing() {
    Guest few =
        new Guest(
            Workspace.inMemory(WorkspaceLimits.defaults()), builder -> builder.maxDescriptors(6));
    few.opened("a", "cw");
    few.opened("b", "cw");
    assertEquals(Errno.MFILE, few.tryOpen("c", "cw"));
    assertEquals(2, few.names("/").size());
    ok(few.close(4));
    assertEquals(4, few.opened("c", "cw"));
  }

  @Test
  void openAndClose_manyTimes_leaksNothing() {
    for (int i = 0; i < 5000; i++) {
      ok(guest.close(guest.opened("file", "r")));
    }
    assertEquals(Errno.MFILE, openUntilFull());
  }

  private Errno openUntilFull() {
    Errno errno = Errno.SUCCESS;
    for (int i = 0; i < 300 && errno == Errno.SUCCESS; i++) {
      errno = guest.tryOpen("file", "r");
    }
    return errno;
  }

  @Test
  void renumber_ontoAnything_neitherFailsNorLeaks_F12() {
    int fd = guest.opened("file", "r");
    assertEquals("01", guest.readText(fd, 2));
    int other = guest.opened("dir/x", "r");
    ok(guest.call("fd_renumber", fd, other));
    assertEquals(Errno.BADF, guest.read(fd, 1));
    assertEquals("23", guest.readText(other, 2));
    ok(guest.call("fd_renumber", other, other));
    assertEquals("4", guest.readText(other, 1));
    assertEquals(Errno.BADF, guest.call("fd_renumber", other, 77));
    assertEquals(Errno.BADF, guest.call("fd_renumber", 77, other));
    assertEquals(Errno.BADF, guest.call("fd_renumber", 77, 77));
    ok(guest.call("fd_renumber", other, 1));
    assertEquals("5", guest.readText(1, 1));
    int dir = guest.opened("dir", "d");
    ok(guest.call("fd_renumber", dir, 3));
    assertEquals(Errno.BADF, guest.call("fd_prestat_get", 3, 0));
    ok(guest.stat("x", false));
    for (int i = 0; i < 20_000; i++) {
      ok(guest.call("fd_renumber", guest.opened("x", "r"), 1));
    }
  }

  @Test
  void closePreopen_leavesItsDescendantsUsable() {
    int dir = guest.opened("dir", "d");
    ok(guest.close(3));
    assertEquals(Errno.BADF, guest.call("fd_prestat_get", 3, 0));
    ok(guest.open(dir, 0, "x", 0, Rights.FD_READ, 0));
  }

  @Test
  void removedFile_staysUsable_untilItsLastDescriptorCloses() {
    final long bytes = guest.workspace.usedBytes();
    final int nodes = guest.workspace.usedNodes();
    int fd = guest.opened("gone", "crw");
    ok(guest.unlink("gone"));
    ok(guest.write(fd, "still here"));
    ok(guest.seek(fd, 0, 0));
    assertEquals("still here", guest.readText(fd, 100));
    assertEquals(bytes + 10, guest.workspace.usedBytes());
    assertEquals(nodes + 1, guest.workspace.usedNodes());
    ok(guest.close(fd));
    assertEquals(bytes, guest.workspace.usedBytes());
    assertEquals(nodes, guest.workspace.usedNodes());
  }

  @Test
  void removedDirectory_takesNoEntries_evenUnderItsOldName() {
    ok(guest.mkdir("d"));
    int fd = guest.opened("d", "d");
    ok(guest.rmdir("d"));
    ok(guest.mkdir("d"));
    assertEquals(Errno.NOENT, guest.open(fd, 0, "x", 1, Rights.FD_WRITE, 0));
    assertEquals(Errno.NOENT, guest.call("path_create_directory", fd, Guest.PATH, 1));
    assertEquals(0, guest.names("/d").size());
    ok(guest.close(fd));
  }

  @Test
  void rights_onlyShrink() {
    int fd = guest.opened("file", "rw");
    long all = rights(fd);
    ok(guest.call("fd_fdstat_set_rights", fd, all & ~Rights.FD_WRITE, 0));
    assertEquals(Errno.NOTCAPABLE, guest.write(fd, "x"));
    assertEquals(Errno.NOTCAPABLE, guest.call("fd_fdstat_set_rights", fd, all, 0));
    assertEquals("0", guest.readText(fd, 1));
  }

  @Test
  void truncate_withoutTheRight_isRefused_F4() {
    ok(guest.open(3, 0, "file", 8, 0, 0));
    assertEquals("", guest.content("/file"));
    guest.file("/file", "again");
    long less = rights(3) & ~Rights.PATH_FILESTAT_SET_SIZE;
    ok(guest.call("fd_fdstat_set_rights", 3, less, Rights.FILE));
    assertEquals(Errno.NOTCAPABLE, guest.open(3, 0, "file", 8, Rights.FD_READ, 0));
    assertEquals("again", guest.content("/file"));
  }

  @Test
  void inheritedRights_boundWhatIsOpened() {
    ok(guest.call("fd_fdstat_set_rights", 3, Rights.DIRECTORY, Rights.FD_READ));
    int fd = guest.opened("file", "rw");
    assertEquals(Rights.FD_READ, rights(fd) & (Rights.FD_READ | Rights.FD_WRITE));
    assertEquals(Errno.NOTCAPABLE, guest.write(fd, "x"));
  }

  @Test
  void directory_opened_hasNoFileRights() {
    int fd = guest.opened("dir", "d");
    assertEquals(0, rights(fd) & (Rights.FD_SEEK | Rights.FD_READ | Rights.FD_WRITE));
    int poor = guest.opened("dir", "");
    assertEquals(Errno.NOTCAPABLE, guest.open(poor, 0, "x", 0, 0, 0));
    assertEquals(Errno.NOTCAPABLE, guest.call("fd_readdir", poor, Guest.DATA, 99, 0, Guest.RESULT));
  }
}
