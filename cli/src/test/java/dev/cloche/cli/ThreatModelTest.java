package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The tests that docs/threat-model.md names exist, and are about what it says. */
class ThreatModelTest {

  private static final Pattern ROW =
      Pattern.compile("^\\| ([A-Z]\\d+(?:, [A-Z]\\d+)*) \\|.*\\| ([^|]*) \\|$", Pattern.MULTILINE);

  /** A row of a table: what is attacked, and the classes that test it. */
  private record Row(List<String> ids, List<String> classes) {}

  private static List<Row> rows() throws IOException {
    return ROW.matcher(Files.readString(Path.of("../docs/threat-model.md")))
        .results()
        .map(row -> new Row(List.of(row.group(1).split(", ", -1)), TestSources.named(row.group(2))))
        .toList();
  }

  @Test
  void table_hasEveryAttackOnce() throws IOException {
    List<String> found = rows().stream().flatMap(row -> row.ids().stream()).toList();
    Set<String> wanted = new TreeSet<>(List.of("H2", "H4", "H5", "F18", "F21", "L13"));
    IntStream.rangeClosed(1, 22).forEach(n -> wanted.add("N" + n));
    IntStream.rangeClosed(1, 9).forEach(n -> wanted.add("C" + n));
    IntStream.rangeClosed(1, 10).filter(n -> n != 8).forEach(n -> wanted.add("X" + n));

    assertTrue(found.containsAll(wanted), () -> "of " + wanted + " there are " + found);
    assertEquals(new TreeSet<>(found).size(), found.size());
  }

  @Test
  void classes_ofEachRow_exist() throws IOException {
    Map<String, String> sources = TestSources.byClass();
    for (Row row : rows()) {
      for (String name : row.classes()) {
        assertTrue(sources.containsKey(name), row.ids() + " names " + name);
      }
    }
  }

  /** For the later attacks; older tests, and lists of attacks, name theirs elsewhere. */
  @Test
  void classes_ofNetworkAndCredentials_nameTheAttack() throws IOException {
    Map<String, String> sources = TestSources.byClass();
    for (Row row : rows()) {
      String id = row.ids().get(0);
      if (id.matches("[NC]\\d+|X([1-46-9]|10)|H[245]|F21|L13")) {
        Pattern test = Pattern.compile("\\b" + id.toLowerCase(Locale.ROOT) + "[A-Za-z]*_\\w+\\(");
        assertTrue(
            row.classes().stream().anyMatch(name -> test.matcher(sources.get(name)).find()),
            () -> id + " is in no test of " + row.classes());
      }
    }
  }
}
