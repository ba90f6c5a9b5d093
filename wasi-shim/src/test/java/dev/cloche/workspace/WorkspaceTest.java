package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Caller;
import dev.cloche.workspace.tree.FileTree;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkspaceTest {
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String refusal(Runnable action) {
    return assertThrows(WorkspaceException.class, action::run).getMessage();
  }

  @Test
  void writeFile_createsParents_andReplaces() {
    workspace.writeFile("/a/b/c.txt", bytes("first, and long"));
    workspace.writeFile("a/b/c.txt", bytes("second"));
    assertArrayEquals(bytes("second"), workspace.readFile("/a/b/c.txt"));
    assertEquals(List.of("a"), workspace.list("/"));
    assertEquals(List.of("c.txt"), workspace.list("a/b/"));
    assertEquals(1 + 1 + 5 + 6, workspace.usedBytes());
    assertEquals(3, workspace.usedNodes());
  }

  @Test
  void createLink_keepsAnyTarget_andNobodyFollowsItOut() {
    workspace.createLink("/d/out", "/etc/passwd");
    workspace.createLink("/d/up", "../../../etc");
    workspace.writeFile("/d/file", bytes("x"));
    workspace.createLink("/d/in", "file");
    assertEquals("/etc/passwd", workspace.readLink("/d/out"));
    assertEquals("../../../etc", workspace.readLink("d/up"));
    assertEquals(NodeKind.LINK, workspace.kind("/d/out"));
    assertEquals(NodeKind.FILE, workspace.kind("/d/file"));
    assertEquals(NodeKind.DIRECTORY, workspace.kind("/d"));
    assertArrayEquals(bytes("x"), workspace.readFile("/d/in"));
    assertTrue(refusal(() -> workspace.readFile("/d/out")).contains("leads out"));
    assertTrue(refusal(() -> workspace.readFile("/d/up/passwd")).contains("leads out"));
    assertTrue(refusal(() -> workspace.createLink("/d/in", "other")).contains("exists"));
    assertTrue(refusal(() -> workspace.createLink("/d/none", "")).contains("does not exist"));
    assertTrue(refusal(() -> workspace.kind("/d/missing")).contains("does not exist"));
    assertTrue(refusal(() -> workspace.readLink("/d/file")).contains("not a valid"));
  }

  @Test
  void createDirectory_again_isFine() {
    workspace.createDirectory("/x/y/z");
    workspace.createDirectory("/x/y/z/");
    workspace.createDirectory("/");
    assertTrue(workspace.exists("x/y/z"));
    assertFalse(workspace.exists("x/y/q/r"));
  }

  @Test
  void delete_directory_takesAllBelow() {
    workspace.writeFile("/a/b/c", bytes("x"));
    workspace.writeFile("/a/d", bytes("x"));
    workspace.delete("/a");
    assertFalse(workspace.exists("/a"));
    assertEquals(0, workspace.usedBytes());
    assertEquals(0, workspace.usedNodes());
    workspace.writeFile("/e", bytes("x"));
    workspace.delete("/");
    assertEquals(List.of(), workspace.list("/"));
  }

  @Test
  void misuse_isToldInWords() {
    workspace.writeFile("/file", bytes("x"));
    assertEquals("cannot read \"/none\": it does not exist", refusal(() -> read("/none")));
    assertEquals("cannot read \"/\": it is a directory", refusal(() -> read("/")));
    assertEquals(
        "cannot list \"/file\": a part of it is not a directory",
        refusal(() -> workspace.list("/file")));
    assertEquals(
        "cannot write \"/file/x\": a part of it is not a directory",
        refusal(() -> workspace.writeFile("/file/x", bytes(""))));
    assertEquals(
        "cannot read \"/../x\": it leads out of the workspace", refusal(() -> read("/../x")));
    assertEquals("cannot read \"?\": it is not a valid path", refusal(() -> read("\0")));
    assertEquals("cannot read \"\": it does not exist", refusal(() -> read("")));
    assertTrue(refusal(() -> read("x".repeat(300))).contains("255 bytes"));
    assertTrue(refusal(() -> read("\ud800")).contains("not a valid path"));
  }

  private void read(String path) {
    assertArrayEquals(new byte[0], workspace.readFile(path));
  }

  @Test
  void quota_exceeded_leavesTheOldContent() {
    Workspace small = Workspace.inMemory(new WorkspaceLimits(20, 3, 2));
    small.writeFile("/f", bytes("0123456789"));
    assertEquals(
        "cannot write \"/f\": the workspace is limited to 20 bytes, 3 nodes and 2 levels",
        refusal(() -> small.writeFile("/f", new byte[20])));
    assertArrayEquals(bytes("0123456789"), small.readFile("/f"));
    refusal(() -> small.writeFile("/g", new byte[20]));
    assertFalse(small.exists("/g"));
    refusal(() -> small.createDirectory("/a/b/c"));
  }

  @Test
  void limits_outOfRange_areRefused() {
    assertEquals(64L << 20, WorkspaceLimits.defaults().bytes());
    for (WorkspaceLimitsMaker maker :
        List.<WorkspaceLimitsMaker>of(
            () -> new WorkspaceLimits(-1, 1, 1),
            () -> new WorkspaceLimits((1L << 40) + 1, 1, 1),
            () -> new WorkspaceLimits(0, 0, 1),
            () -> new WorkspaceLimits(0, 1, 0),
            () -> new WorkspaceLimits(0, 1, 513))) {
      assertThrows(IllegalArgumentException.class, maker::make);
    }
  }

  @Test
  void clock_thatIsFixed_givesEqualFileTimes() throws Exception {
    Workspace fixed =
        Workspace.inMemory(
            WorkspaceLimits.defaults(), InstantSource.fixed(Instant.ofEpochSecond(5)));
    fixed.writeFile("/f", bytes("x"));
    FileTree tree = fixed.tree(new NoCost());
    assertEquals(5_000_000_000L, tree.stat(tree.root(), "f", false).modified());
    assertEquals(5_000_000_000L, tree.stat(tree.root(), ".", false).changed());
  }

  private static final class NoCost implements Caller {
    @Override
    public long now() {
      return 0;
    }

    @Override
    public void spend(long steps) {}
  }

  private interface WorkspaceLimitsMaker {
    WorkspaceLimits make();
  }

  @Test
  void threads_writingTogether_loseNothing() throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      String own = "/t" + i;
      threads[i] =
          new Thread(
              () -> {
                awaitQuietly(start);
                for (int j = 0; j < 500; j++) {
                  workspace.writeFile(own + "/" + j, bytes("abc"));
                  workspace.writeFile("/shared", bytes("abc"));
                }
              });
      threads[i].start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(4 * 501 + 1, workspace.usedNodes());
    workspace.delete("/");
    assertEquals(0, workspace.usedBytes());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
