package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that WebAssembly answers with a trap is that trap, in both executions. */
@Timeout(60)
class TrapTest {

  private static final Engine COMPILED = Guests.engine(Execution.COMPILED);
  private static final Engine INTERPRETED = Guests.engine(Execution.INTERPRETED);

  @AfterAll
  static void close() {
    COMPILED.close();
    INTERPRETED.close();
  }

  private static Outcome call(Execution execution, Tool tool) {
    Engine engine = execution == Execution.COMPILED ? COMPILED : INTERPRETED;
    try (Session session = engine.openSession(Guests.fuel(10_000_000_000L))) {
      return session.call(tool, Call.of());
    }
  }

  /** One function {@code f}, a table of 2 with one entry, segments of 2, and a data segment. */
  private static final String FIELDS =
      """
      (type $none (func)) (type $other (func (param i64)))
      (table $t 2 funcref) (table $u 2 externref)
      (elem (table $t) (i32.const 0) func $f)
      (elem $passive func $f $f)
      (data $d "abcd")
      (func $f)
      """;

  private record Row(TrapKind kind, List<String> bodies) {
    Row(TrapKind kind, String... bodies) {
      this(kind, List.of(bodies));
    }
  }

  private static final String[] BAD_OPERANDS = {
    // Destination, source, length: each out of bounds alone, and with sums that wrap.
    "3 0 0",
    "0 0 3",
    "2 0 1",
    "1 0 2",
    "0x7fffffff 0 1",
    "0x7fffffff 0 0x7fffffff",
    "0 0 0x7fffffff",
    "1 0 0x7fffffff",
    "0 0 0xffffffff",
    "1 0 0xffffffff",
    "2 0 0xffffffff",
    "0xffffffff 0 1",
    "0xffffffff 0 2",
    "0x80000000 0 0x80000000",
    "0 0 0x80000000",
  };

  private static final String[] BAD_SOURCES = {
    "0 3 0",
    "0 2 1",
    "0 1 2",
    "0 0x7fffffff 1",
    "0 0x7fffffff 0x7fffffff",
    "0 0xffffffff 1",
    "0 0xffffffff 2",
    "0 1 0xffffffff",
    "0 0x80000000 0x80000000",
  };

  private static String[] table(String instruction, String[] rows) {
    return Stream.of(rows)
        .map(row -> "(%s %s)".formatted(instruction, constants(row.split(" "))))
        .toArray(String[]::new);
  }

  private static String[] tableFill(String table, String null_) {
    return Stream.of(BAD_OPERANDS)
        .map(row -> row.split(" "))
        .map(
            row ->
                "(table.fill %s %s %s %s)"
                    .formatted(table, constants(row[0]), null_, constants(row[2])))
        .toArray(String[]::new);
  }

  private static String constants(String... numbers) {
    return Stream.of(numbers).map("(i32.const %s)"::formatted).collect(Collectors.joining(" "));
  }

