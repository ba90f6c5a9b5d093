package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.testkit.Listing;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The attacks on files, by their ids in the threat model, each beside an action of the same kind
 * that succeeds. The host has a secret outside of what is copied in:
 *
 * <pre>
 * host/
 * ├── outside/secret
 * └── mount/
 *     ├── file        content
 *     ├── sub/inner   x
 *     ├── d           -> host/outside        (absolute)
 *     ├── l           -> host/outside/secret (absolute)
 *     ├── r           -> ../outside
 *     ├── inside      -> host/mount/sub      (absolute, but below the mount)
 *     └── near        -> sub/inner
 * </pre>
 */
class AttacksTest {
  @TempDir Path host;

  @BeforeEach
  void plant() throws IOException {
    Path mount = Files.createDirectories(host.resolve("mount"));
    Path outside = Files.createDirectories(host.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "SECRET");
    Files.createDirectory(mount.resolve("sub"));
    Files.writeString(mount.resolve("file"), "content");
    Files.writeString(mount.resolve("sub/inner"), "x");
    Files.createSymbolicLink(mount.resolve("d"), outside);
    Files.createSymbolicLink(mount.resolve("l"), outside.resolve("secret"));
    Files.createSymbolicLink(mount.resolve("r"), Path.of("../outside"));
    Files.createSymbolicLink(mount.resolve("inside"), mount.toRealPath().resolve("sub"));
    Files.createSymbolicLink(mount.resolve("near"), Path.of("sub/inner"));
  }

  private Guest mounted(String at, Access access) {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    workspace.copyIn(host.resolve("mount"), at, access);
    return new Guest(workspace);
  }

