package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.RegularFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for every tree that a guest may change: in memory, and over a host directory. */
abstract class WritableContract extends WorkspaceContract {
  @ParameterizedTest
  @CsvSource({
    "mkdir, t/new, SUCCESS",
    "mkdir, t/new/, SUCCESS",
    "mkdir, t/way/new, SUCCESS",
    "mkdir, t/file, EXIST",
    "mkdir, t/dangling, EXIST",
    "mkdir, t/none/new, NOENT",
    "rmdir, t/sub/deep, SUCCESS",
    "rmdir, t/sub/deep/, SUCCESS",
    "rmdir, t/sub, NOTEMPTY",
    "rmdir, t/file, NOTDIR",
    "rmdir, t/way, NOTDIR",
    "rmdir, t/none, NOENT",
    "unlink, t/file, SUCCESS",
    "unlink, t/link, SUCCESS",
    "unlink, t/loop, SUCCESS",
    "unlink, t/file/, NOTDIR",
    "unlink, t/sub, ISDIR",
    "unlink, t/none, NOENT",
    "touch, t/file, SUCCESS",
    "touch, t/dangling, SUCCESS",
    "touch, t/none, NOENT",
  })
  void change_answers(String operation, String path, Errno errno) {
    Errno answered =
        switch (operation) {
          case "mkdir" -> guest.mkdir(path);
          case "rmdir" -> guest.rmdir(path);
          case "unlink" -> guest.unlink(path);
          default -> guest.touch(path);
        };
    assertEquals(errno, answered);
  }

  @ParameterizedTest
  @CsvSource({
    "t/file, t/new, SUCCESS",
    "t/file, t/empty, SUCCESS",
    "t/file, t/link, SUCCESS",
    "t/file, t/sub, ISDIR",
    "t/file, t/new/, NOTDIR",
    "t/sub, t/new, SUCCESS",
    "t/sub, t/new/, SUCCESS",
    "t/sub, t/file, NOTDIR",
    "t/sub, t/sub/deep/in, INVAL",
    "t/sub/deep, t/new, SUCCESS",
    "t/loop, t/new, SUCCESS",
    "t/none, t/new, NOENT",
    "t/file, t/none/x, NOENT",
    "t/file, t/file, SUCCESS",
  })
  void rename_answers(String from, String to, Errno errno) {
    assertEquals(errno, guest.rename(from, to));
  }

  @ParameterizedTest
  @CsvSource({
    "t/file, t/new, SUCCESS",
    "t/dangling, t/new, SUCCESS",
    "t/file, t/empty, EXIST",
    "t/sub, t/new, PERM",
    "t/file, t/new/, NOENT",
    "t/none, t/new, NOENT",
  })
  void link_answers(String from, String to, Errno errno) {
    assertEquals(errno, guest.link(from, to));
  }

  @Test
  void write_overAppendCutAndGrow() {
    ok(guest.write("t/file", 3, "XX"));
    assertEquals("conXXnt", guest.read("t/file"));
    ok(guest.append("t/file", "!"));
    assertEquals("conXXnt!", guest.read("t/link"));
    ok(guest.setSize("t/file", 3));
    assertEquals("con", guest.read("t/file"));
    ok(guest.setSize("t/file", 5));
    assertEquals("con\0\0", guest.read("t/file"));
    ok(guest.replace("t/file", "new"));
    assertEquals("new", guest.read("t/up"));
  }

  @Test
  void write_farBehindTheEnd_fillsWithZeros() {
    ok(guest.write("t/file", 9, "x"));
    assertEquals("content\0\0x", guest.read("t/file"));
  }

  @Test
  void twoDescriptors_seeEachOther() throws Exception {
    RegularFile writer = (RegularFile) guest.open("t/file", "w");
    RegularFile reader = (RegularFile) guest.open("t/link", "f");
    byte[] buffer = new byte[7];
    assertEquals(7, guest.tree.nodes().read(reader, 0, buffer, 0, 7));
    assertEquals(1, guest.tree.nodes().write(writer, 0, false, new byte[] {'C'}, 0, 1));
    assertEquals(7, guest.tree.nodes().read(reader, 0, buffer, 0, 7));
    assertEquals('C', buffer[0]);
    guest.tree.nodes().close(writer);
    guest.tree.nodes().close(reader);
  }

