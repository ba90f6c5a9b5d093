package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What reading, writing, listing and describing give, beyond their errno. */
class FileDataTest {
  private final Guest guest = Guest.with(Map.of("/file", "0123456789"));

  private void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  @Test
  void read_inSteps_advancesToTheEnd() {
    int fd = guest.opened("file", "r");
    assertEquals("0123", guest.readText(fd, 4));
    assertEquals("456789", guest.readText(fd, 100));
    assertEquals("", guest.readText(fd, 100));
  }

  @Test
  void read_intoManyBuffers_fillsThemInOrder() {
    int fd = guest.opened("file", "r");
    guest.buffers(Guest.DATA, 3, Guest.DATA + 100, 0, Guest.DATA + 3, 4, Guest.DATA + 7, 50);
    ok(guest.call("fd_read", fd, Guest.BUFFERS, 4, Guest.RESULT));
    assertEquals(10, guest.resultInt());
    assertEquals("0123456789", guest.dataText(10));
  }

  @Test
  void seekAndTell_fromEachBase_agree() {
    int fd = guest.opened("file", "r");
    ok(guest.seek(fd, -3, 2));
    assertEquals(7, guest.resultLong());
    assertEquals("7", guest.readText(fd, 1));
    ok(guest.seek(fd, -2, 1));
    ok(guest.call("fd_tell", fd, Guest.RESULT));
    assertEquals(6, guest.resultLong());
    ok(guest.seek(fd, 1L << 50, 0));
    assertEquals("", guest.readText(fd, 1));
  }

  @Test
  void write_beyondTheEnd_fillsWithZeros() {
    int fd = guest.opened("file", "w");
    ok(guest.seek(fd, 12, 0));
    ok(guest.write(fd, "!"));
    assertEquals("0123456789\0\0!", guest.content("/file"));
  }

  @Test
  void write_largeData_arrivesWhole() {
    int fd = guest.opened("big", "crw");
    byte[] pattern = new byte[150_000];
    for (int i = 0; i < pattern.length; i++) {
      pattern[i] = (byte) (i * 31);
    }
    guest.memory().write(Guest.DATA, pattern);
    guest.buffers(Guest.DATA, pattern.length);
    ok(guest.call("fd_write", fd, Guest.BUFFERS, 1, Guest.RESULT));
    assertEquals(pattern.length, guest.resultInt());
    assertArrayEquals(pattern, guest.workspace.readFile("/big"));
  }

  @Test
  void twoDescriptors_onOneFile_seeEachOther() {
    int writer = guest.opened("file", "w");
    int reader = guest.opened("file", "r");
    ok(guest.write(writer, "ab"));
    assertEquals("ab23", guest.readText(reader, 4));
  }

  @Test
  void preadAndPwrite_leaveThePositionAlone() {
    int fd = guest.opened("file", "rw");
    guest.buffers(Guest.DATA, 2);
    ok(guest.call("fd_pread", fd, Guest.BUFFERS, 1, 5, Guest.RESULT));
    assertEquals("56", guest.dataText(2));
    guest.text(Guest.DATA, "xy");
    ok(guest.call("fd_pwrite", fd, Guest.BUFFERS, 1, 8, Guest.RESULT));
    assertEquals("01234567xy", guest.content("/file"));
    assertEquals("01", guest.readText(fd, 2));
  }

  @Test
  void append_openedOrSet_writesAtTheEnd() {
    int fd = guest.opened("file", "rwa");
    ok(guest.write(fd, "A"));
    assertEquals("0123456789A", guest.content("/file"));
    ok(guest.seek(fd, 0, 0));
    ok(guest.write(fd, "B"));
    assertEquals("0123456789AB", guest.content("/file"));
    ok(guest.call("fd_fdstat_get", fd, Guest.RESULT));
    assertEquals(4 | 1 << 16, guest.resultInt());
    ok(guest.call("fd_fdstat_set_flags", fd, 0));
    ok(guest.seek(fd, 0, 0));
    ok(guest.write(fd, "C"));
    assertEquals("C123456789AB", guest.content("/file"));
  }

  @Test
  void truncate_withAppendAndWrite_isOneOpen() {
    int fd = guest.opened("file", "wat");
    ok(guest.write(fd, "new"));
    assertEquals("new", guest.content("/file"));
  }

  @Test
  void resize_downAndUp_leavesZeros() {
    int fd = guest.opened("file", "w");
    ok(guest.call("fd_filestat_set_size", fd, 3));
    ok(guest.call("fd_filestat_set_size", fd, 5));
    assertEquals("012\0\0", guest.content("/file"));
    ok(guest.call("fd_allocate", fd, 0, 4));
    assertEquals(5, guest.content("/file").length());
    ok(guest.call("fd_allocate", fd, 4, 4));
    assertEquals("012\0\0\0\0\0", guest.content("/file"));
  }

  @Test
  void stat_ofFileAndDirectory_tellsTypeSizeAndOwnNumbers() {
    ok(guest.mkdir("dir"));
    ok(guest.link("file", "dir/again"));
    ok(guest.stat("file", false));
    long inode = guest.memory().readLong(8);
    assertEquals(4, guest.memory().readLong(16));
    assertEquals(2, guest.memory().readLong(24));
    assertEquals(10, guest.memory().readLong(32));
    ok(guest.stat("dir/again", false));
    assertEquals(inode, guest.memory().readLong(8));
    ok(guest.stat("dir", false));
    assertEquals(3, guest.memory().readLong(16));
    assertNotEquals(inode, guest.memory().readLong(8));
  }