  private static void refused(Errno errno) {
    assertTrue(errno == Errno.NOTCAPABLE || errno == Errno.NOENT, errno.toString());
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void f1_openThroughPlantedLink_neverLeaves(Access access) {
    Guest guest = mounted("/", access);
    refused(guest.tryOpen("d/secret", "r"));
    refused(guest.tryOpen("r/secret", "r"));
    assertEquals(Errno.SUCCESS, guest.tryOpen("inside/inner", "r"));
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void f2_openFollowingPlantedLink_neverLeaves(Access access) {
    Guest guest = mounted("/", access);
    refused(guest.tryOpen("d/secret", "rf"));
    refused(guest.tryOpen("l", "rf"));
    refused(guest.tryOpen("r", "df"));
    assertEquals("x", guest.readText(guest.opened("near", "rf"), 10));
  }

  @Test
  void f3_createThroughPlantedLink_createsNothingOutside() throws IOException {
    Guest guest = mounted("/", Access.OVERLAY);
    refused(guest.tryOpen("d/new", "cw"));
    refused(guest.tryOpen("r/new", "cwf"));
    assertFalse(Files.exists(host.resolve("outside/new")));
    assertEquals(Errno.SUCCESS, guest.tryOpen("sub/new", "cw"));
    assertFalse(Files.exists(host.resolve("mount/sub/new")));
  }

  @Test
  void f4_truncateOrCreateWithReadRightsOnly_leavesAReadOnlyFile() {
    Guest guest = mounted("/ro", Access.READ);
    assertEquals(Errno.ROFS, guest.tryOpen("ro/file", "rt"));
    assertEquals(Errno.ROFS, guest.tryOpen("ro/new", "rc"));
    assertEquals("content", guest.content("/ro/file"));
    assertEquals("content", guest.readText(guest.opened("ro/file", "rc"), 10));
  }

  @Test
  void f5_everyPathFunctionThroughPlantedLink_neverLeaves() throws IOException {
    Guest guest = mounted("/", Access.OVERLAY);
    for (String link : new String[] {"d", "r"}) {
      refused(guest.mkdir(link + "/new"));
      refused(guest.unlink(link + "/secret"));
      refused(guest.rmdir(link + "/secret"));
      refused(guest.rename(link + "/secret", "stolen"));
      refused(guest.rename("file", link + "/secret"));
      refused(guest.link(link + "/secret", "stolen"));
      refused(guest.stat(link + "/secret", false));
      refused(guest.stat(link + "/", true));
      refused(guest.tryOpen(link + "/", "d"));
      refused(guest.symlink("x", link + "/new"));
      refused(guest.readlink(link + "/secret", 100));
    }
    assertEquals("SECRET", Files.readString(host.resolve("outside/secret")));
    assertEquals(Errno.SUCCESS, guest.rename("file", "sub/file"));
  }

  @Test
  void f6_linkFromReadOnlyToWritable_isRefused() {
    Guest guest = mounted("/ro", Access.READ);
    assertEquals(Errno.ROFS, guest.link("ro/file", "mine"));
    assertEquals(Errno.ROFS, guest.rename("ro/file", "mine"));
    guest.file("/own", "own");
    assertEquals(Errno.SUCCESS, guest.link("own", "mine"));
  }

  @Test
  void f7_linksMadeByTheGuest_stayInside() {
    Guest guest = Guest.with(Map.of("/a/b/file", "deep", "/file", "top"));
    assertEquals(Errno.SUCCESS, guest.symlink("../../../../etc/passwd", "a/b/up"));
    assertEquals(Errno.NOTCAPABLE, guest.tryOpen("a/b/up", "rf"));
    assertEquals(Errno.NOTCAPABLE, guest.symlink("/etc/passwd", "abs"));
    assertEquals(Errno.NOENT, guest.symlink("", "empty"));
    assertEquals(Errno.INVAL, guest.symlink("x\0y", "nul"));
    assertEquals(Errno.NAMETOOLONG, guest.symlink("x".repeat(5000), "long"));
    // A link that changes its meaning when its directory moves up.
    assertEquals(Errno.SUCCESS, guest.symlink("../../file", "a/b/rel"));
    assertEquals("top", guest.readText(guest.opened("a/b/rel", "rf"), 10));
    assertEquals(Errno.SUCCESS, guest.rename("a/b", "b"));
    assertEquals(Errno.NOTCAPABLE, guest.tryOpen("b/rel", "rf"));
    // One level must not be credited twice: link to itself, then up.
    assertEquals(Errno.SUCCESS, guest.symlink(".", "here"));
    assertEquals(Errno.NOTCAPABLE, guest.tryOpen("here/../file", "r"));
    assertEquals(Errno.SUCCESS, guest.tryOpen("here/file", "r"));
  }

  @Test
  void f7_chainsOfLinks_areBoundedAndPaid() {
    Guest guest = new Guest();
    guest.file("/t0", "end");
    for (int i = 1; i <= 60; i++) {
      assertEquals(Errno.SUCCESS, guest.symlink("t" + (i - 1), "t" + i));
    }
    assertEquals(Errno.SUCCESS, guest.tryOpen("t40", "rf"));
    assertEquals(Errno.LOOP, guest.tryOpen("t41", "rf"));
    assertEquals(Errno.SUCCESS, guest.symlink("./".repeat(2000) + "loop", "loop"));
    long before = guest.budget.used;
    assertEquals(Errno.LOOP, guest.tryOpen("loop", "rf"));
    assertTrue(guest.budget.used - before > 40 * 2000);
  }

  @Test
  void f9_hostHardLink_isCopiedNotShared() throws IOException {
    Files.createLink(host.resolve("mount/hard"), host.resolve("outside/secret"));
    Guest guest = mounted("/", Access.OVERLAY);
    assertEquals(Errno.SUCCESS, guest.write(guest.opened("hard", "wt"), "changed"));
    assertEquals("SECRET", Files.readString(host.resolve("outside/secret")));
    assertEquals("changed", guest.content("/hard"));
  }

  @Test
  void f10_specialFiles_doNotExist() throws Exception {
    Process mkfifo = new ProcessBuilder("mkfifo", host.resolve("mount/fifo").toString()).start();
    assertEquals(0, mkfifo.waitFor());
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          Workspace other = Workspace.inMemory(WorkspaceLimits.defaults());
          assertThrows(
              WorkspaceException.class,
              () -> other.copyIn(host.resolve("mount/fifo"), "/fifo", Access.READ));
          Guest guest = mounted("/", Access.READ);
          assertEquals(Errno.NOENT, guest.tryOpen("fifo", "r"));
          assertEquals(Errno.SUCCESS, guest.tryOpen("file", "r"));
        });
  }

