package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCopyTest {
  @TempDir Path host;
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());

  private Path file(String name, byte[] content) throws IOException {
    Path file = host.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private String refusal(Workspace into, Path source, String at) {
    String message =
        assertThrows(WorkspaceException.class, () -> into.copyIn(source, at, Access.OVERLAY))
            .getMessage();
    assertFalse(message.contains(host.toString()), message);
    return message;
  }

  @Test
  void directory_withAllBelow_isCopied() throws IOException {
    byte[] large = new byte[200_000];
    large[199_999] = 7;
    file("a/b/large", large);
    file("a/empty", new byte[0]);
    workspace.copyIn(host.resolve("a"), "/data", Access.OVERLAY);
    assertArrayEquals(large, workspace.readFile("/data/b/large"));
    assertEquals(List.of("b", "empty"), workspace.list("/data"));
    workspace.writeFile("/data/b/large", new byte[1]);
    assertEquals(200_000, Files.size(host.resolve("a/b/large")));
  }

  @Test
  void singleFile_isCopied_andParentsAreMade() throws IOException {
    workspace.copyIn(file("one", new byte[] {1}), "/x/y/uno", Access.READ);
    assertArrayEquals(new byte[] {1}, workspace.readFile("/x/y/uno"));
    assertEquals(
        "cannot write \"/x/y/uno\": it belongs to a read-only mount",
        assertThrows(WorkspaceException.class, () -> workspace.writeFile("/x/y/uno", new byte[0]))
            .getMessage());
  }

  @Test
  void linkNamedAsSource_isWhatItPointsTo() throws IOException {
    file("real/f", new byte[] {1});
    Path link = Files.createSymbolicLink(host.resolve("link"), host.resolve("real"));
    workspace.copyIn(link, "/m", Access.READ);
    assertTrue(workspace.exists("/m/f"));
  }

  @Test
  void quota_exceeded_namesItAndLeavesNothing() throws IOException {
    file("d/a", new byte[600]);
    file("d/b", new byte[600]);
    Workspace small = Workspace.inMemory(new WorkspaceLimits(1000, 10, 4));
    String message = refusal(small, host.resolve("d"), "/in");
    assertEquals(
        "cannot copy in \"/in/b\": the workspace is limited to 1000 bytes, 10 nodes and 4 levels",
        message);
    assertFalse(small.exists("/in"));
    assertEquals(0, small.usedBytes());
    refusal(small, host.resolve("d"), "/");
    assertEquals(0, small.usedNodes());
  }

  @Test
  void manyEntries_endAtTheNodeQuota() throws IOException {
    for (int i = 0; i < 12; i++) {
      file("many/" + i, new byte[0]);
    }
    Workspace small = Workspace.inMemory(new WorkspaceLimits(1000, 10, 4));
    assertTrue(refusal(small, host.resolve("many"), "/m").contains("10 nodes"));
    assertEquals(0, small.usedNodes());
  }

  @Test
  void takenPlaces_areRefused() throws IOException {
    file("d/f", new byte[1]);
    workspace.writeFile("/taken/f", new byte[1]);
    assertTrue(refusal(workspace, host.resolve("d"), "/taken").contains("not empty"));
    assertTrue(refusal(workspace, host.resolve("d/f"), "/taken/f").contains("exists already"));
    assertTrue(refusal(workspace, host.resolve("d"), "/taken/f").contains("not a directory"));
    assertTrue(workspace.exists("/taken/f"));
  }

  @Test
  void missingSource_isToldWithoutItsPath() {
    String message = refusal(workspace, host.resolve("none"), "/m");
    assertEquals("cannot copy in \"/m\": the source cannot be read (NoSuchFileException)", message);
    assertFalse(workspace.exists("/m"));
  }
}
