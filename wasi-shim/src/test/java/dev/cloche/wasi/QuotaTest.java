package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import org.junit.jupiter.api.Test;

/** F15: what a workspace holds is counted exactly, whatever way it grows. */
class QuotaTest {
  private static final int NAME = 1;

  private static Guest guest(long bytes, int nodes) {
    return new Guest(Workspace.inMemory(new WorkspaceLimits(bytes, nodes, 64)));
  }

  private static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  private static void used(Guest guest, long bytes, int nodes) {
    assertEquals(bytes, guest.workspace.usedBytes());
    assertEquals(nodes, guest.workspace.usedNodes());
  }

  @Test
  void growth_ofAnyKind_answersNospcAtOnce_F15() {
    Guest guest = new Guest();
    int fd = guest.opened("f", "crw");
    assertEquals(Errno.NOSPC, guest.call("fd_filestat_set_size", fd, 1L << 40));
    assertEquals(Errno.NOSPC, guest.call("fd_filestat_set_size", fd, Long.MAX_VALUE));
    assertEquals(Errno.NOSPC, guest.call("fd_allocate", fd, 0, 8L << 30));
    ok(guest.seek(fd, 1L << 40, 0));
    assertEquals(Errno.NOSPC, guest.write(fd, "x"));
    used(guest, NAME, 1);
    ok(guest.call("fd_filestat_set_size", fd, 1 << 20));
    used(guest, NAME + (1 << 20), 1);
  }

  @Test
  void write_toTheLastByte_fitsAndOneMoreDoesNot() {
    Guest guest = guest(10 + NAME, 5);
    int fd = guest.opened("f", "crw");
    ok(guest.write(fd, "0123456789"));
    assertEquals(Errno.NOSPC, guest.write(fd, "x"));
    ok(guest.seek(fd, 0, 0));
    ok(guest.write(fd, "overwrites"));
    used(guest, 10 + NAME, 1);
    assertEquals(Errno.NOSPC, guest.tryOpen("g", "cw"));
    ok(guest.call("fd_filestat_set_size", fd, 4));
    used(guest, 4 + NAME, 1);
    ok(guest.tryOpen("g", "cw"));
  }

  @Test
  void vectorWrite_thatPartlyFits_tellsHowMuch() {
    Guest guest = guest(6 + NAME, 5);
    int fd = guest.opened("f", "crw");
    guest.buffers(Guest.DATA, 4, Guest.DATA, 4);
    ok(guest.call("fd_write", fd, Guest.BUFFERS, 2, Guest.RESULT));
    assertEquals(4, guest.resultInt());
    assertEquals(Errno.NOSPC, guest.call("fd_write", fd, Guest.BUFFERS, 2, Guest.RESULT));
  }

  @Test
  void nodes_ofEveryKind_count() {
    Guest guest = guest(1000, 4);
    ok(guest.mkdir("d"));
    ok(guest.tryOpen("f", "cw"));
    ok(guest.symlink("target", "s"));
    ok(guest.link("f", "h"));
    used(guest, 4 + "target".length(), 4);
    assertEquals(Errno.NOSPC, guest.mkdir("x"));
    assertEquals(Errno.NOSPC, guest.tryOpen("x", "cw"));
    assertEquals(Errno.NOSPC, guest.symlink("t", "x"));
    assertEquals(Errno.NOSPC, guest.link("f", "x"));
    ok(guest.unlink("s"));
    ok(guest.link("f", "x"));
  }

  @Test
  void emptyFiles_byTheMillion_endAtTheNodeQuota_F15() {
    Guest guest = guest(1 << 20, 1000);
    Errno errno = Errno.SUCCESS;
    int made = 0;
    while (errno == Errno.SUCCESS) {
      errno = guest.tryOpen("e" + made, "cw");
      if (errno == Errno.SUCCESS) {
        ok(guest.close((int) guest.resultInt()));
        made++;
      }
    }
    assertEquals(Errno.NOSPC, errno);
    assertEquals(1000, made);
  }

  @Test
  void linkTargets_count_F15() {
    Guest guest = guest(10_000, 1000);
    String target = "x".repeat(4000);
    ok(guest.symlink(target, "a"));
    ok(guest.symlink(target, "b"));
    assertEquals(Errno.NOSPC, guest.symlink(target, "c"));
    ok(guest.unlink("a"));
    ok(guest.symlink(target, "c"));
    used(guest, 8002, 2);
  }

  @Test
  void rename_countsNamesAndWhatItReplaces() {
    Guest guest = guest(20, 10);
    guest.file("/a", "0123456789");
    used(guest, 11, 1);
    ok(guest.rename("a", "longname"));
    used(guest, 18, 1);
    assertEquals(Errno.NOSPC, guest.rename("longname", "morethan10b"));
    guest.file("/b", "");
    ok(guest.rename("longname", "b"));
    used(guest, 11, 1);
    assertEquals("0123456789", guest.content("/b"));
  }

  @Test
  void renameOver_anOpenFile_keepsItCountedUntilItsClose() {
    Guest guest = guest(100, 10);
    guest.file("/old", "0123456789");
    guest.file("/new", "x");
    int fd = guest.opened("old", "r");
    ok(guest.rename("new", "old"));
    used(guest, 3 + 1 + 10, 2);
    assertEquals("0123456789", guest.readText(fd, 100));
    ok(guest.close(fd));
    used(guest, 3 + 1, 1);
  }

  @Test
  void orphans_cannotHideFromTheQuota() {
    Guest guest = guest(1000, 10);
    for (int i = 0; i < 10; i++) {
      guest.opened("f", "cw");
      ok(guest.unlink("f"));
    }
    used(guest, 0, 10);
    assertEquals(Errno.NOSPC, guest.tryOpen("f", "cw"));
    assertEquals(Errno.NOSPC, guest.mkdir("d"));
    guest.wasi.close();
    used(guest, 0, 0);
  }

  @Test
  void rename_ofADeepTree_isPaidByWhatItVisits() {
    Guest guest = new Guest();
    for (int i = 0; i < 2000; i++) {
      guest.file("/d/f" + i, "");
    }
    ok(guest.mkdir("e"));
    long before = guest.budget.used;
    ok(guest.rename("d", "e/d"));
    assertTrue(guest.budget.used - before > 2000);
    before = guest.budget.used;
    ok(guest.rename("e/d", "d"));
    assertTrue(guest.budget.used - before < 300);
  }
}
