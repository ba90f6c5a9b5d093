package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Fuel, wall time and output end every guest (attacks L1, L2, L6 to L10, L15). */
@Timeout(60)
class LimitsTest {

  private static final Engine COMPILED = Guests.engine(Execution.COMPILED);
  private static final Engine INTERPRETED = Guests.engine(Execution.INTERPRETED);

  @AfterAll
  static void close() {
    COMPILED.close();
    INTERPRETED.close();
  }

  private static Outcome call(Execution execution, Tool tool, Limits limits) {
    Engine engine = execution == Execution.COMPILED ? COMPILED : INTERPRETED;
    try (Session session = engine.openSession(limits)) {
      return session.call(tool, Call.of());
    }
  }

  private static final Tool LOOP_IN_START_SECTION =
      Guests.module(
          """
          (module (func $init (loop $again (br $again))) (start $init)
            (func (export "_start")))
          """);

  private static final Tool LOOP_IN_TABLE =
      Guests.command(
          """
          (table 1 funcref) (elem (i32.const 0) $spin)
          (func $spin (loop $again (br_if $again (i32.const 1))))
          """,
          "(call_indirect (i32.const 0))");

  private static final Tool CALLS_FOR_EVER =
      Guests.command("(func $leaf)", "(loop $again (call $leaf) (br $again))");

  private static final Tool YIELDS_FOR_EVER =
      Guests.command("(loop $again (drop (call $sched_yield)) (br $again))");

  private static final Tool FILLS_FOR_EVER =
      Guests.command(
          "(memory 256)",
          """
          (loop $again
            (memory.fill (i32.const 0) (i32.const 1) (i32.const 16777216))
            (br $again))
          """);

  private static final Tool COPIES_FOR_EVER =
      Guests.command(
          "(memory 256)",
          """
          (loop $again
            (memory.copy (i32.const 1) (i32.const 0) (i32.const 16777215))
            (br $again))
          """);

  private static final Tool TABLE_FILLS_FOR_EVER =
      Guests.command(
          "(table $t 1000000 funcref)",
          """
          (loop $again
            (table.fill $t (i32.const 0) (ref.null func) (i32.const 1000000))
            (br $again))
          """);

  private static final Tool TABLE_COPIES_FOR_EVER =
      Guests.command(
          "(table $t 1000000 funcref)",
          """
          (loop $again
            (table.copy $t $t (i32.const 1) (i32.const 0) (i32.const 999999))
            (br $again))
          """);

  private static final Tool TABLE_GROWS_FOR_EVER =
      Guests.command(
          "(table $t 1000000 funcref)",
          """
          (loop $again
            (drop (table.grow $t (ref.null func) (i32.const 0)))
            (br $again))
          """);

  private static final Tool RANDOM_FOR_EVER =
      Guests.command(
          "(memory 256)",
          """
          (loop $again
            (drop (call $random_get (i32.const 0) (i32.const 16777216)))
            (br $again))
          """);

  static Stream<Arguments> endlessGuests() {
    return Stream.of(
            Arguments.of("L1 loop in _start", Guests.SPIN),
            Arguments.of("L1 loop behind a table", LOOP_IN_TABLE),
            Arguments.of("L1 loop of calls", CALLS_FOR_EVER),
            Arguments.of("L7 sched_yield", YIELDS_FOR_EVER),
            Arguments.of("L2 memory.fill", FILLS_FOR_EVER),
            Arguments.of("L2 memory.copy", COPIES_FOR_EVER),
            Arguments.of("L2 table.fill", TABLE_FILLS_FOR_EVER),
            Arguments.of("L2 table.copy", TABLE_COPIES_FOR_EVER),
            Arguments.of("L2 table.grow by nothing", TABLE_GROWS_FOR_EVER),
            Arguments.of("L7 random_get", RANDOM_FOR_EVER))
        .flatMap(
            guest ->
                Stream.of(Execution.COMPILED, Execution.INTERPRETED)
                    .map(how -> Arguments.of(guest.get()[0], guest.get()[1], how)));
  }

  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("endlessGuests")
  void l1l2l7_endlessGuest_endsByFuelWithABoundedAndEqualOvershoot(
      String name, Tool tool, Execution execution) {
    long limit = 100_000;
    Outcome.LimitExceeded first =
        Guests.exceeded(LimitKind.FUEL, call(execution, tool, Guests.fuel(limit)));
    assertEquals(limit, first.limit());
    assertEquals(first.used(), first.usage().fuel(), name);
    // What the most expensive single operation of these guests costs: 16 MiB / 8.
    assertTrue(first.used() > limit && first.used() - limit < (2 << 20) + 100, first.message());
    assertEquals(
        first.used(),
        Guests.exceeded(LimitKind.FUEL, call(other(execution), tool, Guests.fuel(limit))).used());
  }

