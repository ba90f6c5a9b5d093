package dev.cloche.meter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dylibso.chicory.wabt.Wat2Wasm;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.Instruction;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the pass writes, instruction by instruction, for the guests in {@code metered.txt}. That it
 * computes the same and counts right is for the tests that run it; this one holds what they cannot
 * see: where the counter is kept, where it is looked at, and what is left out.
 *
 * <p>A guest is followed by the weights of its frames, and for each function by its charge points
 * ({@code !} looks at the counter, {@code q} outside of the loop), its facts, the types of its
 * locals, and its code, in which {@link #ABBREVIATIONS} stand for what is inserted.
 */
class MeteredCodeTest {

  /** An inserted sequence, and how it is shown; L is the counter's local, N a cost. */
  private static final String[][] ABBREVIATIONS = {
    {"local_get (\\d+); i32_const (-?\\d+); i32_sub; local_set \\1;", "charge $2;"},
    {"ref_null -16; local_get (\\d+); table_grow \\d+; local_set \\1;", "refuel;"},
    {"i32_const 0; i32_lt_s; if 64; refuel; end;", "check;"},
    {"i32_const 0; i32_lt_s; if 64; refuel; local_get (\\d+); global_set 0; end;", "check-kept;"},
    {
      "block 64; loop 64; block 64; loop 64; local_get \\d+; i32_const (\\d+); i32_lt_s; br_if 1;"
          + " charge \\1;",
      "quiet $1;"
    },
    {"(?:i32_const 1; drop 0; ){10,}", "...; "},
    {"(?:I32, ){10,}", "..., "},
    {"(?:I64, ){10,}", "..., "},
    {"end; br 2; end; charge (\\d+); refuel; charge -\\1; br 0; end; end;", "end-quiet $1;"},
  };

  /** {@code {3 nop}} is a nop three times. */
  private static final Pattern REPEATED = Pattern.compile("\\{(\\d+)( [^}]*)\\}");

  /** One guest of the file. */
  record Guest(String name, String text, String expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Guest> guests() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(MeteredCodeTest.class.getResourceAsStream("metered.txt"))) {
      return Stream.of(new String(file.readAllBytes(), UTF_8).split("(?m)^# ", -1))
          .skip(1)
          .map(each -> each.split("\n", 3))
          .map(parts -> new Guest(parts[0], parts[1], parts[2].strip()));
    }
  }

  @ParameterizedTest
  @MethodSource("guests")
  void code_ofEachGuest_isAsItIsWrittenDown(Guest guest) throws ModuleException {
    assertEquals(guest.expected(), described(guest.text()));
  }

  private static String described(String text) throws ModuleException {
    String whole =
        REPEATED
            .matcher("(module " + text + ")")
            .replaceAll(each -> each.group(2).repeat(Integer.parseInt(each.group(1))));
    CheckedModule module = ModuleReader.read(Wat2Wasm.parse(whole), ModuleLimits.defaults());
    var metered = Parser.parse(Meter.apply(module).bytes());
    StringBuilder all = new StringBuilder("weights");
    Arrays.stream(StackWeights.of(module)).forEach(weight -> all.append(' ').append(weight));
    all.append(", types ").append(metered.typeSection().types().length).append('\n');
    Leaves leaves = Leaves.of(module);
    for (int i = 0; i < module.bodies().size(); i++) {
      all.append(plan(ChargePlan.of(module.bytes(), module.bodies().get(i), leaves)));
      all.append(code(metered.codeSection().getFunctionBody(i)));
    }
    return all.toString().strip();
  }

  private static String plan(ChargePlan plan) {
    String points =
        plan.points().stream()
            .map(point -> point.cost + (point.check ? "!" : "") + (point.quiet ? "q" : ""))
            .collect(Collectors.joining(" "));
    return points
        + (" total " + plan.total() + " calls " + plan.calls())
        + (plan.hasCallFreeLoops() ? " loops" : "")
        + (plan.isSized() ? " sized" : "")
        + (plan.leavesEarly() ? " early" : "");
  }

  private static String code(FunctionBody body) {
    String code =
        body.instructions().stream().map(MeteredCodeTest::shown).collect(Collectors.joining("; "))
            + ";";
    code = body.localTypes() + "\n  " + code;
    for (String[] abbreviation : ABBREVIATIONS) {
      code = code.replaceAll(abbreviation[0], abbreviation[1]);
    }
    return " " + code + "\n";
  }

  private static String shown(Instruction instruction) {
    return instruction.opcode().name().toLowerCase(Locale.ROOT)
        + Arrays.stream(instruction.operands())
            .mapToObj(operand -> " " + operand)
            .collect(Collectors.joining());
  }
}
