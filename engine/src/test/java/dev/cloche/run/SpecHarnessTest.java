package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.run.SpecScript.Outcome;
import dev.cloche.run.SpecScript.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scripts of assertions come to the same metered and plain, interpreted and compiled: our own of
 * {@code src/test/wast}, and with {@code -Dspec.dir=DIR} all of a folder that {@code wast2json}
 * wrote; {@code -Dspec.chicory=true} has Chicory as it comes run them too.
 */
@Tag("one-jdk")
class SpecHarnessTest {

  private static final Set<Opinion> ALL = EnumSet.allOf(Opinion.class);

  @TempDir Path scratch;

  @BeforeAll
  static void needsPrograms() {
    TestPrograms.require("wast2json");
  }

  private Path json(Path wast) throws IOException, InterruptedException {
    Path json = scratch.resolve(wast.getFileName().toString().replace(".wast", ".json"));
    List<String> command = List.of("wast2json", wast.toString(), "-o", json.toString());
    assertEquals(0, TestPrograms.run(command), String.join(" ", command));
    return json;
  }

  private SpecReport report(String text) throws IOException, InterruptedException {
    SpecReport report = new SpecReport(ALL);
    report.run(json(Files.writeString(scratch.resolve("test.wast"), text)));
    return report;
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  @Test
  void ownScripts_inEveryWay_comeToWhatTheySay() throws Exception {
    SpecReport report = new SpecReport(ALL);
    for (Path wast : files(Path.of("src/test/wast"), ".wast")) {
      report.run(json(wast));
    }
    assertEquals(List.of(), report.otherwise(Opinion.METERED_INTERPRETED), report::toString);
    assertEquals(List.of(), report.otherwise(Opinion.METERED_COMPILED), report::toString);
    assertEquals(0, report.leftOut(), report::toString);
    assertTrue(report.commands() > 150, report::toString);
    // Chicory's own operation, which only the meter's check stands before.
    assertEquals(List.of("tables:35"), lines(report, Opinion.PLAIN_INTERPRETED));
    assertEquals(List.of("tables:35"), lines(report, Opinion.PLAIN_COMPILED));
    assertEquals(2, report.differences().size(), report::toString);
    List<String> interpreter = new ArrayList<>(CHICORYS);
    interpreter.addAll(CHICORYS_INTERPRETER);
    assertEquals(CHICORYS, lines(report, Opinion.CHICORY_COMPILED));
    assertEquals(
        interpreter.stream().sorted().toList(), lines(report, Opinion.CHICORY_INTERPRETED));
  }

  /** Where Chicory 1.7.5 as it comes does otherwise: docs/conformance.md lists what that is. */
  private static final List<String> CHICORYS =
      List.of(
          "invalid:13",
          "invalid:25",
          "invalid:8",
          "memory:32",
          "memory:34",
          "memory:41",
          "numbers:26",
          "numbers:27",
          "numbers:30",
          "numbers:34",
          "numbers:39",
          "numbers:40",
          "numbers:41",
          "tables:26",
          "tables:35");

  private static final List<String> CHICORYS_INTERPRETER =
      List.of("memory:27", "memory:28", "memory:29", "memory:31", "memory:38");

  /**
   * What depends on how warm the JVM is: whether rounding hands a signalling NaN on, and on JDK 17
   * the sign of a NaN's absolute value.
   */
  private static final Set<String> BY_WARMTH =
      Set.of("numbers:45", "numbers:46", "numbers:47", "numbers:52");

  private static List<String> lines(SpecReport report, Opinion opinion) {
    return report.otherwise(opinion).stream()
        .map(line -> line.replaceFirst("\\.json:(\\d+) .*", ":$1"))
        .filter(line -> !BY_WARMTH.contains(line))
        .sorted()
        .toList();
  }

  @Test
  void assertionsThatAreWrong_areToldInEveryWay() throws Exception {
    SpecReport report =
        report(
            """
            (module (func (export "one") (result i32) (i32.const 1))
              (func (export "nan") (result f32) (f32.const nan:0x200000)))
            (assert_return (invoke "one") (i32.const 2))
            (assert_trap (invoke "one") "unreachable")
            (assert_return (invoke "nan") (f32.const nan:arithmetic))
            (assert_invalid (module (func (export "fine"))) "not at all")
            (assert_unlinkable (module (func)) "not at all")
            """);
    for (Opinion opinion : Opinion.values()) {
      assertEquals(5, report.otherwise(opinion).size(), opinion + " " + report);
    }
    assertEquals(List.of(), report.differences());
  }

  @Test
  void outcomesThatDiffer_areTold() {
    List<Outcome> one = List.of(new Outcome("1 action", "returned 1", Verdict.AS_EXPECTED));
    List<Outcome> other = List.of(new Outcome("1 action", "returned 2", Verdict.AS_EXPECTED));
    SpecReport report = new SpecReport(ALL);
    report.compare("a", Opinion.METERED_COMPILED, one, one);
    assertEquals(0, report.differences().size());
    report.compare("a", Opinion.METERED_COMPILED, one, other);
    assertEquals(1, report.differences().size());
  }

  /** What a module that is not taken would have changed is not asked for. */
  @Test
  void moduleThatImportsMemory_isLeftOutWithWhatItShares() throws Exception {
    SpecReport report =
        report(
            """
            (module $m (memory (export "memory") 1)
              (func (export "get") (result i32) (i32.load8_u (i32.const 0))))
            (register "m" $m)
            (assert_return (invoke $m "get") (i32.const 0))
            (module (import "m" "memory" (memory 1)) (data (i32.const 0) "a"))
            (assert_return (invoke $m "get") (i32.const 97))
            """);
    assertEquals(2, report.leftOut(), report::toString);
    assertEquals(List.of(), report.otherwise(Opinion.METERED_COMPILED));
  }

  @Test
  @Timeout(7200)
  @EnabledIfSystemProperty(named = "spec.dir", matches = ".+")
  void folder_everyScript_comesToTheSameInEveryWay() throws Exception {
    SpecReport report =
        new SpecReport(
            Boolean.getBoolean("spec.chicory")
                ? ALL
                : EnumSet.range(Opinion.METERED_INTERPRETED, Opinion.PLAIN_COMPILED));
    for (Path json : files(Path.of(System.getProperty("spec.dir")), ".json")) {
      report.run(json);
    }
    System.out.println(report);
    assertTrue(report.commands() > 0, "no script");
    assertEquals(List.of(), report.differences());
  }
}
