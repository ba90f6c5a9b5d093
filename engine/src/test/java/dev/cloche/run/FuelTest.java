package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The promises of the fuel schedule, on small guests. */
class FuelTest {

  private static final long PLENTY = 1_000_000_000L;

  @ParameterizedTest
  @EnumSource(TestModules.class)
  void fuel_anyGuest_isTheCountOfExecutedInstructions(TestModules guest) {
    MeteredGuest.Ending oracle = new PlainGuest(guest.wasm()).call("run", guest.argument);
    assertTrue(oracle.kind().startsWith("ok"), oracle.kind());
    for (Execution execution : Execution.values()) {
      assertEquals(
          oracle,
          MeteredGuest.of(guest.wasm(), execution).call(PLENTY, "run", guest.argument),
          execution.name());
    }
  }

  @ParameterizedTest
  @EnumSource(TestModules.class)
  void budget_anyValue_endsInTheSameResultOrInExhaustion(TestModules guest) {
    MeteredGuest compiled = MeteredGuest.of(guest.wasm(), Execution.COMPILED);
    MeteredGuest interpreted = MeteredGuest.of(guest.wasm(), Execution.INTERPRETED);
    MeteredGuest.Ending full = compiled.call(PLENTY, "run", guest.argument);
    long step = Math.max(1, full.fuel() / 150);
    for (long budget = 0; budget <= full.fuel() + step; budget += step) {
      MeteredGuest.Ending ending = compiled.call(budget, "run", guest.argument);
      assertEquals(ending, interpreted.call(budget, "run", guest.argument));
      if (budget >= full.fuel()) {
        assertEquals(full, ending);
      } else if (!ending.equals(full)) {
        assertEquals("stop LIMIT", ending.kind());
        assertTrue(ending.fuel() > budget);
      }
    }
  }
}
