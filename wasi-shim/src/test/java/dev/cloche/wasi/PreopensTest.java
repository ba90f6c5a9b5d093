package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The directories that a guest is given at its start. */
class PreopensTest {
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());

  private Guest guest(Map<String, String> preopens) {
    return new Guest(workspace, builder -> builder.preopens(preopens));
  }

  private void file(String path) {
    workspace.writeFile(path, path.getBytes(StandardCharsets.UTF_8));
  }

  private static String name(Guest guest, int fd) {
    assertEquals(Errno.SUCCESS, guest.call("fd_prestat_get", fd, Guest.RESULT));
    int length = guest.memory().readInt(Guest.RESULT + 4);
    assertEquals(Errno.SUCCESS, guest.call("fd_prestat_dir_name", fd, Guest.DATA, length));
    return guest.dataText(length);
  }

  @Test
  void none_leavesAllDescriptorsButTheStreamsClosed() {
    file("/a");
    Guest guest = guest(Map.of());
    assertEquals(Errno.BADF, guest.call("fd_prestat_get", 3, Guest.RESULT));
    assertEquals(Errno.BADF, guest.call("sock_shutdown", 3, 0));
    assertEquals(Errno.BADF, guest.tryOpen("a", "r"));
    assertEquals(Errno.SUCCESS, guest.write(1, "x"));
  }

  @Test
  void several_areNumberedInOrderAndApart() {
    file("/in/a");
    file("/out/deep/b");
    Map<String, String> preopens = new LinkedHashMap<>();
    preopens.put("work", "/out/deep");
    preopens.put("/data", "in");
    Guest guest = guest(preopens);
    assertEquals("work", name(guest, 3));
    assertEquals("/data", name(guest, 4));
    assertEquals(Errno.BADF, guest.call("fd_prestat_get", 5, Guest.RESULT));
    assertEquals(Errno.SUCCESS, guest.open(3, 0, "b", 0, Rights.FD_READ, 0));
    assertEquals(Errno.SUCCESS, guest.open(4, 0, "a", 0, Rights.FD_READ, 0));
    assertEquals(Errno.NOENT, guest.open(3, 0, "a", 0, Rights.FD_READ, 0));
    assertEquals(Errno.NOTCAPABLE, guest.open(3, 0, "../deep/b", 0, Rights.FD_READ, 0));
    assertEquals(Errno.NOTCAPABLE, guest.open(4, 0, "../out/deep/b", 0, Rights.FD_READ, 0));
  }

  @Test
  void byDefault_isTheRootOfTheWorkspace() {
    assertEquals("/", name(new Guest(workspace), 3));
  }

  @Test
  void opening_costsTheGuestNothing() {
    file("/in/a");
    assertEquals(0, guest(Map.of("in", "/in")).budget.used);
  }

  @Test
  void directoryHeldByAPreopen_livesUntilItIsClosed() {
    file("/in/a");
    Guest guest = guest(Map.of("in", "/in"));
    workspace.delete("/in");
    assertEquals(1, workspace.usedNodes());
    guest.wasi.close();
    assertEquals(0, workspace.usedNodes());
  }

  @Test
  void missingOrNoDirectory_isRefusedByName() {
    file("/file");
    Map<String, String> second = new LinkedHashMap<>();
    second.put("root", "/");
    second.put("in", "/missing");
    assertThrows(IllegalArgumentException.class, () -> guest(second));
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> guest(Map.of("in", "/file")));
    assertEquals("preopen \"in\" at \"/file\" cannot be opened: NOTDIR", refused.getMessage());
    assertThrows(IllegalArgumentException.class, () -> guest(Map.of("", "/")));
    assertThrows(IllegalArgumentException.class, () -> guest(Map.of("a\0b", "/")));
  }

  @Test
  void moreThanDescriptors_isRefused() {
    Map<String, String> preopens = Map.of("a", "/", "b", "/");
    assertThrows(
        IllegalArgumentException.class,
        () -> new Guest(workspace, builder -> builder.preopens(preopens).maxDescriptors(4)));
  }
}
