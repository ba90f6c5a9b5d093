package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.image.HostContents;
import dev.cloche.workspace.image.WorkspaceImage;
import dev.cloche.workspace.tree.Caller;
import dev.cloche.workspace.tree.DirectoryEntry;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.FileTree;
import dev.cloche.workspace.tree.Node;
import dev.cloche.workspace.tree.OpenRequest;
import dev.cloche.workspace.tree.Stat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace that is taken down and made again shows the same in all that a guest can see. */
class WorkspaceCaptureTest {

  private static final WorkspaceLimits LIMITS = new WorkspaceLimits(10_000, 30, 8);

  /** A guest whose clock advances. */
  private static final class Guest implements Caller {
    private long now = 1_000;

    @Override
    public long now() {
      return now++;
    }

    @Override
    public void spend(long steps) {}
  }

  @TempDir Path directory;

  private final Guest guest = new Guest();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Workspace again(Workspace workspace) {
    try (WorkspaceCapture capture = workspace.capture(100_000)) {
      assertTrue(capture.problem().isEmpty(), capture.problem()::toString);
      return Workspace.of(
          capture.image(),
          HostContents.NONE,
          missing -> {
            throw new AssertionError(missing);
          });
    }
  }

  /** Everything: paths, numbers, links, sizes and times, order and cookies. */
  private List<String> seen(Workspace workspace) throws Fault {
    FileTree tree = workspace.tree(guest);
    List<String> all = new ArrayList<>();
    see(tree, ".", all);
    all.add(workspace.usedBytes() + " bytes, " + workspace.usedNodes() + " nodes");
    return all;
  }

  private static void see(FileTree tree, String path, List<String> into) throws Fault {
    Stat stat = tree.stat(tree.root(), path, false);
    into.add(path + " " + stat);
    if (stat.kind() != dev.cloche.workspace.tree.Kind.DIRECTORY) {
      return;
    }
    Node node =
        tree.open(tree.root(), path, new OpenRequest(false, false, false, true, false, false));
    List<DirectoryEntry> entries =
        tree.nodes().list((dev.cloche.workspace.tree.Directory) node, 0, 100);
    tree.nodes().close(node);
    into.add(entries.toString());
    for (DirectoryEntry entry : entries) {
      if (!entry.name().startsWith(".")) {
        see(tree, path + "/" + entry.name(), into);
      }
    }
  }

  @Test
  void of_treeWithAHistory_isTheSameToAGuest() throws Fault {
    try (Workspace workspace = Workspace.inMemory(LIMITS)) {
      FileTree tree = workspace.tree(guest);
      workspace.writeFile("/gone", bytes("x"));
      workspace.writeFile("/d/a", bytes("content of a"));
      tree.link(tree.root(), "d/a", tree.root(), "hard");
      tree.createLink("d/a", tree.root(), "soft");
      workspace.delete("/gone");
      workspace.writeFile("/late", bytes("last"));

      try (Workspace made = again(workspace)) {
        assertEquals(seen(workspace), seen(made));
        assertArrayEquals(bytes("content of a"), made.readFile("/hard"));
        made.writeFile("/d/a", bytes("one file"));
        assertArrayEquals(bytes("one file"), made.readFile("/hard"));
        workspace.writeFile("/new", bytes("n"));
        made.writeFile("/new", bytes("n"));
        assertEquals(
            workspace.tree(guest).stat(tree.root(), "new", false).inode(),
            made.tree(guest).stat(made.tree(guest).root(), "new", false).inode());
      }
    }
  }

  @Test
  void of_quota_countsTheSame() {
    try (Workspace workspace = Workspace.inMemory(LIMITS)) {
      workspace.writeFile("/a", new byte[9_000]);
      try (Workspace made = again(workspace)) {
        assertEquals(workspace.usedBytes(), made.usedBytes());
        assertThrows(WorkspaceException.class, () -> made.writeFile("/b", new byte[1_500]));
        made.writeFile("/b", new byte[500]);
      }
    }
  }

  @Test
  void of_mount_showsWhatWasLookedAtAlone() throws IOException {
    Path host = Files.createDirectory(directory.resolve("host"));
    Files.writeString(host.resolve("read"), "was read");
    Files.writeString(host.resolve("unread"), "was not");
    List<String> missed = new ArrayList<>();
    try (Workspace workspace = Workspace.inMemory(LIMITS)) {
      var unused = workspace.mount(host, "/in", Access.READ);
      WorkspaceCapture capture = workspace.capture(100_000);
      try (capture) {
        assertArrayEquals(bytes("was read"), workspace.readFile("/in/read"));
      }
      try (Workspace made = Workspace.of(capture.image(), capture.contents(), missed::add)) {
        assertEquals(List.of("read", "unread"), made.list("/in"));
        assertArrayEquals(bytes("was read"), made.readFile("/in/read"));
        assertEquals(List.of(), missed);
        assertThrows(WorkspaceException.class, () -> made.readFile("/in/unread"));
        assertEquals(1, missed.size());
        assertThrows(WorkspaceException.class, () -> made.writeFile("/in/new", bytes("x")));
      }
    }
    assertFalse(Files.exists(host.resolve("new")));
  }

  @Test
  void capture_fileThatChangedBetweenItsReads_isAProblem() throws IOException {
    Path host = Files.createDirectory(directory.resolve("host"));
    Files.writeString(host.resolve("a"), "short");
    try (Workspace workspace = Workspace.inMemory(LIMITS)) {
      var unused = workspace.mount(host, "/in", Access.READ);
      try (WorkspaceCapture capture = workspace.capture(100_000)) {
        byte[] first = workspace.readFile("/in/a");
        Files.writeString(host.resolve("a"), "longer than before");
        byte[] second = workspace.readFile("/in/a");

        assertTrue(second.length > first.length);
        assertTrue(capture.problem().isPresent());
      }
    }
  }

  @Test
  void capture_tooLargeOrTwice_isAProblem() {
    try (Workspace workspace = Workspace.inMemory(LIMITS)) {
      workspace.writeFile("/a", new byte[5_000]);
      try (WorkspaceCapture small = workspace.capture(2_000)) {
        assertTrue(small.problem().isPresent());
      }
      try (WorkspaceCapture one = workspace.capture(100_000);
          WorkspaceCapture two = workspace.capture(100_000)) {
        assertTrue(one.problem().isEmpty());
        assertTrue(two.problem().isPresent());
      }
    }
  }

  @Test
  void of_moreNamesThanCount_isRefused() {
    try (Workspace workspace = Workspace.inMemory(LIMITS);
        WorkspaceCapture capture = workspace.capture(100_000)) {
      WorkspaceImage image = capture.image();
      WorkspaceImage free =
          new WorkspaceImage(
              image.bytes(),
              image.nodes(),
              image.depth(),
              image.protectedNames(),
              0,
              0,
              image.nextInode(),
              image.directories(),
              image.files(),
              image.hostFiles(),
              image.links(),
              List.of(
                  new WorkspaceImage.Shown(1, 1, 0, true, List.of("a", "b"), false, List.of())));

      assertThrows(
          IllegalArgumentException.class,
          () -> Workspace.of(free, HostContents.NONE, missing -> {}));
    }
  }
}
