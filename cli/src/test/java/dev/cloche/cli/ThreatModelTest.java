package dev.cloche.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/threat-model.md are the list of attacks. Each one has a test that is named for
 * it, in a class that its row names, or is out of scope for a reason; and no test is named for an
 * attack that is not listed.
 */
class ThreatModelTest {

  /** How many attacks of each kind there are; one that comes new is counted here. */
  private static final Map<String, Integer> KINDS =
      Map.of("F", 22, "N", 22, "L", 15, "H", 9, "C", 9, "X", 10, "Y", 5);

  private static final Pattern ROW =
      Pattern.compile(
          "^\\| ([A-Z]\\d+(?:, [A-Z]\\d+)*) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$",
          Pattern.MULTILINE);

  private static final Pattern REASON = Pattern.compile("^out of scope because \\w.{20,}");

  /** A method of tests, or an attack that a method runs: {@code Attack.of("x5_...", }. */
  private static final Pattern NAMED =
      Pattern.compile("\\bvoid (\\w+)\\(|\\bAttack\\.\\w+\\(\\s*\"(\\w+)\"");

  /** A part of a name that says an id, or several: {@code f1}, {@code h3h9}. */
  private static final Pattern IDS = Pattern.compile("(?:[fnlhcxyFNLHCXY]\\d{1,2})+");

  private static final Pattern ID = Pattern.compile("[A-Z]\\d+");

  private static final Map<String, Row> ROWS = new LinkedHashMap<>();
  private static final Map<String, Set<String>> IDS_OF_CLASSES = new LinkedHashMap<>();

  /** What the document says of one attack. */
  private record Row(String attack, String defence, String tests) {}

  @BeforeAll
  static void read() throws IOException {
    String document = Files.readString(Path.of("../docs/threat-model.md"));
    for (MatchResult row : ROW.matcher(document).results().toList()) {
      for (String id : row.group(1).split(", ", -1)) {
        Row before = ROWS.put(id, new Row(row.group(2), row.group(3), row.group(4)));
        assertTrue(before == null, id + " has two rows");
      }
    }
    TestSources.byClass().forEach((name, source) -> IDS_OF_CLASSES.put(name, idsIn(source)));
  }

  private static Set<String> idsIn(String source) {
    Set<String> ids = new TreeSet<>();
    for (MatchResult named : NAMED.matcher(source).results().toList()) {
      String name = named.group(1) == null ? named.group(2) : named.group(1);
      Arrays.stream(name.split("_", -1))
          .filter(part -> IDS.matcher(part).matches())
          .flatMap(part -> ID.matcher(part.toUpperCase(Locale.ROOT)).results())
          .forEach(id -> ids.add(id.group()));
    }
    return ids;
  }

  @Test
  void attacks_areAllListed_andNoOthers() {
    Set<String> expected = new TreeSet<>();
    KINDS.forEach(
        (kind, count) -> {
          for (int i = 1; i <= count; i++) {
            expected.add(kind + i);
          }
        });
    assertEquals(expected, new TreeSet<>(ROWS.keySet()));
  }

  @Test
  void eachAttack_hasATestThatIsNamedForIt_orAReason() {
    List<String> without = new ArrayList<>();
    ROWS.forEach(
        (id, row) -> {
          boolean named =
              TestSources.named(row.tests()).stream()
                  .anyMatch(test -> IDS_OF_CLASSES.getOrDefault(test, Set.of()).contains(id));
          if (named == REASON.matcher(row.tests()).find()) {
            without.add(id);
          }
        });
    assertEquals(List.of(), without);
  }

  @Test
  void eachClassThatARowNames_exists() {
    Set<String> missing = new TreeSet<>();
    ROWS.values().forEach(row -> missing.addAll(TestSources.named(row.tests())));
    missing.removeAll(IDS_OF_CLASSES.keySet());
    assertEquals(Set.of(), missing);
  }

  @Test
  void noTest_isNamedForAnAttackThatIsNotListed() {
    Set<String> unknown = new HashSet<>();
    IDS_OF_CLASSES.values().forEach(unknown::addAll);
    assertTrue(unknown.size() > ROWS.size() / 2, unknown.toString());
    unknown.removeAll(ROWS.keySet());
    assertEquals(Set.of(), unknown);
  }

  @Test
  void namesOfTests_areReadAsTheyAreWritten() {
    assertEquals(Set.of("F1", "F2"), idsIn("  void f1_f2_link_isRefused() {"));
    assertEquals(Set.of("H3", "H9", "F18"), idsIn("void h3h9_x_F18(int n) {"));
    assertEquals(Set.of("X5"), idsIn("Attack.of(\n            \"x5_native57_ioUring\","));
    assertEquals(Set.of(), idsIn("void utf8_isRead() { f20_call(); } // void n5"));
    assertEquals(Set.of("N99"), idsIn("void " + "n99_isNoAttack() {"));
  }

  /**
   * What makes objects of any class from bytes: with it a guest's output would be a host's code.
   */
  @Test
  void y4_noClassOfOurs_makesObjectsOfBytes() throws IOException {
    List<String> makers =
        List.of("java/io/ObjectInputStream", "java/beans/XMLDecoder", "org/yaml/snakeyaml/Yaml");
    int read = 0;
    for (String module : List.of("wasi-shim", "engine", "host-fallback", "tool-modules", "cli")) {
      for (Path file : classes(Path.of("..", module, "target", "classes", "dev"))) {
        String constants = Files.readString(file, ISO_8859_1);
        for (String maker : makers) {
          assertFalse(constants.contains(maker), file + " uses " + maker);
        }
        read += constants.contains("java/lang/Object") ? 1 : 0;
      }
    }
    assertTrue(read > 500, read + " classes");
  }

  private static List<Path> classes(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }
}