  private static final Row[] ROWS = {
    new Row(TrapKind.UNREACHABLE, "unreachable"),
    new Row(
        TrapKind.INTEGER_DIVIDE_BY_ZERO,
        "(drop (i32.div_s (i32.const 1) (i32.const 0)))",
        "(drop (i32.div_u (i32.const 1) (i32.const 0)))",
        "(drop (i32.rem_s (i32.const 1) (i32.const 0)))",
        "(drop (i32.rem_u (i32.const 1) (i32.const 0)))",
        "(drop (i64.div_s (i64.const 1) (i64.const 0)))",
        "(drop (i64.div_u (i64.const 1) (i64.const 0)))",
        "(drop (i64.rem_s (i64.const 1) (i64.const 0)))",
        "(drop (i64.rem_u (i64.const 1) (i64.const 0)))"),
    new Row(
        TrapKind.INTEGER_OVERFLOW,
        "(drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))",
        "(drop (i64.div_s (i64.const 0x8000000000000000) (i64.const -1)))",
        "(drop (i32.trunc_f32_s (f32.const 2147483648)))",
        "(drop (i32.trunc_f64_u (f64.const -1)))",
        "(drop (i64.trunc_f64_s (f64.const 1e30)))",
        "(drop (i64.trunc_f32_u (f32.const inf)))"),
    new Row(
        TrapKind.INVALID_CONVERSION,
        "(drop (i32.trunc_f32_s (f32.const nan)))",
        "(drop (i32.trunc_f64_u (f64.const nan)))",
        "(drop (i64.trunc_f64_s (f64.const nan)))"),
    new Row(
        TrapKind.OUT_OF_BOUNDS_MEMORY,
        "(drop (i32.load (i32.const 65533)))",
        "(drop (i32.load8_u offset=0xffffffff (i32.const 0xffffffff)))",
        "(drop (i64.load (i32.const -1)))",
        "(i32.store (i32.const 0x7fffffff) (i32.const 1))",
        "(i32.store8 offset=0xffffffff (i32.const 1) (i32.const 1))",
        "(memory.fill (i32.const 65536) (i32.const 0) (i32.const 1))",
        "(memory.fill (i32.const 65530) (i32.const 0) (i32.const 0x7fffffff))",
        "(memory.fill (i32.const 1) (i32.const 0) (i32.const 0xffffffff))",
        "(memory.fill (i32.const 0xffffffff) (i32.const 0) (i32.const 2))",
        "(memory.copy (i32.const 0) (i32.const 65530) (i32.const 0x7fffffff))",
        "(memory.copy (i32.const 0x7fffffff) (i32.const 0) (i32.const 0x7fffffff))",
        "(memory.copy (i32.const 0) (i32.const 1) (i32.const 0xffffffff))",
        "(memory.copy (i32.const 65537) (i32.const 0) (i32.const 0))",
        "(memory.init $d (i32.const 0) (i32.const 3) (i32.const 2))",
        "(memory.init $d (i32.const 0) (i32.const 0x7fffffff) (i32.const 0x7fffffff))",
        "(memory.init $d (i32.const 0xffffffff) (i32.const 0) (i32.const 1))",
        "(memory.init $d (i32.const 0) (i32.const 1) (i32.const 0xffffffff))",
        "(data.drop $d) (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))"),
    new Row(
        TrapKind.OUT_OF_BOUNDS_TABLE,
        "(drop (table.get $t (i32.const 2)))",
        "(drop (table.get $t (i32.const 0x7fffffff)))",
        "(drop (table.get $u (i32.const -1)))",
        "(table.set $t (i32.const 2) (ref.null func))",
        "(table.set $t (i32.const -1) (ref.func $f))",
        "(table.set $u (i32.const 0x80000000) (ref.null extern))",
        "(elem.drop $passive) "
            + "(table.init $t $passive (i32.const 0) (i32.const 0) (i32.const 1))"),
    new Row(TrapKind.OUT_OF_BOUNDS_TABLE, tableFill("$t", "(ref.null func)")),
    new Row(TrapKind.OUT_OF_BOUNDS_TABLE, tableFill("$u", "(ref.null extern)")),
    new Row(TrapKind.OUT_OF_BOUNDS_TABLE, table("table.init $t $passive", BAD_OPERANDS)),
    new Row(TrapKind.OUT_OF_BOUNDS_TABLE, table("table.init $t $passive", BAD_SOURCES)),
    new Row(TrapKind.OUT_OF_BOUNDS_TABLE, table("table.copy $t $t", BAD_OPERANDS)),
    new Row(TrapKind.OUT_OF_BOUNDS_TABLE, table("table.copy $t $t", BAD_SOURCES)),
    new Row(
        TrapKind.UNDEFINED_ELEMENT,
        "(call_indirect $t (type $none) (i32.const 2))",
        "(call_indirect $t (type $none) (i32.const -1))",
        "(call_indirect $t (type $none) (i32.const 0x7fffffff))"),
    new Row(TrapKind.UNINITIALIZED_ELEMENT, "(call_indirect $t (type $none) (i32.const 1))"),
    new Row(
        TrapKind.INDIRECT_CALL_TYPE_MISMATCH,
        "(call_indirect $t (type $other) (i64.const 1) (i32.const 0))"),
    new Row(TrapKind.CALL_STACK_EXHAUSTED, "(call $start)"),
  };

