package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.run.SpecScript.Outcome;
import dev.cloche.run.SpecScript.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Scripts in the format of {@code wast2json} come to the same in every way in which they are run. */
@Tag("one-jdk")
class SpecHarnessTest {

  /** {@code -Dspec.dir=DIR}: all scripts of a folder. */
  @Test
  @Timeout(7200)
  @EnabledIfSystemProperty(named = "spec.dir", matches = ".+")
  void folder_everyScript_comesToTheSameMeteredAndPlain() throws Exception {
    SpecReport report = new SpecReport();
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("spec.dir")))) {
      for (Path json : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
        report.run(json);
      }
    }
    System.out.println(report);
    assertTrue(report.commands() > 0, "no script");
    assertEquals(List.of(), report.differences());
  }
}
