package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The record of limits, and that each limit is one that a module can meet. */
class ModuleLimitsTest {

  @ParameterizedTest
  @EnumSource(ModuleLimit.class)
  void defaults_haveEveryLimit(ModuleLimit limit) {
    assertEquals(limit.standard(), ModuleLimits.defaults().of(limit));
    assertTrue(limit.id().matches("[a-z0-9-]+"));
  }

  @Test
  void with_value_changesOneLimitInACopy() {
    ModuleLimits changed = ModuleLimits.defaults().with(ModuleLimit.TYPES, 5);

    assertEquals(5, changed.of(ModuleLimit.TYPES));
    assertEquals(10_000, ModuleLimits.defaults().of(ModuleLimit.TYPES));
    assertEquals(ModuleLimits.defaults(), changed.with(ModuleLimit.TYPES, 10_000));
  }

  @ParameterizedTest
  @CsvSource({"-1", "2147483648", "9223372036854775807"})
  void with_valueOutOfRange_isRefused(long value) {
    ModuleLimits limits = ModuleLimits.defaults();

    assertThrows(IllegalArgumentException.class, () -> limits.with(ModuleLimit.FUNCTIONS, value));
  }

  @Test
  void create_missingLimit_isRefused() {
    Map<ModuleLimit, Long> none = new EnumMap<>(ModuleLimit.class);

    assertThrows(IllegalArgumentException.class, () -> new ModuleLimits(none));
  }

  @Test
  void values_areNotToBeChanged() {
    Map<ModuleLimit, Long> values = ModuleLimits.defaults().values();

    assertThrows(UnsupportedOperationException.class, () -> values.put(ModuleLimit.TYPES, 1L));
  }

  /** The rich guest has a little of everything: each limit is met exactly, and one less refuses. */
  @ParameterizedTest
  @CsvSource({
    "TYPES, 4",
    "DISTINCT_TYPES, 4",
    "PARAMETERS, 2",
    "RESULTS, 1",
    "TYPE_VALUES, 5",
    "FUNCTIONS, 5",
    "TYPES_TIMES_FUNCTIONS, 20",
    "IMPORTS, 2",
    "EXPORTS, 3",
    "GLOBALS, 2",
    "TABLES, 1",
    "TABLE_ENTRIES, 4",
    "MEMORY_PAGES, 1",
    "ELEMENT_SEGMENTS, 1",
    "ELEMENT_ENTRIES, 2",
    "DATA_SEGMENTS, 2",
    "NAME_BYTES, 6",
    "LOCALS_PER_FUNCTION, 3",
    "TOTAL_LOCALS, 7",
    "NESTING, 3",
    "BR_TABLE_TARGETS, 2",
  })
  void read_atLimitIsAccepted_oneBelowIsRefused(ModuleLimit limit, long exact)
      throws ModuleException {
    CheckedModule module =
        ModuleReader.read(Guests.RICH, ModuleLimits.defaults().with(limit, exact));
    assertEquals(5, module.functionCount());

    ModuleException refusal =
        Refusals.refusal(Guests.RICH, ModuleLimits.defaults().with(limit, exact - 1));
    assertEquals(ModuleException.Kind.LIMIT, refusal.kind());
    assertEquals(limit.id(), refusal.rule());
  }

  @Test
  void message_ofLimit_namesWhatWasGivenAndWhatIsAllowed() {
    ModuleException refusal =
        Refusals.refusal(Guests.RICH, ModuleLimits.defaults().with(ModuleLimit.FUNCTIONS, 4));

    String message = refusal.getMessage();
    assertTrue(message.startsWith("module refused: function section, offset 0x"), message);
    assertTrue(message.contains(" 5 functions, at most 4 are allowed"), message);
  }
}
