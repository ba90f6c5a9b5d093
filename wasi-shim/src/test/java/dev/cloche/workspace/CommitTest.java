package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writing an overlay back, and refusing to.
 *
 * <pre>
 * host/
 * ├── outside/secret   "SECRET"
 * └── m/
 *     ├── a            "aaa"
 *     ├── b            "bbb"
 *     ├── near         -> a
 *     └── dir/
 *         ├── c        "ccc"
 *         └── deep/d   "ddd"
 * </pre>
 */
class CommitTest {
  @TempDir Path host;
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final TreeUser guest = new TreeUser(workspace);
  private Path dir;
  private Mount mount;

  @BeforeEach
  void plant() throws IOException {
    dir = Files.createDirectories(host.resolve("m"));
    Files.createDirectories(dir.resolve("dir/deep"));
    Files.writeString(dir.resolve("a"), "aaa");
    Files.writeString(dir.resolve("b"), "bbb");
    Files.writeString(dir.resolve("dir/c"), "ccc");
    Files.writeString(dir.resolve("dir/deep/d"), "ddd");
    Files.createSymbolicLink(dir.resolve("near"), Path.of("a"));
    Files.createDirectories(host.resolve("outside"));
    Files.writeString(host.resolve("outside/secret"), "SECRET");
    mount = workspace.mount(dir, "/m", Access.OVERLAY);
  }

  @AfterEach
  void close() {
    workspace.close();
  }

  private static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  private String text(String path) throws IOException {
    return Files.readString(dir.resolve(path));
  }

