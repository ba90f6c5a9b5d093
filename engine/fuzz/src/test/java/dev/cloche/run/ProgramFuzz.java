package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Execution;
import dev.cloche.fuzz.FuzzTarget;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.Arrays;
import java.util.List;

/**
 * Programs made of the input, all valid: they are read, and do and cost the same plain and metered.
 * Where the first byte is one of sixteen, they are compiled, too.
 */
public final class ProgramFuzz implements FuzzTarget {

  @Override
  public String name() {
    return "program";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        new byte[] {1, 0, 2, 0, 1, 1, 3, 2, 5, 7},
        new byte[] {9, 3, 4, 2, 7, 1, 0, 2, 3, 1, 1, 5, 6, 2, 2, 0, 4, 4, 1, 12, 3, 9, 2},
        new byte[] {3, 4, 8, 2, 1, 7, 2, 0, 9, 2, 2, 3, 1, 4, 6, 0, 3, 12, 1, 5, 11, 2, 0, 8, 1},
        new byte[] {16, 2, 4, 3, 7, 1, 2, 2, 11, 0, 0, 1, 13, 7, 7, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  }

  @Override
  public void run(byte[] input) throws ModuleException {
    if (input.length == 0) {
      return;
    }
    byte[] wasm = Program.of(Arrays.copyOfRange(input, 1, input.length));
    CheckedModule module = ModuleReader.read(wasm, ModuleLimits.defaults());
    assertTrue(PlainAndMetered.isValid(wasm), "the program is not valid");
    MeteredModule metered = Meter.apply(module);
    assertTrue(PlainAndMetered.isValid(metered.bytes()), "valid, and not when it is metered");
    PlainAndMetered.assertSame(module, metered, Execution.INTERPRETED);
    if (input[0] % 16 == 0) {
      PlainAndMetered.assertSame(module, metered, Execution.COMPILED);
    }
  }
}
