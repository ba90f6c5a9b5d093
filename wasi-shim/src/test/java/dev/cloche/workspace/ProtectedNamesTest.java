package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * F18: what programs of the host obey cannot be written, in any way.
 *
 * <pre>
 * host/
 * ├── file             "x"
 * ├── .env             "SECRET=1"
 * ├── repo/.git/hooks/pre-commit
 * └── plain/hooks/pre-commit
 * </pre>
 */
class ProtectedNamesTest {
  @TempDir Path host;
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final TreeUser guest = new TreeUser(workspace);
  private Mount mount;

  @BeforeEach
  void plant() throws IOException {
    Files.writeString(host.resolve("file"), "x");
    Files.writeString(host.resolve(".env"), "SECRET=1");
    for (String repo : new String[] {"repo/.git", "plain"}) {
      Files.createDirectories(host.resolve(repo + "/hooks"));
      Files.writeString(host.resolve(repo + "/hooks/pre-commit"), "exit 0");
    }
    mount = workspace.mount(host, "/m", Access.OVERLAY);
  }

  @AfterEach
  void close() {
    workspace.close();
  }

  private static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  private static void refused(Errno errno) {
    assertEquals(Errno.PERM, errno);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m/.bashrc",
        "m/.ENV.local",
        "m/.env.",
        "m/.en\u200bv",
        "m/repo/.mcp.json",
        "m/plain/.vscode",
        "m/.ssh",
        "m/repo/.git/config",
        "m/repo/.git/hooks/post-checkout"
      })
  void absentName_cannotBeMade_F18(String path) {
    refused(guest.write(path, 0, "x"));
    refused(guest.mkdir(path));
    refused(guest.symlink("file", path));
    refused(guest.link("m/file", path));
    refused(guest.rename("m/file", path));
    assertEquals(Errno.NOENT, guest.tryStat(path));
    ok(
        guest.write(path + "-not", 0, "positive control") == Errno.PERM
            ? guest.write("m/control", 0, "x")
            : Errno.SUCCESS);
  }

  @Test
  void presentFile_canBeReadAndNothingElse_F18() {
    assertEquals("SECRET=1", guest.read("m/.env"));
    refused(guest.write("m/.env", 0, "x"));
    refused(guest.tryOpen("m/.env", "t"));
    refused(guest.setSize("m/.env", 0));
    refused(guest.touch("m/.env"));
    refused(guest.unlink("m/.env"));
    refused(guest.rename("m/.env", "m/other"));
    refused(guest.rename("m/file", "m/.env"));
    refused(guest.link("m/.env", "m/other"));
    assertEquals("SECRET=1", guest.read("m/.env"));
    ok(guest.write("m/file", 0, "y"));
    ok(guest.rename("m/file", "m/other"));
  }

  @Test
  void wayThroughLinks_isTheSameWay_F18() {
    ok(guest.symlink("repo/.git/hooks", "m/innocent"));
    refused(guest.write("m/innocent/pre-commit", 0, "x"));
    refused(guest.write("m/innocent/new", 0, "x"));
    ok(guest.symlink(".env", "m/settings"));
    refused(guest.write("m/settings", 0, "x"));
    ok(guest.symlink("file", "m/control"));
    ok(guest.write("m/control", 0, "x"));
  }

  @Test
  void parent_cannotBeRenamedIntoPlace_F18() {
    refused(guest.rename("m/plain", "m/.git"));
    refused(guest.rename("m/plain/hooks", "m/repo/.git/hooks"));
    ok(guest.mkdir("m/fresh"));
    ok(guest.mkdir("m/fresh/g"));
    ok(guest.write("m/fresh/g/config", 0, "x"));
    refused(guest.rename("m/fresh/g", "m/fresh/.git"));
    ok(guest.rename("m/fresh", "m/control"));
    ok(guest.mkdir("outside"));
    ok(guest.write("outside/.env", 0, "nobody of the host looks here"));
    refused(guest.rename("outside", "m/inside"));
    ok(guest.mkdir("deep"));
    ok(guest.rename("outside", "deep/down"));
    refused(guest.rename("deep", "m/deep"));
  }

  @Test
  void parent_cannotBeTakenAway_F18() {
    refused(guest.rename("m/repo/.git", "m/repo/old"));
    refused(guest.rename("m/repo/.git/hooks", "m/hooks"));
    refused(guest.rename("m/repo/.git", "elsewhere"));
    ok(guest.rename("m/plain", "m/moved"));
  }

  @Test
  void directoryFarAbove_movesWithAllThatIsProtected_F18() {
    ok(guest.rename("m/repo", "m/moved"));
    refused(guest.write("m/moved/.git/hooks/pre-commit", 0, "x"));
    ok(guest.mkdir("m/repo"));
    ok(guest.mkdir("m/repo/.git"));
    refused(guest.mkdir("m/repo/.git/hooks"));
    ok(guest.rename("m/moved", "outside"));
    ok(guest.write("outside/.git/hooks/pre-commit", 0, "evil"));
    refused(guest.rename("outside", "m/back"));
  }

  @Test
  void whatLeadsThere_mustBeADirectory_F18() {
    ok(guest.mkdir("m/evil"));
    ok(guest.write("m/evil/config", 0, "x"));
    refused(guest.symlink("evil", "m/.git"));
    refused(guest.write("m/.git", 0, "gitdir: evil"));
    refused(guest.rename("m/file", "m/.git"));
    ok(guest.mkdir("m/.git"));
    ok(guest.write("m/.git/description", 0, "x"));
    refused(guest.mkdir("m/.git/hooks"));
  }

  @Test
  void mountThatIsTheDirectoryItself_isProtected_F18() {
    workspace.mount(host.resolve("repo/.git"), "/g", Access.OVERLAY);
    refused(guest.write("g/config", 0, "x"));
    refused(guest.write("g/hooks/pre-commit", 0, "x"));
    ok(guest.write("g/description", 0, "x"));
  }

  @Test
  void mountBelowAProtectedDirectory_isTheEmbeddersChoice() throws IOException {
    Path inside = Files.createDirectories(host.resolve(".vscode/extension"));
    workspace.mount(inside, "/e", Access.OVERLAY);
    ok(guest.write("e/readme", 0, "x"));
    refused(guest.write("e/.env", 0, "x"));
  }

  @Test
  void embedderAndCommit_obeyToo_F18() {
    assertEquals(
        "cannot write \"/m/.env\": it is protected",
        assertThrows(WorkspaceException.class, () -> workspace.writeFile("/m/.env", new byte[] {1}))
            .getMessage());
    ok(guest.write("m/file", 0, "y"));
    assertEquals(1, workspace.commit(mount).applied().size());
    assertFalse(Files.exists(host.resolve(".bashrc")));
  }

  @Test
  void otherLists_protectOtherNames() {
    ProtectedNames names = new ProtectedNames(List.of("ci/deploy.yml", "build*"));
    Workspace other = Workspace.inMemory(WorkspaceLimits.defaults(), InstantSource.system(), names);
    other.mount(host, "/m", Access.OVERLAY);
    TreeUser user = new TreeUser(other);
    ok(user.mkdir("m/ci"));
    refused(user.write("m/ci/deploy.yml", 0, "x"));
    refused(user.write("m/build.gradle", 0, "x"));
    ok(user.write("m/.env", 0, "x"));
    other.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/abs", "a//b", "..", "a/./b", "*"})
  void oddPatterns_areRefused(String pattern) {
    assertThrows(IllegalArgumentException.class, () -> new ProtectedNames(List.of(pattern)));
  }

  @Test
  void memoryOutsideOfMounts_isFree() {
    ok(guest.write(".env", 0, "x"));
    ok(guest.mkdir(".git"));
    ok(guest.mkdir(".git/hooks"));
  }
}
