package dev.cloche;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many calls: what they share (the workspace) and what they do not (all else). */
@Timeout(60)
class SessionTest {

  /** Eight of these fit into any heap at once. */
  private static final Limits SMALL = Limits.builder().memoryBytes(16L << 20).build();

  private static final int BADF = 8;

  /** After the standard streams and the root. */
  private static final int FIRST_FREE = 4;

  /** Exits with what a global, memory, and a table's size come to after adding to each. */
  private static final Tool COUNTER =
      Guests.command(
          """
          (global $g (mut i32) (i32.const 0))
          (table $t 0 funcref)
          """,
          """
          (global.set $g (i32.add (global.get $g) (i32.const 1)))
          (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 10)))
          (drop (table.grow $t (ref.null func) (i32.const 100)))
          (drop (memory.grow (i32.const 1)))
          (call $proc_exit
            (i32.add
              (i32.add (global.get $g) (i32.load (i32.const 8)))
              (i32.add (table.size $t) (i32.mul (i32.const 1000) (memory.size)))))
          """);

  /** Opens {@code f} with these creation flags and rights, or exits with the errno plus 100. */
  private static String open(int flags, long rights) {
    return """
        (i32.store8 (i32.const 0) (i32.const 102))
        (if (call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 1)
              (i32.const %d) (i64.const %d) (i64.const 0) (i32.const 0) (i32.const 8))
          (then (call $proc_exit (i32.const 144))))
        """
        .formatted(flags, rights);
  }

  private static final Tool WRITE =
      Guests.command(
          open(1, 64)
              + """
              (i32.store (i32.const 16) (i32.const 0))
              (i32.store (i32.const 20) (i32.const 1))
              (drop (call $fd_write
                (i32.load (i32.const 8)) (i32.const 16) (i32.const 1) (i32.const 32)))
              """);

  private static final Tool READ =
      Guests.command(
          open(0, 2)
              + """
              (i32.store (i32.const 16) (i32.const 100))
              (i32.store (i32.const 20) (i32.const 10))
              (drop (call $fd_read
                (i32.load (i32.const 8)) (i32.const 16) (i32.const 1) (i32.const 32)))
              (call $print (i32.const 100) (i32.load (i32.const 32)))
              """);

