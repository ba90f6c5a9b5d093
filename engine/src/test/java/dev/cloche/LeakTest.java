package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.run.JvmMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many calls leave nothing behind. */
@Timeout(120)
class LeakTest {

  private static final long MIB = 1 << 20;

  /** A thread that ended its call waits some seconds for another, so a few are about. */
  private static final int IDLE_THREADS = 16;

  private record Footprint(long heap, long metaspace, int threads) {

    /** Measures after collections: the smallest heap of a few. */
    static Footprint now() throws InterruptedException {
      return new Footprint(
          JvmMemory.heapAfterCollections(), JvmMemory.metaspaceUsed(), guestThreads());
    }

    private static int guestThreads() {
      return (int)
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("cloche-guest"))
              .count();
    }

    void assertNotAbove(Footprint before, long heapMib, long metaspaceMib) {
      String both = before + " -> " + this;
      assertTrue(heap - before.heap < heapMib * MIB, both);
      assertTrue(metaspace - before.metaspace < metaspaceMib * MIB, both);
      assertTrue(threads <= IDLE_THREADS, both);
    }
  }

  private static void calls(Session session, int count) {
    Tool traps =
        Guests.command("(memory.fill (i32.const 0) (i32.const 1) (i32.const 9)) unreachable");
    for (int i = 0; i < count; i++) {
      Call call = Call.builder().stdin("some input").build();
      assertEquals("some input", Guests.printed(session.call(Guests.CAT, call)));
      if (i % 10 == 0) {
        Guests.trapped(TrapKind.UNREACHABLE, session.call(traps, Call.of()));
      }
    }
  }

  @Test
  void thousandCalls_ofOneTool_leaveHeapMetaspaceAndThreadsFlat() throws Exception {
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      calls(session, 100);
      Footprint before = Footprint.now();
      calls(session, 1000);
      Footprint.now().assertNotAbove(before, 8, 1);
    }
  }

  private static void differentTools(Session session, int from, int count) {
    for (int i = from; i < from + count; i++) {
      Tool tool = Guests.command("(call $proc_exit (i32.const " + i + "))");
      assertEquals(i, Guests.completed(session.call(tool, Call.of())).exitStatus());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Execution.class,
      names = {"COMPILED", "TIERED"})
  void manyTools_moreThanArePrepared_areUnloaded(Execution execution) throws Exception {
    try (Engine engine = Engine.builder().execution(execution).preparedTools(4).build();
        Session session = engine.openSession()) {
      differentTools(session, 0, 20);
      Footprint before = Footprint.now();
      differentTools(session, 1000, 200);
      // The classes of one tool take above 100 KiB: were they kept, these would take 20 MiB.
      Footprint.now().assertNotAbove(before, 8, 8);
    }
  }

  @Test
  void sessionsAndEngines_closed_areCollected() throws Exception {
    differentSessions(3);
    Footprint before = Footprint.now();
    differentSessions(30);
    Footprint.now().assertNotAbove(before, 8, 2);
  }

  private static void differentSessions(int count) {
    for (int i = 0; i < count; i++) {
      try (Engine engine = Engine.create();
          Session session = engine.openSession()) {
        session.workspace().writeFile("/big", new byte[1 << 20]);
        assertEquals(0, Guests.completed(session.call(Guests.NOTHING, Call.of())).exitStatus());
      }
    }
  }
}
