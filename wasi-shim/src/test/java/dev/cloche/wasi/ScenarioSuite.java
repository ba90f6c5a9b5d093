package dev.cloche.wasi;

import static dev.cloche.workspace.tree.Errno.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.testkit.Listing;
import dev.cloche.workspace.tree.Errno;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
abstract class ScenarioSuite {
  private static final Pattern INODE_OF = Pattern.compile("ino=@([a-z-]+)");

  static Stream<Scenario> rows() {
    return Stream.of(
            OpenScenarios.rows(),
            NameScenarios.rows(),
            DescriptorScenarios.rows(),
            FileScenarios.rows(),
            ProcessScenarios.rows())
        .flatMap(List::stream);
  }

  /** Returns the tree in memory: what every other tree is compared with. */
  static Guest inMemory() {
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
    guest.trace.clear();
    return guest;
  }

  /** Returns a new guest on a new tree. */
  abstract Guest tree();

  /** Returns the inode numbers that {@link #tree} gives to names in the root. */
  abstract Map<String, Integer> inodes();

  /** Returns the trace that the last call of a row leaves on {@link #tree}. */
  String expectedLine(Scenario row) {
    return row.line();
  }

  private String withInodes(String line) {
    return INODE_OF.matcher(line).replaceAll(found -> "ino=" + inodes().get(found.group(1)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void call_onTheTree_answersAsDocumented(Scenario row) {
    Guest guest = tree();
    Errno answer = run(row, guest);
    String line = withInodes(expectedLine(row));
    assertEquals(line, guest.lastLine());
    assertEquals(Scenario.answer(line), answer);
    if (answer != SUCCESS) {
      String before = Listing.of(tree().workspace);
      assertEquals(before, Listing.of(guest.workspace), "an error changes nothing");
    } else {
      Guest model = inMemory();
      run(row, model);
      assertEquals(Listing.contents(model.workspace), Listing.contents(guest.workspace));
    }
  }

  /** Runs a row; if what prepares it is refused already, that is the answer. */
  static Errno run(Scenario row, Guest guest) {
    try {
      return row.action().run(guest);
    } catch (Guest.Refused refused) {
      return refused.errno();
    }
  }
}