  static Stream<Arguments> traps() {
    return Stream.of(Execution.COMPILED, Execution.INTERPRETED)
        .flatMap(
            execution ->
                Stream.of(ROWS)
                    .flatMap(row -> row.bodies().stream().map(body -> new Object[] {row, body}))
                    .map(pair -> Arguments.of(((Row) pair[0]).kind(), pair[1], execution)));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("traps")
  void l14_instructionThatTraps_isTrappedWithItsKind(
      TrapKind kind, String body, Execution execution) {
    Outcome.Trapped trap = Guests.trapped(kind, call(execution, Guests.command(FIELDS, body)));
    assertTrue(trap.detail().startsWith(kind.text()), trap.detail());
  }

  /** The control: the same instructions, in bounds to the last entry, do not trap. */
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l14_instructionsJustInBounds_complete(Execution execution) {
    Tool tool =
        Guests.command(
            FIELDS,
            """
            (drop (i32.load (i32.const 65532)))
            (memory.fill (i32.const 65536) (i32.const 0) (i32.const 0))
            (memory.copy (i32.const 0) (i32.const 1) (i32.const 65535))
            (memory.init $d (i32.const 65532) (i32.const 0) (i32.const 4))
            (table.fill $t (i32.const 2) (ref.null func) (i32.const 0))
            (table.fill $u (i32.const 0) (ref.null extern) (i32.const 2))
            (table.copy $t $t (i32.const 1) (i32.const 0) (i32.const 1))
            (table.init $t $passive (i32.const 0) (i32.const 0) (i32.const 2))
            (table.init $t $passive (i32.const 2) (i32.const 2) (i32.const 0))
            (call_indirect $t (type $none) (i32.const 1))
            """);
    assertEquals(0, Guests.completed(call(execution, tool)).exitStatus());
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void instantiation_activeSegmentOutOfBounds_isTrapped(Execution execution) {
    for (String offset : new String[] {"65533", "65536", "0x7fffffff", "-1", "0x80000000"}) {
      Tool data = Guests.command("(data (i32.const " + offset + ") \"abcd\")", "nop");
      Guests.trapped(TrapKind.OUT_OF_BOUNDS_MEMORY, call(execution, data));
    }
    for (String offset : new String[] {"1", "2", "0x7fffffff", "-1", "0x80000000"}) {
      Tool element =
          Guests.command(
              "(table 2 funcref) (func $f) (elem (i32.const " + offset + ") $f $f)", "nop");
      Guests.trapped(TrapKind.OUT_OF_BOUNDS_TABLE, call(execution, element));
    }
    Tool fits =
        Guests.command(
            "(table 2 funcref) (func $f) (elem (i32.const 0) $f $f)"
                + "(data (i32.const 65532) \"abcd\")",
            "nop");
    assertEquals(0, Guests.completed(call(execution, fits)).exitStatus());
  }

  @Test
  void backtrace_namedFunctions_areNamedInnermostFirst() {
    byte[] names = {
      0,
      32,
      4,
      'n',
      'a',
      'm',
      'e',
      1,
      25,
      2,
      0,
      5,
      'i',
      'n',
      'n',
      'e',
      'r',
      1,
      15,
      'o',
      27,
      '[',
      '3',
      '1',
      'm',
      (byte) 0xE2,
      (byte) 0x80,
      (byte) 0xAE,
      '\n',
      'x',
      'x',
      'x',
      'x',
      'x'
    };
    Tool tool =
        Guests.command("(func $inner unreachable) (func $outer (call $inner))", "(call $outer)");
    Tool named = Tool.of("named", concat(tool.bytes(), names));
    Outcome.Trapped trap = Guests.trapped(TrapKind.UNREACHABLE, call(Execution.COMPILED, named));
    assertEquals(
        List.of(
            new GuestFrame(0, "inner"),
            new GuestFrame(1, "o\\u001b[31m\\u202e\\u000axxxxx"),
            new GuestFrame(2, "func[2]")),
        trap.backtrace());
  }

  @Test
  void backtrace_exhaustedStack_showsTheInnermostFrames() {
    Tool tool = Guests.command("(func $a (call $b)) (func $b (call $a))", "(call $a)");
    Outcome.Trapped trap =
        Guests.trapped(TrapKind.CALL_STACK_EXHAUSTED, call(Execution.COMPILED, tool));
    assertEquals(50, trap.backtrace().size());
    assertEquals(
        1, Math.abs(trap.backtrace().get(0).function() - trap.backtrace().get(1).function()));
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static final String LONG_LOOP =
      """
      (local $i i32)
      (loop $again
        (br_if $again
          (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const %d))))
      %s
      """;

  static Stream<Arguments> lateTraps() {
    return Stream.of(
        Arguments.of(
            "leaf", "", LONG_LOOP.formatted(3_000_000, "(drop (i32.load (i32.const -1)))")),
        Arguments.of(
            "after calls",
            "(func $f (param i32) (result i32) (block (result i32) (local.get 0)))",
            LONG_LOOP.formatted(
                3_000_000, "(drop (i32.div_s (i32.const 1) (call $f (i32.const 0))))")),
        Arguments.of(
            "in a callee",
            "(func $f (block (drop (i32.load (i32.const -1)))))",
            LONG_LOOP.formatted(3_000_000, "(call $f)")),
        Arguments.of(
            "leaf that its caller pays for",
            "(func $f (drop (i32.load (i32.const -1))))",
            LONG_LOOP.formatted(3_000_000, "(call $f)")),
        Arguments.of(
            "host call, then leaf",
            "",
            LONG_LOOP.formatted(
                3_000_000, "(drop (call $sched_yield)) (drop (i32.load (i32.const -1)))")),
        Arguments.of("unreachable", "", LONG_LOOP.formatted(3_000_000, "unreachable")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lateTraps")
  @Tag("one-jdk") // long loops: the second run has no compiler that makes them short
  void l9_trapAfterManySlices_reportsTheSameFuelEachTime(String where, String fields, String body) {
    Tool tool = Guests.command(fields, body);
    List<Long> fuel = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      fuel.add(call(Execution.COMPILED, tool).usage().fuel());
    }
    Outcome interpreted = call(Execution.INTERPRETED, tool);
    assertFalse(interpreted instanceof Outcome.Completed, interpreted.message());
    fuel.add(interpreted.usage().fuel());
    assertEquals(1, fuel.stream().distinct().count(), where + ": " + fuel);
    if (!where.startsWith("leaf")) {
      assertTrue(fuel.get(0) > 20_000_000, where + ": " + fuel);
    }
  }
}