  /** Alone, since it is prepared first, which interprets some ten million instructions a second. */
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  @Tag("one-jdk")
  void l1_loopInTheStartSection_endsByFuelAndByWall(Execution execution) {
    String name = "L1 loop in start section";
    l1l2l7_endlessGuest_endsByFuelWithABoundedAndEqualOvershoot(
        name, LOOP_IN_START_SECTION, execution);
    l1l2l7_endlessGuest_endsByWallSoon(name, LOOP_IN_START_SECTION, execution);
    Guests.exceeded(LimitKind.FUEL, call(execution, LOOP_IN_START_SECTION, Guests.fuel(0)));
  }

  private static Execution other(Execution execution) {
    return execution == Execution.COMPILED ? Execution.INTERPRETED : Execution.COMPILED;
  }

  /** Generous: the machine that runs this may be busy. Ten times the limit would be a hole. */
  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("endlessGuests")
  @Timeout(20)
  void l1l2l7_endlessGuest_endsByWallSoon(String name, Tool tool, Execution execution) {
    Outcome.LimitExceeded outcome =
        Guests.exceeded(LimitKind.WALL, call(execution, tool, Guests.wall(Duration.ofMillis(100))));
    assertEquals(100, outcome.limit());
    assertTrue(outcome.used() >= 100 && outcome.used() < 5_000, name + ": " + outcome.message());
    assertTrue(outcome.usage().fuel() > 0);
  }