  static Stream<String> oddNames() {
    return Stream.of("a\\b", "C:", "COM1", "NUL", "..x", "...", " ", "-", "\u202e", "%2e%2e", "~");
  }

  @ParameterizedTest
  @MethodSource("oddNames")
  void f11_oddNames_areNamesAndNothingElse(String name) {
    Guest guest = new Guest();
    assertEquals(Errno.SUCCESS, guest.tryOpen(name, "cxw"));
    assertEquals(List.of(name), guest.names("/"));
    assertEquals(Errno.SUCCESS, guest.unlink(name));
  }

  @Test
  void f11_depth_isLimited() {
    Guest guest = new Guest();
    String path = "d";
    for (int depth = 1; depth <= 64; depth++, path += "/d") {
      assertEquals(Errno.SUCCESS, guest.mkdir(path));
    }
    assertEquals(Errno.NOSPC, guest.mkdir(path));
    assertEquals(Errno.NOSPC, guest.tryOpen(path, "cw"));
    assertEquals(Errno.SUCCESS, guest.mkdir("e"));
    assertEquals(Errno.NOSPC, guest.rename("d", "e/d"));
    assertEquals(Errno.SUCCESS, guest.rename("d/d", "e/d"));
  }

  @Test
  void f8_directoryThatBecomesALinkMeanwhile_neverLeaves() throws Exception {
    Path flip = host.resolve("mount/flip");
    Path spare = Files.createDirectory(host.resolve("spare"));
    Files.writeString(spare.resolve("mine"), "mine");
    AtomicBoolean stop = new AtomicBoolean();
    Thread attacker = new Thread(() -> flipUntil(stop, flip, spare));
    attacker.start();
    try {
      for (int i = 0; i < 300; i++) {
        assertNothingLeaks();
      }
    } finally {
      stop.set(true);
      attacker.join();
    }
  }

  private void assertNothingLeaks() {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    try {
      workspace.copyIn(host.resolve("mount"), "/", Access.OVERLAY);
    } catch (WorkspaceException changed) {
      // It may be refused, but never lead out.
      return;
    }
    Guest guest = new Guest(workspace);
    assertFalse(guest.tryOpen("flip/secret", "rf") == Errno.SUCCESS);
  }

