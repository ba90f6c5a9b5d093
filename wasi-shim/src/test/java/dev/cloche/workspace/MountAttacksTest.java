package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.DirectoryEntry;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Stat;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The attacks on files, by their ids in the threat model, against mounts of the host; each beside
 * an action of the same kind that succeeds.
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
@Tag("one-jdk")
class MountAttacksTest {
  private static final int FLIPS = 3_000;

  @TempDir Path host;
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final TreeUser guest = new TreeUser(workspace);

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

  @AfterEach
  void close() {
    workspace.close();
  }

  private Mount mounted(String at, Access access) {
    return workspace.mount(host.resolve("mount"), at, access);
  }

  private static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  private static void refused(Errno errno) {
    assertTrue(errno == Errno.NOTCAPABLE || errno == Errno.NOENT, errno.toString());
  }

  private static void refused(String answer) {
    assertTrue(answer.equals("[NOTCAPABLE]") || answer.equals("[NOENT]"), answer);
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void f1_f2_plantedLinks_neverLeave(Access access) {
    mounted("/", access);
    refused(guest.read("d/secret"));
    refused(guest.read("r/secret"));
    refused(guest.read("l"));
    refused(guest.tryOpen("d", "df"));
    refused(guest.tryOpen("r", "df"));
    assertEquals("x", guest.read("inside/inner"));
    assertEquals("x", guest.read("near"));
  }

  @Test
  void f1_relativeLink_isResolvedInTheTree_notOnTheHost() {
    workspace.writeFile(
        "/outside/secret", "the guest's own".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    mounted("/m", Access.READ);
    assertEquals("the guest's own", guest.read("m/r/secret"));
  }

  @Test
  void f3_f5_everyChangeThroughPlantedLinks_isRefused() throws IOException {
    Mount mount = mounted("/", Access.OVERLAY);
    for (String link : List.of("d", "r")) {
      refused(guest.write(link + "/new", 0, "x"));
      refused(guest.mkdir(link + "/new"));
      refused(guest.unlink(link + "/secret"));
      refused(guest.rename(link + "/secret", "stolen"));
      refused(guest.rename("file", link + "/secret"));
      refused(guest.link(link + "/secret", "stolen"));
      refused(guest.symlink("x", link + "/new"));
      refused(guest.touch(link + "/secret"));
    }
    ok(guest.write("sub/new", 0, "x"));
    assertTrue(workspace.commit(mount).isComplete());
    assertEquals(Set.of("secret"), namesOf(host.resolve("outside")));
    assertEquals("SECRET", Files.readString(host.resolve("outside/secret")));
    assertTrue(Files.exists(host.resolve("mount/sub/new")));
  }

  private static Set<String> namesOf(Path directory) throws IOException {
    Set<String> names = new HashSet<>();
    try (var all = Files.newDirectoryStream(directory)) {
      all.forEach(each -> names.add(each.getFileName().toString()));
    }
    return names;
  }

  /** Runs a swap between a directory and a link to outside while the action goes on. */
  private void whileFlipping(Path flip, Runnable action) throws Exception {
    Path spare = host.resolve("spare");
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger swaps = new AtomicInteger();
    Thread flipper =
        new Thread(
            () -> {
              while (!stop.get()) {
                try {
                  Files.move(flip, spare);
                  Files.createSymbolicLink(flip, host.resolve("outside"));
                  Thread.onSpinWait();
                  Files.delete(flip);
                  Files.move(spare, flip);
                  swaps.incrementAndGet();
                } catch (IOException unexpected) {
                  throw new AssertionError(unexpected);
                }
              }
            });
    flipper.start();
    try {
      action.run();
    } finally {
      stop.set(true);
      flipper.join();
    }
    assertTrue(swaps.get() > 10, () -> "only " + swaps + " swaps");
  }

  @Test
  void f8_directoryThatBecomesALinkMeanwhile_isNeverReadThrough() throws Exception {
    Path flip = Files.createDirectory(host.resolve("mount/flip"));
    Files.writeString(flip.resolve("secret"), "harmless");
    AtomicInteger read = new AtomicInteger();
    whileFlipping(
        flip,
        () -> {
          for (int i = 0; i < FLIPS; i++) {
            try (Workspace fresh = Workspace.inMemory(WorkspaceLimits.defaults())) {
              fresh.mount(host.resolve("mount"), "/", Access.READ);
              String answer = new TreeUser(fresh).read("flip/secret");
              assertNotEquals("SECRET", answer);
              read.addAndGet(answer.equals("harmless") ? 1 : 0);
            }
          }
        });
    assertTrue(read.get() > 0, "the positive control was never read");
  }

  @Test
  void f8_directoryReadBefore_isNeverReadThroughLater() throws Exception {
    Path flip = Files.createDirectory(host.resolve("mount/flip"));
    Files.writeString(flip.resolve("secret"), "harmless");
    mounted("/", Access.READ);
    assertEquals("harmless", guest.read("flip/secret"));
    AtomicInteger read = new AtomicInteger();
    whileFlipping(
        flip,
        () -> {
          for (int i = 0; i < FLIPS; i++) {
            String answer = guest.read("flip/secret");
            assertNotEquals("SECRET", answer);
            read.addAndGet(answer.equals("harmless") ? 1 : 0);
          }
        });
    assertTrue(read.get() > 0, "the positive control was never read");
  }

  @Test
  void f8_commitMeanwhile_neverWritesOutside() throws Exception {
    Path flip = Files.createDirectory(host.resolve("mount/flip"));
    Files.writeString(flip.resolve("secret"), "harmless");
    Mount mount = mounted("/", Access.OVERLAY);
    assertEquals("harmless", guest.read("flip/secret"));
    AtomicInteger written = new AtomicInteger();
    whileFlipping(
        flip,
        () -> {
          for (int i = 0; i < 300; i++) {
            ok(guest.replace("flip/secret", "guest " + i));
            ok(guest.write("flip/new" + i, 0, "x"));
            ok(guest.mkdir("flip/dir" + i));
            CommitReport report = workspace.commit(mount, OnConflict.OVERWRITE);
            written.addAndGet(report.applied().size());
          }
        });
    assertTrue(written.get() > 0, "nothing was ever written");
    assertEquals(Set.of("secret"), namesOf(host.resolve("outside")));
    assertEquals("SECRET", Files.readString(host.resolve("outside/secret")));
  }

  @Test
  void f9_hostHardLink_isReadButNeverWrittenThrough() throws IOException {
    Files.createLink(host.resolve("mount/hard"), host.resolve("outside/secret"));
    FileTime time = Files.getLastModifiedTime(host.resolve("outside/secret"));
    Mount mount = mounted("/", Access.OVERLAY);
    assertEquals("SECRET", guest.read("hard"));
    ok(guest.append("hard", "!"));
    ok(guest.touch("hard"));
    assertTrue(workspace.commit(mount).isComplete());
    assertEquals("SECRET", Files.readString(host.resolve("outside/secret")));
    assertEquals(time, Files.getLastModifiedTime(host.resolve("outside/secret")));
    assertEquals("SECRET!", Files.readString(host.resolve("mount/hard")));
  }

  private void fifo(Path at) throws Exception {
    assertEquals(0, new ProcessBuilder("mkfifo", at.toString()).start().waitFor());
  }

  @Test
  void f10_specialFiles_doNotExist_andNeverBlock() throws Exception {
    fifo(host.resolve("mount/fifo"));
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(host.resolve("mount/socket")));
      mounted("/", Access.OVERLAY);
      assertTimeoutPreemptively(
          Duration.ofSeconds(5),
          () -> {
            assertEquals("[NOENT]", guest.read("fifo"));
            assertEquals("[NOENT]", guest.read("socket"));
            assertEquals("content", guest.read("file"));
          });
      assertFalse(workspace.list("/").contains("fifo"));
      assertFalse(workspace.list("/").contains("socket"));
    }
  }