  @ParameterizedTest
  @EnumSource(Execution.class)
  void h6_stateOfAnInstance_isGoneInTheNextCall(Execution execution) {
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession()) {
      for (int i = 0; i < 5; i++) {
        assertEquals(
            2111, Guests.completed(session.call(COUNTER, Call.of())).exitStatus(), "call " + i);
      }
    }
  }

  @Test
  void h6_fileOfOneCall_isSeenByTheNextOfThisSessionOnly() {
    try (Engine engine = Engine.create();
        Session session = engine.openSession();
        Session other = engine.openSession()) {
      assertEquals(144, Guests.completed(session.call(READ, Call.of())).exitStatus());
      assertEquals(0, Guests.completed(session.call(WRITE, Call.of())).exitStatus());
      assertEquals("f", Guests.printed(session.call(READ, Call.of())));
      assertArrayEquals(new byte[] {'f'}, session.workspace().readFile("/f"));
      assertEquals(144, Guests.completed(other.call(READ, Call.of())).exitStatus());
      assertFalse(other.workspace().exists("/f"));
    }
  }

  /**
   * A guest leaves its file open and says which number it had; the number is nothing in a call of
   * another session, nor in the next of its own, and the path is another file in each.
   */
  @Test
  void f17_descriptorAndPathOfOneSession_areNothingInAnother() {
    Tool leaving = Guests.command(open(1, 64) + writeTo("(i32.load (i32.const 8))") + exit("8"));
    Tool trying =
        Guests.command(
            "(i32.store (i32.const 8) (i32.const %d))".formatted(FIRST_FREE)
                + writeTo("(i32.load (i32.const 8))")
                + exit("24"));
    try (Engine engine = Engine.create();
        Session session = engine.openSession();
        Session other = engine.openSession()) {
      other.workspace().writeFile("/f", new byte[] {'o'});
      assertEquals(FIRST_FREE, Guests.completed(session.call(leaving, Call.of())).exitStatus());
      assertArrayEquals(new byte[] {'f'}, session.workspace().readFile("/f"));

      assertEquals(BADF, Guests.completed(other.call(trying, Call.of())).exitStatus());
      assertEquals(BADF, Guests.completed(session.call(trying, Call.of())).exitStatus());
      assertArrayEquals(new byte[] {'o'}, other.workspace().readFile("/f"));
      assertArrayEquals(new byte[] {'f'}, session.workspace().readFile("/f"));
    }
  }

  /** Writes the name to a descriptor, and keeps the errno at 24. */
  private static String writeTo(String descriptor) {
    return """
        (i32.store8 (i32.const 0) (i32.const 102))
        (i32.store (i32.const 16) (i32.const 0))
        (i32.store (i32.const 20) (i32.const 1))
        (i32.store (i32.const 24)
          (call $fd_write %s (i32.const 16) (i32.const 1) (i32.const 32)))
        """
        .formatted(descriptor);
  }

  private static String exit(String address) {
    return "(call $proc_exit (i32.load (i32.const %s)))".formatted(address);
  }

  @Test
  void calls_from8Threads_doNotMeet() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (Engine engine = Engine.create();
        Session shared = engine.openSession(SMALL)) {
      List<Future<String>> results = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        String text = "call " + i;
        results.add(
            threads.submit(
                () -> {
                  assertEquals(
                      2111, Guests.completed(shared.call(COUNTER, Call.of())).exitStatus());
                  Call call = Call.builder().stdin(text).build();
                  return Guests.printed(shared.call(Guests.CAT, call));
                }));
      }
      for (int i = 0; i < 80; i++) {
        assertEquals("call " + i, results.get(i).get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void start_closedSessionOrEngine_isIllegalState() {
    Engine engine = Engine.create();
    Session closed = engine.openSession();
    closed.close();
    assertThrows(IllegalStateException.class, () -> closed.call(Guests.NOTHING, Call.of()));
    assertThrows(IllegalStateException.class, () -> closed.start(Guests.NOTHING, Call.of()));
    Session open = engine.openSession();
    Guests.completed(open.call(Guests.NOTHING, Call.of()));
    engine.close();
    assertThrows(IllegalStateException.class, () -> open.call(Guests.NOTHING, Call.of()));
    assertThrows(IllegalStateException.class, engine::openSession);
    assertThrows(IllegalStateException.class, () -> engine.prepare(Guests.NOTHING));
    engine.close();
    open.close();
  }

  @Test
  void close_sessionOrEngine_cancelsWhatRuns() {
    Limits endless = Guests.fuel(Limits.MAX_FUEL);
    try (Engine engine = Engine.create()) {
      Session session = engine.openSession(endless);
      Running spinning = session.start(Guests.SPIN, Call.of());
      Running sleeping = session.start(Guests.SLEEP, Call.of());
      session.close();
      assertTrue(spinning.isDone() && sleeping.isDone());
      assertInstanceOf(Outcome.Cancelled.class, spinning.await());
      assertInstanceOf(Outcome.Cancelled.class, sleeping.await());
    }
    Engine engine = Engine.create();
    Running spinning = engine.openSession(endless).start(Guests.SPIN, Call.of());
    engine.close();
    assertInstanceOf(Outcome.Cancelled.class, spinning.await());
  }

  @Test
  void preparedTools_moreThanKept_areMadeAnewWithTheSameResult() {
    try (Engine engine = Engine.builder().preparedTools(1).build();
        Session session = engine.openSession()) {
      for (int i = 0; i < 3; i++) {
        for (int status = 0; status < 3; status++) {
          Tool tool = Guests.command("(call $proc_exit (i32.const " + status + "))");
          assertEquals(status, Guests.completed(session.call(tool, Call.of())).exitStatus());
        }
      }
    }
  }

  @Test
  void prepare_anyTool_answersAsACallWould() {
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      assertEquals(Optional.empty(), engine.prepare(Guests.NOTHING));
      Tool bad = Tool.of("bad", new byte[] {1, 2, 3});
      assertEquals(
          Guests.refused(session.call(bad, Call.of())).reason(), engine.prepare(bad).orElseThrow());
    }
  }

  @Test
  void f21_policyInsideTheWorkspace_isNotTheOneEnforced() {
    Limits limits = SMALL.toBuilder().fuel(10_000).build();
    Tool endless = Guests.command("", "(loop $again (br $again))");
    try (Engine engine = Engine.create();
        Session session = engine.openSession(limits)) {
      for (String name : List.of("/policy.yaml", "/cloche.yaml", "/.cloche/policy.yaml")) {
        session.workspace().writeFile(name, "version: 1\nlimits: { fuel: 900G }\n".getBytes(UTF_8));
      }
      Outcome outcome = session.call(endless, Call.of());
      assertEquals(10_000, ((Outcome.LimitExceeded) outcome).limit());
      assertEquals(
          20_000,
          ((Outcome.LimitExceeded)
                  session.call(
                      endless,
                      Call.builder().limits(limits.toBuilder().fuel(20_000).build()).build()))
              .limit(),
          "what the embedder says does count");
    }
  }
}
