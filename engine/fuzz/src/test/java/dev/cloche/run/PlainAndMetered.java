package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import dev.cloche.Execution;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.Export;
import dev.cloche.module.ExternKind;
import dev.cloche.module.FunctionType;
import java.util.List;
import java.util.Optional;

/** Whether a module does and costs the same plain and metered. */
final class PlainAndMetered {
  private static final long FUEL = 20_000;
  private static final int MAX_CALLS = 3;
  private static final int MAX_PAGES = 16;
  private static final int MAX_ENTRIES = 10_000;

  private final CheckedModule module;
  private final MeteredGuest metered;

  private PlainAndMetered(CheckedModule module, MeteredGuest metered) {
    this.module = module;
    this.metered = metered;
  }

  /** Asserts it for the first exports of a module that can be run without a host. */
  static void assertSame(CheckedModule module, MeteredModule metered, Execution execution) {
    if (module.start().isEmpty()
        && module.importedFunctions() == 0
        && module.memories().stream().allMatch(memory -> memory.min() <= MAX_PAGES)
        && module.tables().stream().allMatch(table -> table.min() <= MAX_ENTRIES)) {
      new PlainAndMetered(module, MeteredGuest.of(metered, execution)).assertSame();
    }
  }

  private void assertSame() {
    List<Export> functions =
        module.exports().stream()
            .filter(export -> export.kind() == ExternKind.FUNCTION)
            .limit(MAX_CALLS)
            .toList();
    for (Export each : functions) {
      FunctionType type = module.functionType(each.index());
      long[] arguments = new long[type.parameters().size()];
      Optional<MeteredGuest.Ending> ending = metered(each.name(), arguments);
      // Where the meter ended it, the plain module may go on for ever.
      if (ending.isEmpty() || !ending.get().kind().startsWith("stop")) {
        assertSame(each.name(), plain(each.name(), arguments), ending);
      }
    }
  }

  private static void assertSame(
      String export, Optional<MeteredGuest.Ending> plain, Optional<MeteredGuest.Ending> metered) {
    assertEquals(
        plain.map(MeteredGuest.Ending::kind), metered.map(MeteredGuest.Ending::kind), export);
    if (plain.isPresent() && plain.get().kind().startsWith("ok")) {
      assertEquals(plain.get().fuel(), metered.orElseThrow().fuel(), export);
    }
  }

  /** Empty if it cannot even be instantiated. */
  private Optional<MeteredGuest.Ending> metered(String export, long[] arguments) {
    MeteredGuest.Run run;
    try {
      run = metered.start(FUEL);
    } catch (ChicoryException trap) {
      return Optional.empty();
    }
    return Optional.of(run.call(export, arguments));
  }

  private Optional<MeteredGuest.Ending> plain(String export, long[] arguments) {
    PlainGuest plain;
    try {
      plain = new PlainGuest(module.bytes());
    } catch (ChicoryException trap) {
      return Optional.empty();
    }
    return Optional.of(plain.call(export, arguments));
  }

  /** Whether Chicory accepts a module: types of operands are its to check. */
  static boolean isValid(byte[] module) {
    try {
      var ignored = Parser.parse(module);
      return true;
    } catch (ChicoryException refused) {
      return false;
    }
  }
}
