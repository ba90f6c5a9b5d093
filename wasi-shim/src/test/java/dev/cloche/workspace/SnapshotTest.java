package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Caller;
import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.RegularFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Going back and comparing: {@code snapshot}, {@code restore}, {@code reset}, {@code diff}. */
class SnapshotTest {
  private static final OpenRequest WRITE = new OpenRequest(true, true, false, false, false, true);
  private static final OpenRequest READ = new OpenRequest(true, false, false, false, false, false);

  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());

  /** A guest's view; every view sees the same tree. */
  private FileTree guest() {
    return workspace.tree(
        new Caller() {
          @Override
          public long now() {
            return 1;
          }

          @Override
          public void spend(long steps) {}
        });
  }

  private void write(String path, String text) {
    workspace.writeFile(path, text.getBytes(StandardCharsets.UTF_8));
  }

  private String read(String path) {
    return new String(workspace.readFile(path), StandardCharsets.UTF_8);
  }

  private static List<String> paths(List<WorkspaceDiff.Entry> entries) {
    return entries.stream().map(WorkspaceDiff.Entry::path).toList();
  }

  private static Errno errno(Attempt attempt) {
    return assertThrows(Fault.class, attempt::run).errno();
  }

  private interface Attempt {
    void run() throws Fault;
  }

  @Test
  void restore_bringsBackNamesBytesAndCounts() {
    write("/a/one", "first");
    write("/a/two", "second");
    Snapshot snapshot = workspace.snapshot();
    long bytes = workspace.usedBytes();
    write("/a/one", "changed, and longer");
    workspace.delete("/a/two");
    write("/b/three", "new");
    workspace.restore(snapshot);
    assertEquals(List.of("a"), workspace.list("/"));
    assertEquals("first", read("/a/one"));
    assertEquals("second", read("/a/two"));
    assertEquals(bytes, workspace.usedBytes());
    assertEquals(3, workspace.usedNodes());
    assertTrue(workspace.diff(snapshot).isEmpty());
  }

  @Test
  void restore_inAnyOrder_reachesEveryState() {
    List<Snapshot> snapshots = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      write("/same", "state " + i);
      write("/only" + i, "x");
      snapshots.add(workspace.snapshot());
      workspace.delete("/only" + i);
    }
    for (int i : new int[] {4, 0, 3, 3, 1, 4, 2, 0}) {
      workspace.restore(snapshots.get(i));
      assertEquals("state " + i, read("/same"));
      assertEquals(List.of("only" + i, "same"), workspace.list("/"));
      assertEquals(2, workspace.usedNodes());
    }
  }

  @Test
  void restore_ofMovedFile_leavesItOneName() throws Fault {
    write("/f", "x");
    Snapshot before = workspace.snapshot();
    workspace.createDirectory("/x");
    guest().rename(guest().root(), "f", guest().root(), "x/f");
    Snapshot moved = workspace.snapshot();
    guest().rename(guest().root(), "x/f", guest().root(), "f");
    workspace.restore(moved);
    workspace.restore(before);
    assertEquals(1, guest().stat(guest().root(), "f", false).links());
    assertFalse(workspace.exists("/x"));
    workspace.restore(moved);
    assertEquals("x", read("/x/f"));
    assertEquals(1, guest().stat(guest().root(), "x/f", false).links());
    assertEquals(List.of("x"), workspace.list("/"));
  }

  @Test
  void restore_keepsInodesTimesAndHardLinks() throws Fault {
    write("/f", "x");
    guest().link(guest().root(), "f", guest().root(), "g");
    var before = guest().stat(guest().root(), "f", false);
    Snapshot snapshot = workspace.snapshot();
    workspace.delete("/g");
    write("/f", "y");
    workspace.restore(snapshot);
    assertEquals(before, guest().stat(guest().root(), "g", false));
    write("/g", "through the other name");
    assertEquals("through the other name", read("/f"));
  }

  @Test
  void restore_endsEveryDescriptor_F16() throws Fault {
    write("/f", "x");
    FileTree running = guest();
    RegularFile file = (RegularFile) running.open(running.root(), "f", WRITE);
    byte[] buffer = new byte[1];
    assertEquals(1, running.nodes().read(file, 0, buffer, 0, 1));
    workspace.reset();
    assertEquals(Errno.BADF, errno(() -> running.nodes().read(file, 0, buffer, 0, 1)));
    assertEquals(Errno.BADF, errno(() -> running.nodes().write(file, 0, false, buffer, 0, 1)));
    assertEquals(Errno.BADF, errno(() -> running.nodes().setSize(file, 9)));
    assertEquals(Errno.BADF, errno(() -> running.nodes().stat(file)));
    assertEquals(Errno.BADF, errno(() -> running.open(running.root(), "f", WRITE)));
    assertEquals(Errno.BADF, errno(() -> running.nodes().list(running.root(), 0, 9)));
    running.nodes().close(file);
    assertEquals(0, workspace.usedBytes());
    assertEquals(0, workspace.usedNodes());
    write("/f", "positive control");
    assertEquals(List.of("f"), workspace.list("/"));
  }

  @Test
  void restore_freesWhatWasOnlyOpen() throws Fault {
    write("/f", "0123456789");
    FileTree running = guest();
    Node open = running.open(running.root(), "f", READ);
    running.unlink(running.root(), "f");
    assertEquals(10, workspace.usedBytes());
    Snapshot snapshot = workspace.snapshot();
    workspace.restore(snapshot);
    running.nodes().close(open);
    assertEquals(0, workspace.usedBytes());
    assertEquals(0, workspace.usedNodes());
  }

  @Test
  void reset_goesToTheBaseline() {
    write("/junk", "x");
    workspace.reset();
    assertEquals(List.of(), workspace.list("/"));
    write("/kept", "x");
    workspace.setBaseline();
    write("/kept", "y");
    write("/junk", "x");
    workspace.reset();
    assertEquals("x", read("/kept"));
    assertEquals(List.of("kept"), workspace.list("/"));
  }

  @Test
  void foreignAndClosedSnapshots_areRefused_F17() {
    Snapshot foreign = Workspace.inMemory(WorkspaceLimits.defaults()).snapshot();
    assertThrows(IllegalArgumentException.class, () -> workspace.restore(foreign));
    assertThrows(IllegalArgumentException.class, () -> workspace.diff(foreign));
    Snapshot closed = workspace.snapshot();
    closed.close();
    closed.close();
    assertThrows(IllegalStateException.class, () -> workspace.restore(closed));
  }

  @Test
  void diff_namesWhatChanged_withSizes() {
    write("/dir/kept", "same");
    write("/dir/grown", "1");
    write("/dir/gone", "123");
    write("/dir/rewritten", "abc");
    Snapshot snapshot = workspace.snapshot();
    write("/dir/grown", "12345");
    workspace.delete("/dir/gone");
    write("/dir/rewritten", "abc");
    write("/new/file", "12");
    WorkspaceDiff diff = workspace.diff(snapshot);
    assertEquals(List.of("/new", "/new/file"), paths(diff.added()));
    assertEquals(List.of("/dir/grown"), paths(diff.changed()));
    assertEquals(List.of("/dir/gone"), paths(diff.removed()));
    assertEquals(1, diff.changed().get(0).sizeBefore().getAsLong());
    assertEquals(5, diff.changed().get(0).sizeAfter().getAsLong());
    assertEquals(3, diff.removed().get(0).sizeBefore().getAsLong());
    assertEquals(NodeKind.FILE, diff.removed().get(0).kind());
    assertTrue(diff.removed().get(0).sizeAfter().isEmpty());
    assertEquals(NodeKind.DIRECTORY, diff.added().get(0).kind());
  }

  @Test
  void diff_ofMovedDirectory_namesAllBelow() throws Fault {
    write("/a/b/c", "x");
    Snapshot snapshot = workspace.snapshot();
    guest().rename(guest().root(), "a/b", guest().root(), "moved");
    WorkspaceDiff diff = workspace.diff(snapshot);
    assertEquals(List.of("/moved", "/moved/c"), paths(diff.added()));
    assertEquals(List.of("/a/b", "/a/b/c"), paths(diff.removed()));
    guest().rename(guest().root(), "moved", guest().root(), "a/b");
    assertTrue(workspace.diff(snapshot).isEmpty());
  }

  @Test
  void diff_ofReplacedDirectory_comparesWhatIsBelow() {
    write("/d/same", "x");
    write("/d/old", "x");
    Snapshot snapshot = workspace.snapshot();
    workspace.delete("/d");
    write("/d/same", "x");
    write("/d/new", "x");
    WorkspaceDiff diff = workspace.diff(snapshot);
    assertEquals(List.of("/d/new"), paths(diff.added()));
    assertEquals(List.of("/d/old"), paths(diff.removed()));
    assertEquals(List.of(), diff.changed());
  }

  @Test
  void diff_ofFileThatBecameDirectory_isBoth() {
    write("/n", "x");
    Snapshot snapshot = workspace.snapshot();
    workspace.delete("/n");
    write("/n/f", "x");
    WorkspaceDiff diff = workspace.diff(snapshot);
    assertEquals(List.of("/n"), paths(diff.removed()));
    assertEquals(List.of("/n", "/n/f"), paths(diff.added()));
  }

  @Test
  void abandonedSnapshots_areMerged_andTheOldestStaysGood() {
    write("/f", "start");
    Snapshot first = workspace.snapshot();
    for (int i = 0; i < 300; i++) {
      write("/f", "state " + i);
      write("/g" + (i % 7), "x");
      workspace.snapshot().close();
    }
    Snapshot last = workspace.snapshot();
    write("/f", "end");
    workspace.restore(first);
    assertEquals("start", read("/f"));
    assertEquals(List.of("f"), workspace.list("/"));
    workspace.restore(last);
    assertEquals("state 299", read("/f"));
    assertEquals(8, workspace.list("/").size());
  }

  @Test
  void largeFile_sharesItsPages_untilTheyAreWritten() throws Fault {
    byte[] large = new byte[1 << 20];
    large[500_000] = 7;
    workspace.writeFile("/large", large);
    Snapshot snapshot = workspace.snapshot();
    FileTree tree = guest();
    RegularFile file = (RegularFile) tree.open(tree.root(), "large", WRITE);
    assertEquals(2, tree.nodes().write(file, 0, false, new byte[] {1, 2}, 0, 2));
    tree.nodes().setSize(file, 600_000);
    tree.nodes().setSize(file, 1 << 20);
    tree.nodes().close(file);
    assertEquals(1, workspace.readFile("/large")[0]);
    workspace.restore(snapshot);
    assertArrayEquals(large, workspace.readFile("/large"));
  }

  @Test
  void namesMadeAndRemovedForEver_fillNoMemory() throws Fault {
    Snapshot snapshot = workspace.snapshot();
    FileTree tree = guest();
    for (int i = 0; i < 20_000; i++) {
      String name = "temporary" + i;
      tree.nodes().close(tree.open(tree.root(), name, WRITE));
      tree.unlink(tree.root(), name);
    }
    assertTrue(workspace.diff(snapshot).isEmpty());
  }
}
