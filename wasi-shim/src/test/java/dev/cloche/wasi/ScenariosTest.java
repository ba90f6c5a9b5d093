package dev.cloche.wasi;

import static dev.cloche.workspace.tree.Errno.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each function answers, and how a trace shows it, one row per scenario, on this tree:
 *
 * <pre>
 * /
 * ├── file       0123456789
 * ├── empty/
 * ├── full/
 * │   ├── inner  x
 * │   └── up     -> ../file
 * ├── to-file    -> file
 * ├── to-full    -> full
 * ├── slashed    -> full/
 * ├── dangling   -> missing
 * ├── loop       -> loop
 * └── out        -> ../outside
 * </pre>
 */
class ScenariosTest {
  static Stream<Scenario> rows() {
    return Stream.of(
            OpenScenarios.rows(),
            NameScenarios.rows(),
            DescriptorScenarios.rows(),
            FileScenarios.rows(),
            ProcessScenarios.rows())
        .flatMap(List::stream);
  }

  static Guest tree() {
    Guest guest = new Guest();
    guest.file("/file", "0123456789");
    guest.workspace.createDirectory("/empty");
    guest.file("/full/inner", "x");
    assertEquals(SUCCESS, guest.symlink("../file", "full/up"));
    assertEquals(SUCCESS, guest.symlink("file", "to-file"));
    assertEquals(SUCCESS, guest.symlink("full", "to-full"));
    assertEquals(SUCCESS, guest.symlink("full/", "slashed"));
    assertEquals(SUCCESS, guest.symlink("missing", "dangling"));
    assertEquals(SUCCESS, guest.symlink("loop", "loop"));
    assertEquals(SUCCESS, guest.symlink("../outside", "out"));
    return guest;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void call_onTheTree_answersAsDocumented(Scenario row) {
    Guest guest = tree();
    String before = Listing.of(guest.workspace);
    assertEquals(row.expected(), row.action().run(guest));
    assertEquals(row.line(), guest.lastLine());
    if (row.expected() != SUCCESS) {
      assertEquals(before, Listing.of(guest.workspace), "an error changes nothing");
    }
  }

  @Test
  void everyRow_hasANameOfItsOwn() {
    Set<String> names = new HashSet<>();
    rows().map(Scenario::name).forEach(name -> assertTrue(names.add(name), name));
  }

  @Test
  void everyFunction_hasItsRows() {
    Set<String> missing = new HashSet<>(FunctionTable.functions().keySet());
    rows().map(Scenario::function).forEach(missing::remove);
    assertEquals(Set.of(), missing);
  }

  /** Makes the same tree on the host. */
  private static Path plant(Path host) throws IOException {
    Files.createDirectory(host.resolve("empty"));
    Files.createDirectory(host.resolve("full"));
    Files.writeString(host.resolve("file"), "0123456789");
    Files.writeString(host.resolve("full/inner"), "x");
    String[][] links = {
      {"full/up", "../file"},
      {"to-file", "file"},
      {"to-full", "full"},
      {"slashed", "full/"},
      {"dangling", "missing"},
      {"loop", "loop"},
      {"out", "../outside"}
    };
    for (String[] link : links) {
      Files.createSymbolicLink(host.resolve(link[0]), Path.of(link[1]));
    }
    return host;
  }

  private static Guest mounted(Path host, Access access) {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    workspace.copyIn(host, "/", access);
    return new Guest(workspace);
  }

  @Test
  void everyCall_onTheTreeCopiedIn_answersTheSame(@TempDir Path host) throws IOException {
    plant(host);
    for (Scenario row : rows().toList()) {
      Guest guest = mounted(host, Access.OVERLAY);
      assertEquals(row.expected(), row.action().run(guest), row.name());
    }
  }

  @Test
  void everyCall_onTheTreeReadOnly_changesNothing(@TempDir Path host) throws IOException {
    plant(host);
    for (Scenario row : rows().toList()) {
      Guest guest = mounted(host, Access.READ);
      final String before = Listing.of(guest.workspace);
      try {
        row.action().run(guest);
      } catch (AssertionError refusedToOpen) {
        // The row begins by opening a file to write, which is refused here.
        assertTrue(refusedToOpen.getMessage().endsWith("ROFS"), row.name());
      }
      assertEquals(before, Listing.of(guest.workspace), row.name());
      assertEquals("0123456789", guest.content("/file"), row.name());
    }
  }
}