  private void flipUntil(AtomicBoolean stop, Path flip, Path spare) {
    try {
      while (!stop.get()) {
        Files.move(spare, flip);
        Files.move(flip, spare);
        Files.createSymbolicLink(flip, host.resolve("outside"));
        Files.delete(flip);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void f19_nothingTheGuestSees_tellsOfTheHost(Access access) throws IOException {
    FileTime odd = FileTime.from(Instant.parse("1987-06-05T04:03:02Z"));
    Files.setLastModifiedTime(host.resolve("mount/file"), odd);
    Guest guest = mounted("/", access);
    for (String link : new String[] {"d", "l", "inside"}) {
      assertEquals(Errno.SUCCESS, guest.readlink(link, 1000));
      String target = guest.dataText((int) guest.resultInt());
      assertFalse(target.contains("outside") || target.contains("mount"), target);
    }
    assertEquals(Errno.SUCCESS, guest.stat("file", false));
    assertEquals(1, guest.memory().readLong(0));
    assertTrue(guest.memory().readLong(8) < 100);
    assertTrue(guest.memory().readLong(48) > odd.toInstant().getEpochSecond() * 1_000_000_000L);
  }

  @Test
  void f22_readOnlyMount_answersRofsToEveryChange() {
    Guest guest = mounted("/ro", Access.READ);
    String before = Listing.of(guest.workspace);
    final int fd = guest.opened("ro/file", "r");
    assertEquals(Errno.ROFS, guest.tryOpen("ro/file", "w"));
    assertEquals(Errno.ROFS, guest.tryOpen("ro/near", "wf"));
    assertEquals(Errno.ROFS, guest.tryOpen("ro/file", "rt"));
    assertEquals(Errno.ROFS, guest.mkdir("ro/new"));
    assertEquals(Errno.ROFS, guest.unlink("ro/file"));
    assertEquals(Errno.ROFS, guest.unlink("ro/near"));
    assertEquals(Errno.ROFS, guest.rmdir("ro"));
    assertEquals(Errno.ROFS, guest.unlink("ro/sub"));
    assertEquals(Errno.ROFS, guest.rmdir("ro/sub"));
    assertEquals(Errno.ROFS, guest.rename("ro/file", "ro/other"));
    guest.file("/own", "own");
    assertEquals(Errno.ROFS, guest.rename("own", "ro/file"));
    assertEquals(Errno.ROFS, guest.rename("own", "ro/new"));
    assertEquals(Errno.ROFS, guest.link("own", "ro/new"));
    assertEquals(Errno.ROFS, guest.symlink("x", "ro/new"));
    assertEquals(Errno.NOTCAPABLE, guest.call("fd_filestat_set_size", fd, 0));
    long rights = Rights.FD_FILESTAT_SET_SIZE | Rights.FD_FILESTAT_SET_TIMES | Rights.FD_ALLOCATE;
    assertEquals(Errno.SUCCESS, guest.open(3, 0, "ro/file", 0, rights, 0));
    int able = (int) guest.resultInt();
    assertEquals(Errno.ROFS, guest.call("fd_filestat_set_size", able, 0));
    assertEquals(Errno.ROFS, guest.call("fd_allocate", able, 0, 100));
    assertEquals(Errno.ROFS, guest.call("fd_filestat_set_times", able, 1, 1, 5));
    int length = guest.text(Guest.PATH, "ro/file");
    assertEquals(
        Errno.ROFS, guest.call("path_filestat_set_times", 3, 0, Guest.PATH, length, 1, 1, 5));
    assertEquals(Errno.SUCCESS, guest.unlink("own"));
    assertEquals(before, Listing.of(guest.workspace));
    assertEquals("content", guest.readText(fd, 100));
  }

  @Test
  void f22_readOnlyMountPoint_keepsItsPlace() {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    workspace.copyIn(host.resolve("mount"), "/a/ro", Access.READ);
    workspace.copyIn(host.resolve("mount/file"), "/b/single", Access.READ);
    Guest guest = new Guest(workspace);
    assertEquals(Errno.ROFS, guest.rename("a/ro", "moved"));
    assertEquals(Errno.BUSY, guest.rename("a", "moved"));
    assertEquals(Errno.BUSY, guest.rename("b", "moved"));
    assertEquals(Errno.ROFS, guest.unlink("b/single"));
    assertEquals(Errno.ROFS, guest.tryOpen("b/single", "w"));
    assertEquals(Errno.SUCCESS, guest.mkdir("a/own"));
    assertEquals(Errno.SUCCESS, guest.rename("a/own", "moved"));
  }

  @Test
  void l7_hugeArguments_areRefusedOrPaid() {
    Guest guest = new Guest();
    assertEquals(Errno.FAULT, guest.call("random_get", 0, 0x8000_0000L));
    guest.buffers(0, 0x7fff_ffff);
    assertEquals(Errno.FAULT, guest.call("fd_write", 1, Guest.BUFFERS, 1, 0));
    guest.buffers(0, Guest.MEMORY_BYTES, 0, Guest.MEMORY_BYTES);
    long before = guest.budget.used;
    assertEquals(Errno.SUCCESS, guest.call("fd_write", 1, Guest.BUFFERS, 2, 0));
    assertEquals(2 * Guest.MEMORY_BYTES, guest.stdout.size());
    assertTrue(guest.budget.used - before >= 2 * Guest.MEMORY_BYTES / 8);
    assertTrue(guest.budget.checkpoints >= 8);
  }

  @Test
  void h1_resultInsideItsOwnInput_isWrittenLast() {
    Guest guest = Guest.with(Map.of("/abcdefgh", "content"));
    int length = guest.text(Guest.PATH, "abcdefgh");
    assertEquals(
        Errno.SUCCESS, guest.call("path_open", 3, 0, Guest.PATH, length, 0, 2, 2, 0, Guest.PATH));
    assertEquals(4, guest.memory().readInt(Guest.PATH));
    guest.buffers(Guest.DATA, 7);
    assertEquals(Errno.SUCCESS, guest.call("fd_read", 4, Guest.BUFFERS, 1, Guest.BUFFERS));
    assertEquals("content", guest.dataText(7));
    assertEquals(7, guest.memory().readInt(Guest.BUFFERS));
  }
}