  @Test
  void unlinkedFile_livesWhileItIsOpen() throws Exception {
    RegularFile file = (RegularFile) guest.open("t/file", "");
    ok(guest.unlink("t/file"));
    ok(guest.write("t/file", 0, "other"));
    byte[] buffer = new byte[9];
    assertEquals(7, guest.tree.nodes().read(file, 0, buffer, 0, 9));
    assertEquals(0, guest.tree.nodes().stat(file).links());
    guest.tree.nodes().close(file);
    assertEquals("other", guest.read("t/file"));
  }

  @Test
  void hardLinks_areOneFile() throws Exception {
    ok(guest.link("t/file", "t/sub/same"));
    assertEquals(2, guest.stat("t/file").links());
    ok(guest.append("t/sub/same", "!"));
    assertEquals("content!", guest.read("t/file"));
    ok(guest.unlink("t/file"));
    assertEquals("content!", guest.read("t/sub/same"));
    assertEquals(1, guest.stat("t/sub/same").links());
  }

  @Test
  void renamedFile_keepsItsNumberAndBytes() throws Exception {
    long number = guest.stat("t/file").inode();
    ok(guest.rename("t/file", "t/sub/moved"));
    assertEquals(number, guest.stat("t/sub/moved").inode());
    assertEquals("content", guest.read("t/sub/moved"));
    assertEquals("[NOENT]", guest.read("t/link"));
  }

  @Test
  void nameThatIsMadeAgain_isAnotherNode() throws Exception {
    long number = guest.stat("t/file").inode();
    ok(guest.unlink("t/file"));
    assertEquals(Errno.NOENT, guest.tryStat("t/file"));
    ok(guest.write("t/file", 0, ""));
    assertNotEquals(number, guest.stat("t/file").inode());
    assertEquals("", guest.read("t/file"));
  }

  @Test
  void directoryThatIsMadeAgain_isEmpty() {
    for (String name : List.of("inner", "back")) {
      ok(guest.unlink("t/sub/" + name));
    }
    ok(guest.rmdir("t/sub/deep"));
    ok(guest.rmdir("t/sub"));
    ok(guest.mkdir("t/sub"));
    assertEquals(List.of(), workspace.list("/t/sub"));
  }

  @Test
  void snapshot_goesBackFromEverything() {
    assertEquals(List.of("back", "deep", "inner"), workspace.list("/t/sub"));
    Snapshot snapshot = workspace.snapshot();
    long bytes = workspace.usedBytes();
    int nodes = workspace.usedNodes();
    ok(guest.replace("t/file", "other"));
    ok(guest.rename("t/sub", "t/moved"));
    ok(guest.unlink("t/moved/inner"));
    ok(guest.unlink("t/link"));
    ok(guest.mkdir("t/link"));
    assertFalse(workspace.diff(snapshot).isEmpty());
    workspace.restore(snapshot);
    guest = new TreeUser(workspace);
    assertEquals("content", guest.read("t/link"));
    assertEquals("x", guest.read("t/sub/inner"));
    assertEquals(bytes, workspace.usedBytes());
    assertEquals(nodes, workspace.usedNodes());
    assertTrue(workspace.diff(snapshot).isEmpty());
  }

  @Test
  void everythingRemoved_leavesOnlyWhatIsHeldForGood() {
    workspace.delete("/t/sub");
    for (String name : workspace.list("/t")) {
      ok(guest.unlink("t/" + name));
    }
    long held = workspace.usedBytes();
    ok(guest.write("t/file", 0, "again"));
    ok(guest.unlink("t/file"));
    assertEquals(held, workspace.usedBytes());
  }
}
