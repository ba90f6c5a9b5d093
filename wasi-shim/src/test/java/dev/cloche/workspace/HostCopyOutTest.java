package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.CommitReport.Problem;
import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copying a tree to the host; {@code outside} must stay as it is.
 *
 * <pre>
 * host/
 * ├── outside/secret
 * └── out/           made by the copy of
 *
 * /t
 * ├── file           content
 * ├── sub/inner      x
 * └── near           -> sub/inner
 * </pre>
 */
class HostCopyOutTest {
  @TempDir Path host;
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final TreeUser guest = new TreeUser(workspace);
  private Path out;

  @BeforeEach
  void plant() throws IOException {
    out = host.resolve("out");
    Files.createDirectory(host.resolve("outside"));
    Files.writeString(host.resolve("outside/secret"), "SECRET");
    file("/t/file", "content");
    file("/t/sub/inner", "x");
    ok(guest.symlink("sub/inner", "t/near"));
  }

  @AfterEach
  void outside_isUntouched() throws IOException {
    workspace.close();
    assertEquals("secret = SECRET", HostTree.describe(host.resolve("outside")));
  }

  private static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  private void file(String path, String text) {
    workspace.writeFile(path, text.getBytes(StandardCharsets.UTF_8));
  }

  private String refusal(Path target) {
    return assertThrows(WorkspaceException.class, () -> workspace.copyOut("/t", target))
        .getMessage();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void tree_toANewOrEmptyDirectory_isWritten() throws IOException {
    Path empty = Files.createDirectory(host.resolve("empty"));
    Path link = Files.createSymbolicLink(host.resolve("link"), out);
    Files.createDirectory(out);
    for (Path target : List.of(host.resolve("new"), empty, link)) {
      assertEquals(List.of(), workspace.copyOut("/t", target));
      assertEquals(
          "file = content\nnear -> sub/inner\nsub/\nsub/inner = x",
          HostTree.describe(target.toRealPath()));
    }
    assertEquals(List.of(), workspace.copyOut("t/sub", host.resolve("part")));
    assertEquals("inner = x", HostTree.describe(host.resolve("part")));
    assertEquals(List.of(), workspace.copyOut("/", host.resolve("all")));
    assertEquals("x", Files.readString(host.resolve("all/t/sub/inner")));
  }

  @Test
  void modes_letNobodyElseWrite_andNothingRun() throws IOException {
    assertEquals(List.of(), workspace.copyOut("/t", out));
    for (Path each : List.of(out, out.resolve("sub"), out.resolve("file"))) {
      assertTrue(mode(each).matches("rw..-..-."), mode(each));
    }
    assertTrue(mode(out.resolve("file")).matches("rw-.--.--"));
  }

  @Test
  void largeFile_isWrittenWhole() throws IOException {
    byte[] content = new byte[200_001];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31);
    }
    workspace.writeFile("/t/large", content);
    assertEquals(List.of(), workspace.copyOut("/t", out));
    assertArrayEquals(content, Files.readAllBytes(out.resolve("large")));
  }

  @Test
  void hardLinks_becomeFilesOfTheirOwn() throws IOException {
    ok(guest.link("t/file", "t/hard"));
    assertEquals(List.of(), workspace.copyOut("/t", out));
    Files.writeString(out.resolve("hard"), "changed");
    assertEquals("content", Files.readString(out.resolve("file")));
  }

  @Test
  void linksThatLeadOut_areLeftOut_F7() {
    ok(guest.symlink("../outside/secret", "t/up"));
    ok(guest.symlink("sub/../../outside", "t/winding"));
    ok(guest.symlink("../file", "t/sub/fine"));
    assertEquals(
        List.of(
            new Problem("/t/up", "the link leads out of the directory"),
            new Problem("/t/winding", "the link leads out of the directory")),
        workspace.copyOut("/t", out));
    assertTrue(Files.isSymbolicLink(out.resolve("sub/fine")));
    assertFalse(Files.isSymbolicLink(out.resolve("up")));
  }

  @Test
  void protectedNames_areLeftOut_F18() {
    file("/t/.bashrc", "evil");
    file("/t/.git/hooks/pre-commit", "evil");
    file("/t/.git/HEAD", "harmless");
    file("/t/sub/.GIT/config", "evil");
    file("/t/other/.git", "gitdir: evil");
    ok(guest.mkdir("t/linked"));
    ok(guest.symlink("../sub", "t/linked/.git"));
    assertEquals(
        List.of(
            "/t/.bashrc", "/t/.git/hooks", "/t/linked/.git", "/t/other/.git", "/t/sub/.GIT/config"),
        workspace.copyOut("/t", out).stream().map(Problem::path).toList());
    assertTrue(Files.exists(out.resolve(".git/HEAD")));
    assertFalse(Files.exists(out.resolve(".git/hooks")));
  }

  @Test
  void target_thatIsNotEmptyOrNoDirectory_isRefused() throws IOException {
    Files.createDirectory(out);
    Files.createSymbolicLink(out.resolve("file"), host.resolve("outside/secret"));
    assertTrue(refusal(out).endsWith("the target is not empty"));
    Path plain = Files.writeString(host.resolve("plain"), "mine");
    assertTrue(refusal(plain).endsWith("the target is not a directory"));
    Path dangling = Files.createSymbolicLink(host.resolve("d"), host.resolve("outside/new"));
    assertTrue(refusal(dangling).endsWith("a link that leads nowhere"));
    assertTrue(refusal(host.resolve("missing/new")).contains("NoSuchFileException"));
    assertFalse(refusal(host.resolve("missing/new")).contains(host.toString()));
    assertEquals("mine", Files.readString(plain));
  }

  @Test
  void source_thatIsNoDirectory_isRefusedBeforeAnythingIsMade() {
    for (String path : List.of("/t/file", "/missing")) {
      assertThrows(WorkspaceException.class, () -> workspace.copyOut(path, out));
    }
    assertFalse(Files.exists(out));
  }

  @Test
  void mounts_areCopiedToo_butNotIntoThemselves() throws IOException {
    Path project = Files.createDirectory(host.resolve("project"));
    Files.writeString(project.resolve("theirs"), "host");
    final Mount mount = workspace.mount(project, "/t/m", Access.OVERLAY);
    ok(guest.write("t/m/mine", 0, "guest"));
    assertTrue(refusal(project.resolve("new")).contains("that is mounted"));
    assertTrue(refusal(project).contains("that is mounted"));
    assertEquals("theirs = host", HostTree.describe(project));
    assertEquals(List.of(), workspace.copyOut("/t/m", out));
    assertEquals("mine = guest\ntheirs = host", HostTree.describe(out));
    mount.close();
    assertEquals(
        List.of(new Problem("/t/m/theirs", "it cannot be read (IO)")),
        workspace.copyOut("/t/m", host.resolve("later")));
    assertEquals("mine = guest", HostTree.describe(host.resolve("later")));
  }

  @Test
  void directoryThatBecomesALinkMeanwhile_isNeverWrittenThrough_F8() throws Exception {
    for (int i = 0; i < 60; i++) {
      file("/t/sub/f" + i, "x");
    }
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger swaps = new AtomicInteger();
    Thread flipper = new Thread(() -> flip(stop, swaps));
    flipper.start();
    int leftOut = 0;
    int runs = 0;
    try {
      while (runs < 20 || (leftOut == 0 && runs < 300)) {
        Path target = host.resolve("run" + runs++);
        leftOut += workspace.copyOut("/t", target).size();
        assertEquals("content", Files.readString(target.resolve("file")));
      }
    } finally {
      stop.set(true);
      flipper.join();
    }
    assertTrue(swaps.get() > 0 && leftOut > 0, "no swap came in time in " + runs + " runs");
  }

  /** Puts a link in the place of each "sub" as soon as it appears. */
  private void flip(AtomicBoolean stop, AtomicInteger swaps) {
    for (int run = 0; !stop.get(); ) {
      Path sub = host.resolve("run" + run + "/sub");
      if (Files.isDirectory(sub)) {
        try {
          Files.move(sub, host.resolve("away" + run));
          Files.createSymbolicLink(sub, host.resolve("outside"));
          swaps.incrementAndGet();
        } catch (IOException unexpected) {
          throw new AssertionError(unexpected);
        }
        run++;
      } else if (Files.isDirectory(host.resolve("run" + (run + 1)))) {
        run++;
      }
    }
  }
}
