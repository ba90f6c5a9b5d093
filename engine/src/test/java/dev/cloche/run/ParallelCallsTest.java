package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers of one engine, each with sessions of its own, and all with one. */
@Timeout(120)
class ParallelCallsTest {

  private static final int CALLERS = 8;
  private static final int CALLS = 40;

  /** So little memory that all callers fit into the heap together. */
  private static final Limits LIMITS = Limits.builder().memoryBytes(16L << 20).build();

  /** Exits with the sum of the bytes of its arguments, names' NULs included, modulo 126. */
  private static final Tool SUM =
      Tool.of(
          "sum",
          Wat.wasm(
              """
              (module
                (import "wasi_snapshot_preview1" "args_get"
                  (func $args_get (param i32 i32) (result i32)))
                (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
                (memory 2)
                (func (export "_start") (local $at i32) (local $sum i32)
                  (drop (call $args_get (i32.const 0) (i32.const 1024)))
                  (local.set $at (i32.const 1024))
                  (loop $next
                    (local.set $sum
                      (i32.add (local.get $sum) (i32.load8_u (local.get $at))))
                    (local.set $at (i32.add (local.get $at) (i32.const 1)))
                    (br_if $next (i32.lt_u (local.get $at) (i32.const 65536))))
                  (memory.fill (i32.const 0) (i32.const 0xFF) (i32.const 131072))
                  (call $proc_exit (i32.rem_u (local.get $sum) (i32.const 126)))))
              """));

  private static int expected(String argument) {
    int sum = 0;
    for (char c : ("sum" + argument).toCharArray()) {
      sum += c;
    }
    return sum % 126;
  }

  private static void callMany(Session session, int caller) {
    long fuel = -1;
    for (int i = 0; i < CALLS; i++) {
      String argument = "%03d-%03d".formatted(caller, i);
      Outcome outcome = session.call(SUM, Call.of(argument));
      assertEquals(
          expected(argument),
          assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus());
      assertTrue(fuel < 0 || fuel == outcome.usage().fuel(), "fuel differs");
      fuel = outcome.usage().fuel();
    }
  }

  /** Runs all callers at once, and passes on what one of them throws. */
  private static void together(IntConsumer caller) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int number = i;
        all.add(threads.submit(() -> caller.accept(number)));
      }
      for (Future<?> one : all) {
        assertEquals(null, one.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void calls_ofManySessions_endRightAndGiveBackTheirReservations() throws Exception {
    Engine engine = Engine.builder().execution(Execution.COMPILED).build();
    try (engine) {
      together(
          caller -> {
            try (Session session = engine.openSession(LIMITS)) {
              callMany(session, caller);
            }
          });
      assertEquals(0, ((EngineCore) engine).admission().reserved());
    }
  }

  @Test
  void calls_ofOneSession_endRight() throws Exception {
    try (Engine engine = Engine.builder().execution(Execution.COMPILED).build();
        Session session = engine.openSession(LIMITS)) {
      together(caller -> callMany(session, caller));
      assertEquals(0, ((EngineCore) engine).admission().reserved());
    }
  }

  @Test
  void close_whileOthersCall_endsEachCallOrRefusesIt() throws Exception {
    for (int round = 0; round < 10; round++) {
      try (Engine engine = Engine.create()) {
        Session session = engine.openSession(LIMITS);
        together(
            caller -> {
              if (caller == 0) {
                session.close();
                return;
              }
              try {
                Outcome outcome = session.call(SUM, Call.of("x"));
                assertTrue(
                    outcome instanceof Outcome.Completed || outcome instanceof Outcome.Cancelled,
                    outcome.message());
              } catch (IllegalStateException closed) {
                assertTrue(closed.getMessage().contains("closed"));
              }
            });
        assertEquals(0, ((EngineCore) engine).admission().reserved());
      }
    }
  }

  @Test
  void admission_manyAtOnce_neverExceedsItsCapacity() throws Exception {
    Admission admission = new Admission(3);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger admitted = new AtomicInteger();
    together(
        caller -> {
          for (int i = 0; i < 20_000; i++) {
            try {
              admission.admit(1);
            } catch (RefusedException full) {
              continue;
            }
            assertTrue(inside.incrementAndGet() <= 3, "above capacity");
            admitted.incrementAndGet();
            inside.decrementAndGet();
            admission.release(1);
          }
        });
    assertEquals(0, admission.reserved());
    assertTrue(admitted.get() > 0);
  }
}