  @Test
  void f10_fileThatBecomesSomethingElse_answersAnErrno() throws Exception {
    mounted("/", Access.READ);
    assertEquals("content", guest.read("file"));
    Path file = host.resolve("mount/file");
    Files.delete(file);
    fifo(file);
    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertEquals("[IO]", guest.read("file")));
    Files.delete(file);
    Files.createSymbolicLink(file, host.resolve("outside/secret"));
    assertEquals("[IO]", guest.read("file"));
    Files.delete(file);
    Files.createDirectory(file);
    assertEquals("[IO]", guest.read("file"));
    Files.delete(file);
    assertEquals("[NOENT]", guest.read("file"));
    Files.writeString(file, "back");
    assertEquals("back", guest.read("file"));
  }

  @Test
  void f10_directoryThatBecomesAFifo_answersAnErrno() throws Exception {
    mounted("/", Access.READ);
    ok(guest.tryStat("sub"));
    Files.move(host.resolve("mount/sub"), host.resolve("away"));
    fifo(host.resolve("mount/sub"));
    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertEquals("[IO]", guest.read("sub/inner")));
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void f19_nothingTheGuestSees_tellsOfTheHost(Access access) throws Exception {
    Path file = host.resolve("mount/file");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));
    mounted("/m", access);
    for (String name : List.of("d", "l", "r", "inside", "near")) {
      assertFalse(guest.readLink("m/" + name).contains(host.toString()), name);
    }
    assertEquals("/", guest.readLink("m/d"));
    assertEquals("sub", guest.readLink("m/inside"));
    Stat stat = guest.stat("m/file");
    assertTrue(Math.abs(stat.modified() - System.currentTimeMillis() * 1_000_000) < 60e9);
    assertEquals(1, stat.links());
    Object inode = Files.getAttribute(file, "unix:ino");
    assertNotEquals(inode, stat.inode());
    for (DirectoryEntry entry : guest.list("m")) {
      assertTrue(entry.inode() < 100, entry.toString());
    }
    long number = stat.inode();
    assertEquals("content", guest.read("m/file"));
    assertEquals(number, guest.stat("m/file").inode());
  }

  @Test
  void f19_messagesToTheEmbedder_nameGuestPathsOnly() throws IOException {
    Mount mount = mounted("/m", Access.OVERLAY);
    ok(guest.append("m/file", "!"));
    ok(guest.write("m/sub/new", 0, "x"));
    Files.delete(host.resolve("mount/sub/inner"));
    Files.delete(host.resolve("mount/sub"));
    String text =
        workspace.commit(mount).toString() + workspace.commit(mount, OnConflict.OVERWRITE);
    assertFalse(text.contains(host.toString()), text);
    assertTrue(text.contains("/m/sub/new"));
  }

  @Test
  void f22_readOnlyMount_answersRofsToEveryChange() throws IOException {
    mounted("/ro", Access.READ);
    assertEquals(Errno.ROFS, guest.write("ro/file", 0, "x"));
    assertEquals(Errno.ROFS, guest.tryOpen("ro/file", "t"));
    assertEquals(Errno.ROFS, guest.setSize("ro/file", 1));
    assertEquals(Errno.ROFS, guest.write("ro/new", 0, "x"));
    assertEquals(Errno.ROFS, guest.write("ro/sub/new", 0, "x"));
    assertEquals(Errno.ROFS, guest.touch("ro/file"));
    assertEquals(Errno.ROFS, guest.touch("ro"));
    assertEquals(Errno.ROFS, guest.mkdir("ro/sub/new"));
    assertEquals(Errno.ROFS, guest.unlink("ro/file"));
    assertEquals(Errno.ROFS, guest.unlink("ro/near"));
    assertEquals(Errno.ROFS, guest.rmdir("ro/sub"));
    assertEquals(Errno.ROFS, guest.symlink("x", "ro/new"));
    assertEquals(Errno.ROFS, guest.link("ro/file", "mine"));
    assertEquals(Errno.ROFS, guest.rename("ro/file", "mine"));
    assertEquals(Errno.ROFS, guest.rename("ro/sub", "ro/other"));
    ok(guest.write("mine", 0, "x"));
    assertEquals(Errno.ROFS, guest.link("mine", "ro/new"));
    assertEquals(Errno.ROFS, guest.rename("mine", "ro/file"));
    assertEquals("content", guest.read("ro/file"));
    assertEquals("content", Files.readString(host.resolve("mount/file")));
  }

  @Test
  void f22_mountPoint_keepsItsPlace() {
    mounted("/a/m", Access.OVERLAY);
    assertEquals(Errno.BUSY, guest.rename("a", "b"));
    assertEquals(Errno.BUSY, guest.rename("a/m", "b"));
    ok(guest.mkdir("other"));
    assertEquals(Errno.SUCCESS, guest.rename("other", "b"));
  }
}
