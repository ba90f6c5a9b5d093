package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.Access;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The attacks that a guest tries by calls, by their ids in the threat model, on mounts of the host;
 * each beside an action of the same kind that succeeds. The same host directory is mounted twice:
 *
 * <pre>
 * /
 * ├── ro/            read-only
 * │   ├── file       content
 * │   └── sub/inner  x
 * └── rw/            overlay of the same
 * </pre>
 */
class MountedAttacksTest {
  @TempDir Path host;
  private Workspace workspace;
  private Mount readOnly;
  private Mount overlay;
  private Guest guest;

  @BeforeEach
  void plant() throws IOException {
    Files.createDirectory(host.resolve("sub"));
    Files.writeString(host.resolve("file"), "content");
    Files.writeString(host.resolve("sub/inner"), "x");
    mount(WorkspaceLimits.defaults());
  }

  private void mount(WorkspaceLimits limits) {
    workspace = Workspace.inMemory(limits);
    readOnly = workspace.mount(host, "/ro", Access.READ);
    overlay = workspace.mount(host, "/rw", Access.OVERLAY);
    guest = new Guest(workspace);
  }

  private void remount(WorkspaceLimits limits) {
    workspace.close();
    mount(limits);
  }

  @AfterEach
  void host_isUntouched() throws IOException {
    workspace.close();
    assertEquals("content", Files.readString(host.resolve("file")));
    assertEquals("x", Files.readString(host.resolve("sub/inner")));
  }

  private static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  @Test
  void f4_truncateOrCreateWithReadRightsOnly_neverReachesTheHost() throws IOException {
    assertEquals(Errno.ROFS, guest.tryOpen("ro/file", "rt"));
    assertEquals(Errno.ROFS, guest.tryOpen("ro/new", "rc"));
    assertEquals(Errno.ROFS, guest.tryOpen("ro/sub/new", "rcx"));
    assertEquals("content", guest.readText(guest.opened("ro/file", "rc"), 10));
    ok(guest.tryOpen("rw/file", "wt"));
    ok(guest.tryOpen("rw/new", "rc"));
    assertEquals("", guest.content("/rw/file"));
    assertFalse(Files.exists(host.resolve("new")));
  }

  @Test
  void f6_linkOrRenameFromReadOnlyToWritable_isRefused() {
    guest.file("/own", "own");
    for (String to : List.of("mine", "rw/mine", "ro/mine")) {
      assertEquals(Errno.ROFS, guest.link("ro/file", to));
      assertEquals(Errno.ROFS, guest.rename("ro/file", to));
      assertEquals(Errno.ROFS, guest.rename("ro/sub", to));
    }
    for (String from : List.of("own", "rw/file")) {
      assertEquals(Errno.ROFS, guest.link(from, "ro/mine"));
      assertEquals(Errno.ROFS, guest.rename(from, "ro/file"));
    }
    ok(guest.link("rw/file", "rw/mine"));
    ok(guest.link("rw/file", "mine"));
    ok(guest.write(guest.opened("mine", "wa"), "!"));
    assertEquals("content!", guest.content("/rw/mine"));
    assertEquals("content", guest.content("/ro/file"));
  }

  @Test
  void f7_linksMadeByTheGuest_stayInside() {
    guest.file("/own", "own");
    assertEquals(Errno.ROFS, guest.symlink("file", "ro/link"));
    ok(guest.symlink("../../../../etc/passwd", "rw/sub/out"));
    assertEquals(Errno.NOTCAPABLE, guest.tryOpen("rw/sub/out", "rf"));
    assertEquals(Errno.NOTCAPABLE, guest.symlink("/etc/passwd", "rw/abs"));
    assertEquals(Errno.NOENT, guest.symlink("", "rw/empty"));
    assertEquals(Errno.INVAL, guest.symlink("x\0y", "rw/nul"));
    assertEquals(Errno.NAMETOOLONG, guest.symlink("x".repeat(5000), "rw/long"));
    ok(guest.symlink("../../own", "rw/sub/up"));
    assertEquals("own", guest.readText(guest.opened("rw/sub/up", "rf"), 10));
    // It changes its meaning when its directory moves up.
    ok(guest.rename("rw/sub", "sub"));
    assertEquals(Errno.NOTCAPABLE, guest.tryOpen("sub/up", "rf"));
    assertEquals("x", guest.content("/sub/inner"));
  }