  /** Returns all paths of the host directory, sorted; links with their targets. */
  private List<String> hostPaths() throws IOException {
    try (Stream<Path> all = Files.walk(dir)) {
      return all.filter(each -> !each.equals(dir))
          .map(this::describe)
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private String describe(Path path) {
    String name = dir.relativize(path).toString();
    try {
      return Files.isSymbolicLink(path) ? name + " -> " + Files.readSymbolicLink(path) : name;
    } catch (IOException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private CommitReport complete() {
    CommitReport report = workspace.commit(mount);
    assertTrue(report.isComplete(), report.toString());
    return report;
  }

  private static List<String> actions(CommitReport report) {
    return report.applied().stream().map(each -> each.action() + " " + each.path()).toList();
  }

  @Test
  void nothingChanged_writesNothing() throws IOException {
    List<String> before = hostPaths();
    assertEquals("aaa", guest.read("m/a"));
    assertEquals(List.of(), complete().applied());
    assertEquals(before, hostPaths());
  }

  @Test
  void nothingReachesTheHost_beforeTheCommit() throws IOException {
    List<String> before = hostPaths();
    ok(guest.replace("m/a", "changed"));
    ok(guest.unlink("m/b"));
    ok(guest.rename("m/dir", "m/moved"));
    ok(guest.symlink("a", "m/link"));
    assertEquals(before, hostPaths());
    assertEquals("aaa", text("a"));
  }

  @Test
  void everyKindOfChange_isWritten() throws IOException {
    ok(guest.replace("m/a", "changed"));
    ok(guest.unlink("m/b"));
    ok(guest.write("m/dir/new", 0, "new"));
    ok(guest.mkdir("m/fresh"));
    ok(guest.mkdir("m/fresh/sub"));
    ok(guest.write("m/fresh/sub/f", 0, "f"));
    ok(guest.symlink("../a", "m/fresh/up"));
    assertEquals(
        List.of(
            "REPLACED /m/a",
            "REMOVED /m/b",
            "CREATED /m/dir/new",
            "CREATED /m/fresh",
            "CREATED /m/fresh/sub",
            "CREATED /m/fresh/sub/f",
            "CREATED /m/fresh/up"),
        actions(complete()));
    assertEquals(
        List.of(
            "a",
            "dir",
            "dir/c",
            "dir/deep",
            "dir/deep/d",
            "dir/new",
            "fresh",
            "fresh/sub",
            "fresh/sub/f",
            "fresh/up -> ../a",
            "near -> a"),
        hostPaths());
    assertEquals("changed", text("a"));
    assertEquals("f", text("fresh/sub/f"));
  }

  @Test
  void secondCommit_writesOnlyWhatIsNew_andBytesLeaveMemory() throws IOException {
    ok(guest.write("m/new", 0, "0123456789"));
    ok(guest.mkdir("m/made"));
    long before = workspace.usedBytes();
    assertEquals(2, complete().applied().size());
    assertEquals(before - 10, workspace.usedBytes());
    assertEquals("0123456789", guest.read("m/new"));
    assertEquals(List.of(), complete().applied());
    ok(guest.append("m/new", "!"));
    ok(guest.write("m/made/f", 0, "x"));
    assertEquals(List.of("CREATED /m/made/f", "REPLACED /m/new"), actions(complete()));
    assertEquals("0123456789!", text("new"));
    ok(guest.unlink("m/new"));
    assertEquals(List.of("REMOVED /m/new"), actions(complete()));
  }

  @Test
  void directoryReplacedByAnother_isOpaque() throws IOException {
    ok(guest.unlink("m/dir/c"));
    ok(guest.unlink("m/dir/deep/d"));
    ok(guest.rmdir("m/dir/deep"));
    ok(guest.rmdir("m/dir"));
    ok(guest.mkdir("m/dir"));
    ok(guest.write("m/dir/only", 0, "x"));
    complete();
    assertEquals(List.of("a", "b", "dir", "dir/only", "near -> a"), hostPaths());
  }

  @Test
  void kindsThatChange_areReplaced() throws IOException {
    ok(guest.unlink("m/a"));
    ok(guest.mkdir("m/a"));
    ok(guest.unlink("m/near"));
    ok(guest.write("m/near", 0, "a file"));
    ok(guest.unlink("m/dir/c"));
    ok(guest.symlink("deep", "m/dir/c"));
    complete();
    assertTrue(Files.isDirectory(dir.resolve("a")));
    assertTrue(Files.isRegularFile(dir.resolve("near"), LinkOption.NOFOLLOW_LINKS));
    assertEquals("a file", text("near"));
    assertEquals(Path.of("deep"), Files.readSymbolicLink(dir.resolve("dir/c")));
  }

  @Test
  void filesThatSwapNames_keepTheirBytes() throws IOException {
    ok(guest.rename("m/a", "m/t"));
    ok(guest.rename("m/b", "m/a"));
    ok(guest.rename("m/t", "m/b"));
    complete();
    assertEquals("bbb", text("a"));
    assertEquals("aaa", text("b"));
    assertEquals("bbb", guest.read("m/a"));
  }

  @Test
  void movedDirectory_unread_isMovedWithAllBelow() throws IOException {
    ok(guest.rename("m/dir", "m/moved"));
    complete();
    assertEquals(
        List.of("a", "b", "moved", "moved/c", "moved/deep", "moved/deep/d", "near -> a"),
        hostPaths());
    assertEquals("ddd", text("moved/deep/d"));
    assertEquals("ddd", guest.read("m/moved/deep/d"));
  }

  @Test
  void hardLinks_becomeFiles() throws IOException {
    ok(guest.link("m/a", "m/again"));
    complete();
    assertEquals("aaa", text("again"));
    ok(guest.append("m/again", "!"));
    assertEquals("aaa!", guest.read("m/a"));
    complete();
    assertEquals("aaa!", text("a"));
    assertEquals("aaa!", text("again"));
  }

  @Test
  void singleFile_isReplaced() throws IOException {
    Mount single = workspace.mount(host.resolve("outside/secret"), "/s", Access.OVERLAY);
    ok(guest.append("s", " and more"));
    CommitReport report = workspace.commit(single);
    assertEquals(List.of("REPLACED /s"), actions(report));
    assertEquals("SECRET and more", Files.readString(host.resolve("outside/secret")));
    assertEquals(List.of(), workspace.commit(single).applied());
  }

  @Test
  void modes_areMasked() throws IOException {
    Path script = dir.resolve("a");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path secret = dir.resolve("b");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    ok(guest.append("m/a", "x"));
    ok(guest.append("m/b", "x"));
    ok(guest.write("m/new", 0, "x"));
    complete();
    assertEquals("rwxr-xr-x", mode(script));
    assertEquals("rw-------", mode(secret));
    assertEquals("rw-r--r--", mode(dir.resolve("new")));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private void refusedThenOverwritten(String path, String reason) throws IOException {
    List<String> before = hostPaths();
    CommitReport report = workspace.commit(mount);
    assertEquals(List.of(), report.applied());
    assertEquals(List.of(new CommitReport.Problem(path, reason)), report.conflicts());
    assertFalse(report.isComplete());
    assertEquals(before, hostPaths());
    report = workspace.commit(mount, OnConflict.OVERWRITE);
    assertEquals(1, report.conflicts().size());
    assertTrue(report.isComplete(), report.toString());
    assertEquals(List.of(), workspace.commit(mount).conflicts());
  }

  @Test
  void conflict_fileChangedOnTheHost() throws IOException {
    ok(guest.append("m/a", "!"));
    ok(guest.append("m/b", "!"));
    Files.writeString(dir.resolve("a"), "host's own");
    refusedThenOverwritten("/m/a", "it was changed or replaced");
    assertEquals("aaa!", text("a"));
    assertEquals("bbb!", text("b"));
  }

  @Test
  void conflict_fileReplacedByOneThatLooksTheSame() throws IOException {
    ok(guest.append("m/a", "!"));
    Path other = Files.writeString(dir.resolve("other"), "xxx");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(dir.resolve("a")));
    Files.delete(dir.resolve("a"));
    Files.move(other, dir.resolve("a"));
    refusedThenOverwritten("/m/a", "it was changed or replaced");
  }

  @Test
  void conflict_fileGoneOrAppeared() throws IOException {
    ok(guest.append("m/a", "!"));
    Files.delete(dir.resolve("a"));
    refusedThenOverwritten("/m/a", "it is gone");
    ok(guest.write("m/new", 0, "guest"));
    Files.writeString(dir.resolve("new"), "host");
    refusedThenOverwritten("/m/new", "something appeared there");
    assertEquals("guest", text("new"));
  }

  @Test
  void conflict_removedFileWasChanged() throws IOException {
    ok(guest.unlink("m/a"));
    Files.writeString(dir.resolve("a"), "host's own");
    refusedThenOverwritten("/m/a", "it was changed or replaced");
    assertFalse(Files.exists(dir.resolve("a")));
  }

  @Test
  void directoryWithUnknownFiles_isNeverRemoved() throws IOException {
    ok(guest.unlink("m/dir/deep/d"));
    ok(guest.rmdir("m/dir/deep"));
    Files.writeString(dir.resolve("dir/deep/unknown"), "host's own");
    CommitReport refused = workspace.commit(mount);
    assertEquals("/m/dir/deep", refused.conflicts().get(0).path());
    assertEquals(List.of(), refused.applied());
    CommitReport forced = workspace.commit(mount, OnConflict.OVERWRITE);
    assertEquals("/m/dir/deep", forced.failures().get(0).path());
    assertFalse(forced.isComplete());
    assertEquals("host's own", text("dir/deep/unknown"));
  }

  @Test
  void linkThatTookAPlace_isReplaced_neverWrittenThrough() throws IOException {
    ok(guest.append("m/a", "!"));
    Files.delete(dir.resolve("a"));
    Files.createSymbolicLink(dir.resolve("a"), host.resolve("outside/secret"));
    refusedThenOverwritten("/m/a", "it was changed or replaced");
    assertEquals("SECRET", Files.readString(host.resolve("outside/secret")));
    assertFalse(Files.isSymbolicLink(dir.resolve("a")));
  }

  @Test
  void directoryThatBecameALink_isNeverEntered() throws IOException {
    ok(guest.append("m/dir/c", "!"));
    ok(guest.write("m/dir/new", 0, "x"));
    Files.move(dir.resolve("dir"), host.resolve("away"));
    Files.createSymbolicLink(dir.resolve("dir"), host.resolve("outside"));
    assertEquals(2, workspace.commit(mount).conflicts().size());
    CommitReport forced = workspace.commit(mount, OnConflict.OVERWRITE);
    assertEquals(2, forced.failures().size());
    try (Stream<Path> outside = Files.list(host.resolve("outside"))) {
      assertEquals(1, outside.count());
    }
    assertEquals("ccc", Files.readString(host.resolve("away/c")));
  }

  @Test
  void linksThatLeadOut_areNotMade() throws IOException {
    ok(guest.symlink("../outside", "m/out"));
    ok(guest.symlink("dir/../../outside", "m/hidden"));
    ok(guest.symlink("../../m", "m/dir/over"));
    ok(guest.symlink("../a", "m/dir/fine"));
    CommitReport report = workspace.commit(mount);
    assertEquals(3, report.failures().size(), report.toString());
    assertEquals(List.of("CREATED /m/dir/fine"), actions(report));
    assertFalse(Files.exists(dir.resolve("out"), LinkOption.NOFOLLOW_LINKS));
    assertFalse(report.toString().contains(host.toString()));
  }

  @Test
  void rootThatWasReplaced_getsNothing() throws IOException {
    ok(guest.mkdir("m/new"));
    ok(guest.append("m/a", "!"));
    Files.move(dir, host.resolve("away"));
    Files.createDirectory(dir);
    CommitReport report = workspace.commit(mount);
    assertEquals("/m/new", report.failures().get(0).path());
    assertEquals("aaa!", Files.readString(host.resolve("away/a")));
    assertEquals(List.of(), hostPaths());
  }

  @Test
  void restoredTree_isWhatIsCommitted() throws IOException {
    Snapshot before = workspace.snapshot();
    ok(guest.append("m/a", "!"));
    ok(guest.write("m/new", 0, "x"));
    complete();
    workspace.restore(before);
    CommitReport report = workspace.commit(mount);
    assertEquals(List.of("REMOVED /m/new"), actions(report));
    assertEquals("aaa!", text("a"));
  }

  @Test
  void nestedMount_isNotPartOfTheOuter() throws IOException {
    Path inner = Files.createDirectories(host.resolve("inner"));
    Files.writeString(inner.resolve("f"), "x");
    Mount second = workspace.mount(inner, "/m/nested/in", Access.OVERLAY);
    ok(guest.append("m/nested/in/f", "y"));
    assertEquals(List.of(), complete().applied());
    assertEquals(1, workspace.commit(second).applied().size());
    assertEquals("xy", Files.readString(inner.resolve("f")));
  }

  @Test
  void temporaryFiles_areNeverLeft() throws IOException {
    ok(guest.write("m/a/b", 0, "x") == Errno.NOTDIR ? Errno.SUCCESS : Errno.IO);
    ok(guest.append("m/a", "!"));
    ok(guest.mkdir("m/x"));
    ok(guest.symlink("../out", "m/y"));
    assertFalse(workspace.commit(mount).isComplete());
    assertTrue(hostPaths().stream().noneMatch(each -> each.startsWith(".cloche")));
  }
}
