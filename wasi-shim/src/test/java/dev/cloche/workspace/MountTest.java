package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What shows of a host directory, and when it is read.
 *
 * <pre>
 * host/
 * ├── one        "1"
 * └── dir/
 *     └── two    "22"
 * </pre>
 */
class MountTest {
  @TempDir Path host;
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final TreeUser guest = new TreeUser(workspace);

  @BeforeEach
  void plant() throws IOException {
    Files.writeString(host.resolve("one"), "1");
    Files.createDirectory(host.resolve("dir"));
    Files.writeString(host.resolve("dir/two"), "22");
  }

  @AfterEach
  void close() {
    workspace.close();
  }

  private static String message(Runnable action) {
    return assertThrows(WorkspaceException.class, action::run).getMessage();
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void mount_showsWhatIsThere_andCountsWhatWasLookedAt(Access access) throws Fault {
    workspace.mount(host, "/m", access);
    assertEquals(1, workspace.usedNodes());
    assertEquals(List.of("dir", "one"), workspace.list("/m"));
    assertEquals(3, workspace.usedNodes());
    assertEquals("22", guest.read("m/dir/two"));
    assertEquals(4, workspace.usedNodes());
    assertEquals(1 + 6 + 3, workspace.usedBytes());
    assertEquals(2, guest.stat("m/dir/two").size());
  }

  @Test
  void mountAtTheRoot_works() {
    workspace.mount(host, "/", Access.OVERLAY);
    assertEquals("1", guest.read("one"));
    assertEquals(Errno.SUCCESS, guest.replace("one", "changed"));
    assertEquals(Errno.SUCCESS, guest.mkdir("new"));
  }

  @Test
  void singleFile_isReadAndOverlaid() throws IOException {
    workspace.mount(host.resolve("one"), "/x/uno", Access.OVERLAY);
    assertEquals("1", guest.read("x/uno"));
    assertEquals(Errno.SUCCESS, guest.append("x/uno", "!"));
    assertEquals("1!", guest.read("x/uno"));
    assertEquals("1", Files.readString(host.resolve("one")));
    assertEquals(Errno.BUSY, guest.unlink("x/uno"));
    assertEquals(Errno.BUSY, guest.rename("x/uno", "x/two"));
  }

  @Test
  void readMount_readsLate_overlayKeepsWhatItCopied() throws IOException {
    workspace.mount(host, "/m", Access.OVERLAY);
    assertEquals("1", guest.read("m/one"));
    Files.writeString(host.resolve("one"), "later");
    assertEquals("later", guest.read("m/one"));
    assertEquals(Errno.SUCCESS, guest.append("m/one", "!"));
    Files.writeString(host.resolve("one"), "unseen");
    assertEquals("later!", guest.read("m/one"));
  }

  @Test
  void overlay_copyUp_countsBytesExactly() throws IOException {
    Files.write(host.resolve("big"), new byte[200_000]);
    workspace.mount(host, "/m", Access.OVERLAY);
    assertEquals(3, workspace.list("/m").size());
    long before = workspace.usedBytes();
    assertEquals(Errno.SUCCESS, guest.write("m/big", 199_999, "xy"));
    assertEquals(before + 200_001, workspace.usedBytes());
    assertEquals(Errno.SUCCESS, guest.setSize("m/big", 10));
    assertEquals(before + 10, workspace.usedBytes());
    assertEquals(Errno.SUCCESS, guest.unlink("m/big"));
    assertEquals(before, workspace.usedBytes());
    assertEquals(Errno.SUCCESS, guest.write("m/big", 0, "again"));
    assertEquals(before + 5, workspace.usedBytes());
  }

  @Test
  void truncatingOpen_readsNothing_andCountsNothing() {
    workspace.mount(host, "/m", Access.OVERLAY);
    assertEquals(Errno.SUCCESS, guest.replace("m/dir/two", "x"));
    assertEquals("x", guest.read("m/dir/two"));
  }

  @Test
  void copyUp_beyondTheQuota_leavesTheFile() throws IOException {
    Files.write(host.resolve("big"), new byte[5_000]);
    Workspace small = Workspace.inMemory(new WorkspaceLimits(4_000, 20, 8));
    TreeUser user = new TreeUser(small);
    small.mount(host, "/m", Access.OVERLAY);
    assertEquals(Errno.NOSPC, user.write("m/big", 0, "x"));
    assertEquals(5_000, user.read("m/big").length());
    assertEquals(Errno.SUCCESS, user.replace("m/big", "x"));
    small.close();
  }

  @Test
  void directoryLargerThanTheQuota_answersNospc() throws IOException {
    Workspace small = Workspace.inMemory(new WorkspaceLimits(4_000, 3, 8));
    small.mount(host, "/m", Access.READ);
    assertEquals(Errno.SUCCESS, new TreeUser(small).tryStat("m/one"));
    Files.createFile(host.resolve("dir/three"));
    assertEquals(Errno.NOSPC, new TreeUser(small).tryStat("m/dir/two"));
    assertEquals(3, small.usedNodes());
    small.close();
  }

  @Test
  void hostTreeDeeperThanTheLimit_endsThere() throws IOException {
    Files.createDirectories(host.resolve("a/b/c/d"));
    Workspace flat = Workspace.inMemory(new WorkspaceLimits(4_000, 30, 3));
    flat.mount(host, "/m", Access.READ);
    assertEquals(Errno.SUCCESS, new TreeUser(flat).tryStat("m/a/b"));
    assertEquals(Errno.NOSPC, new TreeUser(flat).tryStat("m/a/b/c"));
    flat.close();
  }

  @Test
  void reset_forgetsTheOverlay_butNotTheMount() {
    workspace.mount(host, "/m", Access.OVERLAY);
    workspace.setBaseline();
    assertEquals(Errno.SUCCESS, guest.replace("m/one", "changed"));
    assertEquals(Errno.SUCCESS, guest.unlink("m/dir/two"));
    assertEquals(Errno.SUCCESS, guest.write("m/new", 0, "x"));
    workspace.reset();
    TreeUser next = new TreeUser(workspace);
    assertEquals("1", next.read("m/one"));
    assertEquals("22", next.read("m/dir/two"));
    assertEquals(List.of("dir", "one"), workspace.list("/m"));
    assertEquals(1 + 6 + 3, workspace.usedBytes());
    assertEquals(Errno.BADF, guest.tryStat("m"));
  }

  @Test
  void restore_beforeAndAfterTheMount_takesItAwayAndBringsItBack() {
    Snapshot before = workspace.snapshot();
    Mount mount = workspace.mount(host, "/", Access.OVERLAY);
    assertEquals("22", guest.read("dir/two"));
    assertEquals(Errno.SUCCESS, guest.unlink("dir/two"));
    Snapshot after = workspace.snapshot();
    workspace.restore(before);
    assertEquals(List.of(), workspace.list("/"));
    assertTrue(message(() -> workspace.commit(mount)).contains("does not exist"));
    workspace.restore(after);
    assertEquals(List.of("dir", "one"), workspace.list("/"));
    assertEquals(List.of(), workspace.list("/dir"));
    assertEquals(3, workspace.commit(mount).applied().size() + 2);
  }

  @Test
  void diff_readsNothing_andNamesOverlaidFiles() {
    workspace.mount(host, "/m", Access.OVERLAY);
    Snapshot snapshot = workspace.snapshot();
    assertEquals("1", guest.read("m/one"));
    assertTrue(workspace.diff(snapshot).isEmpty());
    assertEquals(Errno.SUCCESS, guest.append("m/one", "23"));
    WorkspaceDiff diff = workspace.diff(snapshot);
    assertEquals("/m/one", diff.changed().get(0).path());
    assertEquals(1, diff.changed().get(0).sizeBefore().getAsLong());
    assertEquals(3, diff.changed().get(0).sizeAfter().getAsLong());
  }

  @Test
  void movedHostDirectory_isStillReadLate() throws IOException {
    Files.createDirectories(host.resolve("dir/deep"));
    Files.writeString(host.resolve("dir/deep/three"), "333");
    workspace.mount(host, "/m", Access.OVERLAY);
    assertEquals(Errno.SUCCESS, guest.rename("m/dir", "m/moved"));
    assertEquals("333", guest.read("m/moved/deep/three"));
    assertEquals(Errno.NOENT, guest.tryStat("m/dir"));
    assertEquals(Errno.SUCCESS, guest.rename("m/moved", "elsewhere"));
    assertEquals("22", guest.read("elsewhere/two"));
  }

  @Test
  void fileThatShrinks_answersAnErrno_neverLess() throws Exception {
    Files.write(host.resolve("big"), new byte[100_000]);
    workspace.mount(host, "/m", Access.READ);
    RegularFile file = (RegularFile) guest.open("m/big", "f");
    byte[] buffer = new byte[100_000];
    assertEquals(100_000, guest.tree.nodes().read(file, 0, buffer, 0, 100_000));
    Files.write(host.resolve("big"), new byte[10]);
    assertEquals(
        Errno.IO, TreeUser.errno(() -> guest.tree.nodes().read(file, 0, buffer, 0, 100_000)));
    guest.tree.nodes().close(file);
    assertEquals(10, guest.read("m/big").length());
  }

  @Test
  void fileThatGrows_endsWhereItDid() throws Exception {
    workspace.mount(host, "/m", Access.READ);
    RegularFile file = (RegularFile) guest.open("m/one", "f");
    Files.writeString(host.resolve("one"), "1 and more");
    byte[] buffer = new byte[100];
    assertEquals(1, guest.tree.nodes().read(file, 0, buffer, 0, 100));
    guest.tree.nodes().close(file);
    assertEquals("1 and more", guest.read("m/one"));
  }

  @Test
  void interruptedThread_readsAgainLater() throws Exception {
    workspace.mount(host, "/m", Access.READ);
    RegularFile file = (RegularFile) guest.open("m/one", "f");
    byte[] buffer = new byte[1];
    Thread.currentThread().interrupt();
    assertEquals(Errno.IO, TreeUser.errno(() -> guest.tree.nodes().read(file, 0, buffer, 0, 1)));
    assertTrue(Thread.interrupted());
    assertEquals(1, guest.tree.nodes().read(file, 0, buffer, 0, 1));
    assertArrayEquals(new byte[] {'1'}, buffer);
    guest.tree.nodes().close(file);
  }

  @Test
  void takenPlaces_andMisuse_areRefusedInWords() {
    workspace.writeFile("/taken/f", new byte[1]);
    Runnable intoTaken = () -> workspace.mount(host, "/taken", Access.READ);
    assertEquals("cannot mount \"/taken\": the directory is not empty", message(intoTaken));
    Runnable missing = () -> workspace.mount(host.resolve("none"), "/n", Access.READ);
    assertEquals(
        "cannot mount \"/n\": the source cannot be read (NoSuchFileException)", message(missing));
    workspace.mount(host, "/m", Access.READ);
    assertTrue(message(() -> workspace.mount(host, "/m", Access.READ)).contains("it is a mount"));
    Mount foreign =
        Workspace.inMemory(WorkspaceLimits.defaults()).mount(host, "/m", Access.OVERLAY);
    assertThrows(IllegalArgumentException.class, () -> workspace.commit(foreign));
    foreign.close();
  }

  @Test
  void closedMount_answersIo_forWhatWasNotRead() {
    Mount mount = workspace.mount(host, "/m", Access.OVERLAY);
    assertEquals(Errno.SUCCESS, guest.append("m/one", "!"));
    mount.close();
    assertEquals("1!", guest.read("m/one"));
    assertEquals(Errno.IO, guest.tryStat("m/dir/two"));
    assertFalse(mount.guestPath().isEmpty());
  }

  @Test
  void closedWorkspace_endsEveryDescriptor_F16() throws Exception {
    workspace.mount(host, "/m", Access.OVERLAY);
    RegularFile file = (RegularFile) guest.open("m/one", "fw");
    workspace.close();
    byte[] bytes = {1};
    assertEquals(
        Errno.BADF, TreeUser.errno(() -> guest.tree.nodes().write(file, 0, false, bytes, 0, 1)));
    assertEquals(Errno.BADF, TreeUser.errno(() -> guest.tree.nodes().read(file, 0, bytes, 0, 1)));
  }

  @Test
  void firstLook_isPaidFor_theNextIsCheap() {
    workspace.mount(host, "/m", Access.READ);
    assertEquals(Errno.SUCCESS, guest.tryStat("m/one"));
    long first = guest.spent;
    assertEquals(Errno.SUCCESS, guest.tryStat("m/one"));
    assertTrue(first >= 10_000, () -> "spent " + first);
    assertTrue(guest.spent - first < 100);
  }
}