  @Test
  void f10_specialFiles_doNotExist_andAreNotReplacedUnasked() throws Exception {
    Path fifo = host.resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(host.resolve("socket")));
      assertTimeoutPreemptively(Duration.ofSeconds(5), this::findsNoSpecialFiles);
    }
    ok(guest.tryOpen("rw/fifo", "cw"));
    assertEquals(1, workspace.commit(overlay).conflicts().size());
    assertFalse(Files.isRegularFile(fifo));
  }

  private void findsNoSpecialFiles() {
    for (String mount : List.of("ro", "rw")) {
      for (String name : List.of("fifo", "socket")) {
        assertEquals(Errno.NOENT, guest.tryOpen(mount + "/" + name, "r"));
        assertEquals(Errno.NOENT, guest.stat(mount + "/" + name, true));
        assertEquals(Errno.NOENT, guest.readlink(mount + "/" + name, 10));
      }
      assertEquals(List.of("file", "sub"), guest.names("/" + mount));
      ok(guest.tryOpen(mount + "/file", "r"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\b", "C:", "COM1", "NUL", "..x", "...", " ", "-", "%2e%2e", "~"})
  void f11_oddNames_areNamesAndNothingElse(String name) throws IOException {
    Files.writeString(host.resolve(name), "odd");
    for (String mount : List.of("ro/", "rw/")) {
      assertEquals("odd", guest.readText(guest.opened(mount + name, "r"), 10));
      assertTrue(guest.names("/" + mount).contains(name));
      assertEquals(Errno.NOTCAPABLE, guest.tryOpen(mount + "../../" + name, "r"));
      assertEquals(Errno.NAMETOOLONG, guest.tryOpen(mount + "n".repeat(256), "r"));
    }
    ok(guest.unlink("rw/" + name));
    ok(guest.tryOpen("rw/" + name, "cxw"));
    assertEquals(3, guest.names("/rw").size());
  }

  @Test
  void f11_depthOfTheHost_isLimited() throws IOException {
    Files.createDirectories(host.resolve("d/".repeat(70)));
    for (String mount : List.of("ro/", "rw/")) {
      ok(guest.tryOpen(mount + "d/".repeat(62), "d"));
      assertEquals(Errno.NOSPC, guest.tryOpen(mount + "d/".repeat(69), "d"));
    }
  }

  @Test
  void f12_renumber_ofFilesOfMounts_neitherLeaksNorMixes() {
    int read = guest.opened("ro/file", "r");
    int write = guest.opened("rw/file", "rw");
    assertEquals(Errno.BADF, guest.call("fd_renumber", read, 99));
    assertEquals(Errno.BADF, guest.call("fd_renumber", 99, read));
    ok(guest.call("fd_renumber", read, read));
    ok(guest.call("fd_renumber", read, write));
    assertEquals("content", guest.readText(write, 10));
    assertEquals(Errno.NOTCAPABLE, guest.write(write, "x"));
    assertEquals(Errno.BADF, guest.read(read, 1));
    for (int i = 0; i < 10_000; i++) {
      int more = guest.opened(i % 2 == 0 ? "ro/file" : "rw/file", "r");
      assertEquals(read, more);
      ok(guest.read(more, 1));
      ok(guest.call("fd_renumber", more, write));
    }
    ok(guest.call("fd_renumber", write, 1));
    assertEquals("ontent", guest.readText(1, 10));
  }

  @Test
  void f13_badBuffers_onFilesOfMounts_areErrnosAndChangeNothing() {
    int read = guest.opened("ro/file", "r");
    int write = guest.opened("rw/file", "rw");
    for (int length : new int[] {Guest.MEMORY_BYTES, -1, Integer.MIN_VALUE}) {
      guest.buffers(Guest.DATA, 1, Guest.DATA, length);
      for (int fd : List.of(read, write)) {
        assertEquals(Errno.FAULT, guest.call("fd_read", fd, Guest.BUFFERS, 2, Guest.RESULT));
        assertEquals(Errno.FAULT, guest.call("fd_pread", fd, Guest.BUFFERS, 2, 0, Guest.RESULT));
      }
      assertEquals(Errno.FAULT, guest.call("fd_write", write, Guest.BUFFERS, 2, Guest.RESULT));
      assertEquals(Errno.FAULT, guest.call("fd_pwrite", write, Guest.BUFFERS, 2, 0, Guest.RESULT));
    }
    assertTrue(guest.call("fd_read", read, 0, 1 << 20, Guest.RESULT) != Errno.SUCCESS);
    assertEquals("content", guest.content("/rw/file"));
    guest.buffers(Guest.DATA, 5, Guest.DATA + 2, 5);
    ok(guest.call("fd_read", read, Guest.BUFFERS, 2, Guest.RESULT));
    assertEquals(7, guest.resultInt());
    assertEquals("content", guest.readText(write, 10));
  }

  @Test
  void f14_listing_inSmallSteps_whileTheDirectoryChanges() throws IOException {
    for (int i = 0; i < 200; i++) {
      Files.writeString(host.resolve("f" + i), "");
    }
    for (String mount : List.of("ro", "rw")) {
      int fd = guest.opened(mount, "d");
      assertEquals(Errno.INVAL, guest.call("fd_readdir", fd, Guest.DATA, 100, 1L << 60, 0));
      assertEquals(Errno.INVAL, guest.call("fd_readdir", fd, Guest.DATA, 100, -1, 0));
      List<String> seen = listWhileChanging(mount, fd);
      Set<String> once = new HashSet<>(seen);
      assertEquals(once.size(), seen.size(), "nothing twice");
      for (int i = 0; i < 200; i++) {
        assertTrue(once.contains("f" + i), "f" + i);
      }
    }
  }

  /** Removes each file once it was seen and makes another, which a read-only mount refuses. */
  private List<String> listWhileChanging(String mount, int fd) {
    List<String> seen = new ArrayList<>();
    long cookie = 0;
    for (int got = 60; got == 60; ) {
      ok(guest.call("fd_readdir", fd, Guest.DATA, 60, cookie, Guest.RESULT));
      got = (int) guest.resultInt();
      for (int at = 0; at + 24 <= got; ) {
        int length = guest.memory().readInt(Guest.DATA + at + 16);
        if (at + 24 + length > got) {
          break;
        }
        cookie = guest.memory().readLong(Guest.DATA + at);
        byte[] name = guest.memory().readBytes(Guest.DATA + at + 24, length);
        seen.add(new String(name, StandardCharsets.UTF_8));
        at += 24 + length;
      }
      String last = seen.get(seen.size() - 1);
      if (last.startsWith("f") && !last.equals("file") && seen.size() < 300) {
        Errno expected = mount.equals("ro") ? Errno.ROFS : Errno.SUCCESS;
        assertEquals(expected, guest.unlink(mount + "/" + last));
        assertEquals(expected, guest.mkdir(mount + "/new" + seen.size()));
      }
    }
    return seen;
  }

  @Test
  void f14_hostDirectoryLargerThanTheQuota_answersNospc() throws IOException {
    for (int i = 0; i < 200; i++) {
      Files.writeString(host.resolve("sub/f" + i), "");
    }
    remount(new WorkspaceLimits(1 << 20, 100, 64));
    for (String mount : List.of("ro", "rw")) {
      assertEquals(Errno.NOSPC, guest.tryOpen(mount + "/sub/f1", "r"));
      ok(guest.tryOpen(mount + "/file", "r"));
    }
  }

  @Test
  void f15_growth_ofAFileOfAnOverlay_answersNospcAtOnce() {
    int fd = guest.opened("rw/file", "rw");
    final long before = workspace.usedBytes();
    assertEquals(Errno.NOSPC, guest.call("fd_filestat_set_size", fd, 1L << 40));
    assertEquals(Errno.NOSPC, guest.call("fd_allocate", fd, 0, 8L << 30));
    ok(guest.seek(fd, 1L << 40, 0));
    assertEquals(Errno.NOSPC, guest.write(fd, "x"));
    assertEquals(before, workspace.usedBytes());
    assertEquals("content", guest.content("/rw/file"));
    ok(guest.call("fd_filestat_set_size", fd, 100));
    assertEquals(before + 100, workspace.usedBytes());
  }

  @Test
  void f15_quota_countsWhatAnOverlayHolds() {
    int fd = guest.opened("rw/file", "rw");
    final long before = workspace.usedBytes();
    ok(guest.write(fd, "C"));
    assertEquals(before + 7, workspace.usedBytes(), "read into memory");
    ok(guest.seek(fd, 0, 2));
    ok(guest.write(fd, "123"));
    assertEquals(before + 10, workspace.usedBytes(), "appended to");
    ok(guest.rename("rw/file", "rw/other"));
    assertEquals(before + 10 + 5, workspace.usedBytes(), "the name on the host still counts");
    ok(guest.link("rw/other", "rw/hard"));
    assertEquals(before + 10 + 9, workspace.usedBytes());
    ok(guest.unlink("rw/hard"));
    ok(guest.unlink("rw/other"));
    ok(guest.close(fd));
    assertEquals(before, workspace.usedBytes());
  }

  @Test
  void f15_copyUp_thatDoesNotFit_leavesTheFile() throws IOException {
    Files.write(host.resolve("large"), new byte[5000]);
    remount(new WorkspaceLimits(4000, 100, 64));
    assertEquals(Errno.NOSPC, guest.write(guest.opened("rw/large", "w"), "x"));
    assertEquals(5000, guest.content("/rw/large").length());
    ok(guest.write(guest.opened("rw/file", "w"), "x"));
    ok(guest.tryOpen("rw/large", "wt"));
  }

  private interface Revocation {
    void run();
  }

  private void goodForNothingAfter(Revocation revocation, Errno answer) {
    int read = guest.opened("ro/file", "r");
    int write = guest.opened("rw/file", "rw");
    int directory = guest.opened("rw/sub", "d");
    assertEquals("con", guest.readText(read, 3));
    assertEquals("con", guest.readText(write, 3));
    revocation.run();
    assertEquals(answer, guest.read(read, 3));
    assertEquals(answer, guest.read(write, 3));
    assertEquals(answer, guest.write(write, "x"));
    assertEquals(answer, guest.open(directory, 0, "inner", 0, Rights.FD_READ, 0));
    assertEquals(answer, guest.call("fd_readdir", directory, Guest.DATA, 100, 0, 0));
    ok(guest.close(read));
    ok(guest.close(write));
  }

  @Test
  void f16_descriptors_acrossReset_areGoodForNothing() {
    workspace.setBaseline();
    goodForNothingAfter(workspace::reset, Errno.BADF);
    assertEquals("content", new Guest(workspace).content("/rw/file"));
  }

  @Test
  void f16_descriptors_acrossRestore_areGoodForNothing() {
    Snapshot snapshot = workspace.snapshot();
    ok(guest.write(guest.opened("rw/file", "w"), "C"));
    goodForNothingAfterRestore(snapshot);
    Guest later = new Guest(workspace);
    assertEquals("content", later.content("/rw/file"));
    ok(later.write(later.opened("rw/file", "w"), "D"));
    assertEquals("Dontent", later.content("/rw/file"));
  }

  private void goodForNothingAfterRestore(Snapshot snapshot) {
    int fd = guest.opened("rw/file", "rw");
    workspace.restore(snapshot);
    assertEquals(Errno.BADF, guest.read(fd, 3));
    assertEquals(Errno.BADF, guest.write(fd, "x"));
    assertEquals(Errno.BADF, guest.mkdir("d"));
    assertEquals(Errno.BADF, guest.call("fd_filestat_set_size", fd, 0));
  }

  @Test
  void f16_descriptors_acrossClose_areGoodForNothing() {
    goodForNothingAfter(workspace::close, Errno.BADF);
  }

  @Test
  void f16_descriptors_acrossCloseOfTheirMount_readNothingMore() {
    goodForNothingAfter(
        () -> {
          overlay.close();
          readOnly.close();
        },
        Errno.IO);
    guest.file("/own", "own");
    assertEquals("own", guest.readText(guest.opened("own", "r"), 10));
  }
}
