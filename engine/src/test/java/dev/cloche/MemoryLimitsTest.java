package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memories and tables stay within their limits, in every call (attacks L3, L4, L12). */
@Timeout(60)
class MemoryLimitsTest {

  private static final long PAGE = Limits.PAGE_BYTES;

  private static Limits memory(long bytes) {
    return Limits.builder().memoryBytes(bytes).build();
  }

  /** Exits with what growing by so many pages answers, plus 1. */
  private static Tool growsMemory(String declared, int pages) {
    return Guests.command(
        "(memory " + declared + ")",
        "(call $proc_exit (i32.add (i32.const 1) (memory.grow (i32.const " + pages + "))))");
  }

  private static int status(Outcome outcome) {
    return Guests.completed(outcome).exitStatus();
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l4_initialMemoryAboveTheLimit_isRefusedAtTheLimitRuns(Execution execution) {
    Tool tool = growsMemory("4", 0);
    Outcome.Refused refused = Guests.refused(Guests.run(execution, tool, memory(3 * PAGE)));
    assertTrue(
        refused.reason().contains("262144") && refused.reason().contains("196608"),
        refused.reason());
    assertEquals(5, status(Guests.run(execution, tool, memory(4 * PAGE))));
    Tool huge = growsMemory("32767", 0);
    Guests.refused(Guests.run(execution, huge, Limits.defaults()));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l3_growthAboveTheLimit_isRefusedWhateverTheModuleDeclares(Execution execution) {
    for (String declared : new String[] {"1", "1 65536", "1 10"}) {
      Outcome above = Guests.run(execution, growsMemory(declared, 10), memory(4 * PAGE));
      assertEquals(0, status(above), declared);
      assertEquals(1, above.usage().growthsRefused());
      assertEquals(PAGE, above.usage().memoryBytes());
      Outcome within = Guests.run(execution, growsMemory(declared, 3), memory(4 * PAGE));
      assertEquals(2, status(within), declared);
      assertEquals(0, within.usage().growthsRefused());
      assertEquals(4 * PAGE, within.usage().memoryBytes());
    }
    assertEquals(0, status(Guests.run(execution, growsMemory("1 2", 2), memory(4 * PAGE))));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l3_moreThanOneMemory_isRefused(Execution execution) {
    byte[] module = {0, 'a', 's', 'm', 1, 0, 0, 0, 5, 5, 2, 0, 1, 0, 1};
    Guests.refused(Guests.run(execution, Tool.of("two", module), Limits.defaults()));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void trap_afterARefusedGrowth_saysSo(Execution execution) {
    Tool tool = Guests.command("(drop (memory.grow (i32.const 60000))) unreachable");
    Outcome outcome = Guests.run(execution, tool, memory(4 * PAGE));
    Guests.trapped(TrapKind.UNREACHABLE, outcome);
    assertTrue(outcome.message().contains("262144"), outcome.message());
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l3_tableGrowth_isCappedAndStartsAnewInEachCall(Execution execution) {
    Tool tool =
        Guests.command(
            "(table $t 10 200 funcref)",
            """
            (if (i32.ne (table.grow $t (ref.null func) (i32.const 100)) (i32.const 10))
              (then (call $proc_exit (i32.const 1))))
            (if (i32.ne (table.grow $t (ref.null func) (i32.const 91)) (i32.const -1))
              (then (call $proc_exit (i32.const 2))))
            (call $proc_exit (table.size $t))
            """);
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession()) {
      for (int i = 0; i < 3; i++) {
        assertEquals(110, status(session.call(tool, Call.of())), "call " + i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void l3_growthOfManyTables_isCappedTogether(Execution execution) {
    StringBuilder tables = new StringBuilder();
    StringBuilder body = new StringBuilder("(local $sum i32)");
    for (int i = 0; i < 100; i++) {
      tables.append("(table $t%d 0 externref)".formatted(i));
      body.append(
          """
          (drop (table.grow $t%d (ref.null extern) (i32.const 300000)))
          (local.set $sum (i32.add (local.get $sum) (table.size $t%d)))
          """
              .formatted(i, i));
    }
    body.append("(call $proc_exit (local.get $sum))");
    Tool tool = Guests.command(tables.toString(), body.toString());
    assertEquals(900_000, status(Guests.run(execution, tool, Limits.defaults())));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void h6_droppedSegments_areBackInTheNextCall(Execution execution) {
    Tool tool =
        Guests.command(
            """
            (table $t 2 funcref) (func $f) (elem $e func $f $f) (data $d "ab")
            """,
            """
            (table.init $t $e (i32.const 0) (i32.const 0) (i32.const 2))
            (memory.init $d (i32.const 0) (i32.const 0) (i32.const 2))
            (elem.drop $e)
            (data.drop $d)
            """);
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession()) {
      for (int i = 0; i < 3; i++) {
        assertEquals(0, status(session.call(tool, Call.of())), "call " + i);
      }
    }
  }

  @Test
  void l12_callsThatDoNotFitTogether_areRefusedAndFitAgainAfterwards() {
    long most = Runtime.getRuntime().maxMemory() / 2 / PAGE * PAGE;
    Limits half = memory(Math.min(most, Limits.MAX_MEMORY_BYTES / PAGE * PAGE));
    Tool sleeper = Guests.SLEEP;
    try (Engine engine = Engine.create();
        Session session = engine.openSession(half)) {
      assertTrue(engine.prepare(sleeper).isEmpty());
      List<Running> calls = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        calls.add(session.start(sleeper, Call.of()));
      }
      int refused = 0;
      while (refused < 19) {
        Thread.onSpinWait();
        refused = (int) calls.stream().filter(Running::isDone).count();
      }
      calls.forEach(Running::cancel);
      for (Running call : calls) {
        if (call.await() instanceof Outcome.Refused refusal) {
          assertTrue(refusal.reason().contains("-Xmx"), refusal.reason());
        }
      }
      assertEquals(0, status(session.call(Guests.NOTHING, Call.of())));
    }
  }
}
