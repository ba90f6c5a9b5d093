package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tables of scenarios as a whole; they are run by the suites over {@link ScenarioSuite}. */
class ScenariosTest {
  @Test
  void everyRow_hasANameOfItsOwn() {
    Set<String> names = new HashSet<>();
    ScenarioSuite.rows().map(Scenario::name).forEach(name -> assertTrue(names.add(name), name));
  }

  @Test
  void everyFunction_hasItsRows() {
    Set<String> missing = new HashSet<>(FunctionTable.functions().keySet());
    ScenarioSuite.rows().map(Scenario::function).forEach(missing::remove);
    assertEquals(Set.of(), missing);
  }
}