  @Test
  void setTimes_toTheNanosecond_areExact() {
    ok(guest.symlink("file", "link"));
    int length = guest.text(Guest.PATH, "link");
    ok(guest.call("path_filestat_set_times", 3, 0, Guest.PATH, length, 1_234_567_891L, 7, 5));
    ok(guest.stat("link", false));
    assertEquals(7, guest.memory().readLong(16));
    assertEquals(1_234_567_891L, guest.memory().readLong(40));
    assertEquals(7, guest.memory().readLong(48));
    ok(guest.stat("link", true));
    assertNotEquals(7, guest.memory().readLong(48));
    int fd = guest.opened("file", "w");
    ok(guest.call("fd_filestat_set_times", fd, 11, 99, 1));
    ok(guest.call("fd_filestat_get", fd, 0));
    assertEquals(11, guest.memory().readLong(40));
    assertNotEquals(99, guest.memory().readLong(48));
  }

  @Test
  void readlink_shortBuffer_truncates() {
    ok(guest.symlink("some/where", "link"));
    ok(guest.readlink("link", 4));
    assertEquals(4, guest.resultInt());
    assertEquals("some", guest.dataText(4));
  }

  @Test
  void standardStreams_areCharacterDevicesWithoutSeek() {
    for (int fd = 0; fd < 3; fd++) {
      ok(guest.call("fd_fdstat_get", fd, Guest.RESULT));
      assertEquals(2, guest.memory().read(0));
      assertEquals(0, guest.memory().readLong(8) & (Rights.FD_SEEK | Rights.FD_TELL));
      ok(guest.call("fd_filestat_get", fd, 0));
      assertEquals(2, guest.memory().read(16));
    }
    ok(guest.write(1, "out"));
    assertEquals("out", guest.stdout.toString(StandardCharsets.UTF_8));
    assertEquals(Errno.NOTCAPABLE, guest.write(0, "x"));
    assertEquals("", guest.readText(0, 5));
  }

  @Test
  void prestat_ofTheRoot_isNamedSlash() {
    ok(guest.call("fd_prestat_get", 3, Guest.RESULT));
    assertEquals(1L << 32, guest.resultLong());
    ok(guest.call("fd_prestat_dir_name", 3, Guest.DATA, 1));
    assertEquals("/", guest.dataText(1));
  }

  /** Lists a directory through a buffer of the given size, as a libc does. */
  private List<String> list(int fd, int room) {
    List<String> names = new ArrayList<>();
    long cookie = 0;
    while (true) {
      ok(guest.call("fd_readdir", fd, Guest.DATA, room, cookie, Guest.RESULT));
      int used = (int) guest.resultInt();
      int at = Guest.DATA;
      int end = Guest.DATA + used;
      while (at + 24 <= end && at + 24 + guest.memory().readInt(at + 16) <= end) {
        cookie = guest.memory().readLong(at);
        int length = guest.memory().readInt(at + 16);
        names.add(new String(guest.memory().readBytes(at + 24, length), StandardCharsets.UTF_8));
        at += 24 + length;
      }
      if (used < room) {
        return names;
      }
    }
  }

  @Test
  void readdir_smallBuffer_resumesExactly() {
    List<String> expected = new ArrayList<>(List.of(".", "..", "file"));
    for (int i = 0; i < 600; i++) {
      guest.file("/entry" + i, "");
      expected.add("entry" + i);
    }
    int fd = guest.opened(".", "d");
    for (int room : new int[] {33, 100, 4096, 60_000}) {
      assertEquals(expected, list(fd, room));
    }
  }

  @Test
  void readdir_changedBetweenCalls_repeatsAndLosesNothing_F14() {
    for (int i = 0; i < 50; i++) {
      guest.file("/d/" + i, "");
    }
    int fd = guest.opened("d", "d");
    ok(guest.call("fd_readdir", fd, Guest.DATA, 300, 0, Guest.RESULT));
    long cookie = guest.memory().readLong(Guest.DATA + 25 + 26 + 25);
    ok(guest.unlink("d/0"));
    ok(guest.unlink("d/30"));
    guest.file("/d/new", "");
    ok(guest.call("fd_readdir", fd, Guest.DATA, 60_000, cookie, Guest.RESULT));
    String rest = guest.dataText((int) guest.resultInt());
    assertTrue(rest.contains("49") && rest.contains("new"));
    assertTrue(!rest.contains("30"));
  }

  @Test
  void readdir_costsByWhatIsReturned_F14() {
    for (int i = 0; i < 5000; i++) {
      guest.file("/e" + i, "");
    }
    int fd = guest.opened(".", "d");
    long before = guest.budget.used;
    List<String> all = list(fd, 60);
    assertEquals(5003, all.size());
    // Two names or so per call: linear, not 5000 entries for each.
    assertTrue(guest.budget.used - before < 5003L * 300, "fuel " + (guest.budget.used - before));
  }

  @Test
  void readdir_agreesWithStat_onInodes() {
    int fd = guest.opened(".", "d");
    ok(guest.call("fd_readdir", fd, Guest.DATA, 1000, 2, Guest.RESULT));
    long inode = guest.memory().readLong(Guest.DATA + 8);
    ok(guest.stat("file", false));
    assertEquals(inode, guest.memory().readLong(8));
  }
}