  /** What takes long for its fuel, after fast code has made the engine look at the clock seldom. */
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  @Timeout(30)
  void l1_slowCallsAfterFastCode_endByWallSoon(Execution execution) {
    int fast = execution == Execution.COMPILED ? 20_000_000 : 100_000;
    for (int locals : new int[] {200, 15_000, 49_000}) {
      Tool tool =
          Guests.command(
              "(func $wide (local " + "i64 ".repeat(locals) + "))",
              """
              (local $i i32)
              (loop $fast
                (br_if $fast
                  (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const %d))))
              (loop $again (call $wide) (br $again))
              """
                  .formatted(fast));
      Limits limits = Guests.wall(Duration.ofMillis(300));
      Outcome.LimitExceeded outcome =
          Guests.exceeded(LimitKind.WALL, call(execution, tool, limits));
      assertTrue(outcome.used() < 5_000, locals + ": " + outcome.message());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l7_longestSleep_endsByWall(Execution execution) {
    Guests.exceeded(
        LimitKind.WALL, call(execution, Guests.SLEEP, Guests.wall(Duration.ofMillis(50))));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l8_floodOfOutput_endsWithExactlyTheLimitCaptured(Execution execution) {
    Tool flood =
        Guests.command("(loop $again (call $print (i32.const 0) (i32.const 1000)) (br $again))");
    Limits limits = Limits.builder().outputBytes(10_500).build();
    Outcome.LimitExceeded outcome =
        Guests.exceeded(LimitKind.OUTPUT, call(execution, flood, limits));
    assertEquals(10_500, outcome.stdout().size());
    assertEquals(10_500, outcome.usage().stdoutBytes());
    assertEquals(11_000, outcome.used());
    Tool exact = Guests.command("(call $print (i32.const 0) (i32.const 10500))");
    assertEquals(10_500, Guests.printed(call(execution, exact, limits)).length());
    Limits none = limits.toBuilder().outputBytes(0).build();
    assertEquals(1, Guests.exceeded(LimitKind.OUTPUT, call(execution, one(), none)).used());
  }

  private static Tool one() {
    return Guests.command("(call $print (i32.const 0) (i32.const 1))");
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l8_twoStreams_shareTheLimit(Execution execution) {
    Tool both =
        Guests.command(
            """
            (call $print (i32.const 0) (i32.const 60))
            (i32.store (i32.const 4) (i32.const 60))
            (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 16)))
            """);
    Limits limits = Limits.builder().outputBytes(100).build();
    Outcome.LimitExceeded outcome =
        Guests.exceeded(LimitKind.OUTPUT, call(execution, both, limits));
    assertEquals(60, outcome.stdout().size());
    assertEquals(40, outcome.stderr().size());
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l9_fuelThatJustSuffices_completesAndOneLessEnds(Execution execution) {
    Tool[] tools = {
      one(),
      Guests.command("(loop $again (br_if $again (i32.const 0)))"),
      Guests.command("(func $f) (func $g (call $f) (call $f))", "(call $g)"),
      Guests.command("(memory.fill (i32.const 0) (i32.const 0) (i32.const 65536))"),
      Guests.command("(drop (call $sched_yield)) (call $proc_exit (i32.const 0))"),
    };
    for (Tool tool : tools) {
      Limits plenty = Guests.fuel(1_000_000);
      long cost = Guests.completed(call(execution, tool, plenty)).usage().fuel();
      Outcome exact = call(execution, tool, Guests.fuel(cost));
      assertEquals(cost, Guests.completed(exact).usage().fuel());
      Outcome.LimitExceeded less =
          Guests.exceeded(LimitKind.FUEL, call(execution, tool, Guests.fuel(cost - 1)));
      assertTrue(less.used() >= cost, less.message());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l9_exhaustionInAHostCall_endsBeforeTheCallDoesAnything(Execution execution) {
    long before = Guests.completed(call(execution, one(), Guests.fuel(1000))).usage().fuel();
    Outcome.LimitExceeded outcome =
        Guests.exceeded(LimitKind.FUEL, call(execution, one(), Guests.fuel(before - 50)));
    assertEquals(0, outcome.stdout().size());
    assertEquals(1, outcome.usage().hostCalls());
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l9_noFuel_endsWhatWantsAny(Execution execution) {
    Guests.exceeded(LimitKind.FUEL, call(execution, one(), Guests.fuel(0)));
    assertEquals(0, Guests.completed(call(execution, Guests.NOTHING, Guests.fuel(0))).exitStatus());
  }

  @Test
  void l10_handlersThatMightSwallowTheEnd_areRefused() {
    // wabt's text parser has neither proposal on: (try (do) (catch_all)), and try_table.
    byte[][] bodies = {{0x06, 0x40, 0x19, 0x0B, 0x0B}, {0x1F, 0x40, 0x01, 0x02, 0x00, 0x0B, 0x0B}};
    for (byte[] body : bodies) {
      Outcome outcome = call(Execution.COMPILED, oneFunction(body), Guests.fuel(1000));
      assertTrue(Guests.refused(outcome).reason().contains("exception"), outcome.message());
    }
    Outcome control = call(Execution.COMPILED, oneFunction(new byte[] {0x0B}), Guests.fuel(1000));
    assertEquals(0, Guests.completed(control).exitStatus());
  }

  private static Tool oneFunction(byte[] code) {
    byte[] head = {
      0,
      'a',
      's',
      'm',
      1,
      0,
      0,
      0,
      1,
      4,
      1,
      0x60,
      0,
      0,
      3,
      2,
      1,
      0,
      7,
      10,
      1,
      6,
      '_',
      's',
      't',
      'a',
      'r',
      't',
      0,
      0,
      10,
      (byte) (code.length + 3),
      1,
      (byte) (code.length + 1),
      0
    };
    byte[] module = java.util.Arrays.copyOf(head, head.length + code.length);
    System.arraycopy(code, 0, module, head.length, code.length);
    return Tool.of("hand made", module);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l15_limits_holdForEveryCallOfASession(Execution execution) {
    Engine engine = execution == Execution.COMPILED ? COMPILED : INTERPRETED;
    try (Session session = engine.openSession(Guests.fuel(10_000))) {
      long used = Guests.exceeded(LimitKind.FUEL, session.call(Guests.SPIN, Call.of())).used();
      Call own = Call.builder().limits(Guests.fuel(20_000)).build();
      assertEquals(20_000, Guests.exceeded(LimitKind.FUEL, session.call(Guests.SPIN, own)).limit());
      assertEquals(
          used, Guests.exceeded(LimitKind.FUEL, session.call(Guests.SPIN, Call.of())).used());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void l6_endlessRecursion_isATrapAtTheSameDepthEachTime(Execution execution) {
    Tool direct = Guests.command("(func $f (call $f))", "(call $f)");
    Tool mutual = Guests.command("(func $f (call $g)) (func $g (call $f))", "(call $f)");
    Tool indirect =
        Guests.command(
            "(table 1 funcref) (elem (i32.const 0) $f) (func $f (call_indirect (i32.const 0)))",
            "(call $f)");
    for (Tool tool : new Tool[] {direct, mutual, indirect}) {
      Limits limits = Guests.fuel(1_000_000_000);
      Outcome first = call(execution, tool, limits);
      Guests.trapped(TrapKind.CALL_STACK_EXHAUSTED, first);
      Outcome second = call(other(execution), tool, limits);
      assertEquals(first.usage().fuel(), second.usage().fuel());
      assertNotEquals(0, first.usage().fuel());
      assertEquals(0, Guests.completed(call(execution, Guests.NOTHING, limits)).exitStatus());
    }
  }
}
