package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ending a call from outside, wherever the guest is. */
@Timeout(60)
class CancelTest {

  private static final Limits ENDLESS =
      Limits.builder().fuel(Limits.MAX_FUEL).wall(Limits.MAX_WALL).build();

  private final Engine engine = Engine.create();

  @AfterEach
  void close() {
    engine.close();
  }

  /** A stream that blocks until the test ends, and tells that it is being read. */
  private static final class Silence extends InputStream {
    final CountDownLatch asked = new CountDownLatch(1);

    @Override
    public int read() throws IOException {
      asked.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return read();
    }
  }

  /** Tells of the guest's first write: it has started. */
  private static final class Sign extends OutputStream {
    final CountDownLatch written = new CountDownLatch(1);

    @Override
    public void write(int b) {
      written.countDown();
    }
  }

  private static void assertUsable(Session session) {
    assertEquals(0, Guests.completed(session.call(Guests.NOTHING, Call.of())).exitStatus());
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void cancel_guestInALoop_endsItAndKeepsItsOutput(Execution execution) throws Exception {
    Tool tool =
        Guests.command("(call $print (i32.const 0) (i32.const 3)) (loop $again (br $again))");
    Sign sign = new Sign();
    try (Engine other = Guests.engine(execution);
        Session session = other.openSession(ENDLESS)) {
      Running running = session.start(tool, Call.builder().copyStdoutTo(sign).build());
      sign.written.await();
      assertFalse(running.isDone());
      running.cancel();
      Outcome outcome = assertInstanceOf(Outcome.Cancelled.class, running.await());
      assertEquals(3, outcome.stdout().size());
      running.cancel();
      assertUsable(session);
    }
  }

  @Test
  void cancel_guestAsleep_endsIt() throws Exception {
    Tool tool =
        Guests.command(
            """
            (call $print (i32.const 0) (i32.const 1))
            (i64.store (i32.const 24) (i64.const 0x7fffffffffffffff))
            (drop (call $poll_oneoff (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))
            """);
    Sign sign = new Sign();
    try (Session session = engine.openSession(ENDLESS)) {
      Running running = session.start(tool, Call.builder().copyStdoutTo(sign).build());
      sign.written.await();
      running.cancel();
      assertInstanceOf(Outcome.Cancelled.class, running.await());
      assertUsable(session);
    }
  }

  @Test
  void cancel_guestWaitsForInput_endsItThoughTheReadGoesOn() throws Exception {
    Silence silence = new Silence();
    try (Session session = engine.openSession(ENDLESS)) {
      Running running = session.start(Guests.CAT, Call.builder().stdin(silence).build());
      silence.asked.await();
      running.cancel();
      assertInstanceOf(Outcome.Cancelled.class, running.await());
      assertUsable(session);
    }
  }

  @Test
  void wall_guestWaitsForInput_endsTheCall() {
    Limits short_ = Guests.wall(Duration.ofMillis(50));
    try (Session session = engine.openSession(short_)) {
      Call call = Call.builder().stdin(new Silence()).build();
      Outcome.LimitExceeded outcome =
          Guests.exceeded(LimitKind.WALL, session.call(Guests.CAT, call));
      assertEquals(50, outcome.limit());
      assertTrue(outcome.used() >= 50);
    }
  }

  @Test
  void cancel_beforeTheGuestStarts_isCancelledOrTooLate() {
    try (Session session = engine.openSession(ENDLESS)) {
      for (int i = 0; i < 50; i++) {
        Running running = session.start(Guests.SPIN, Call.of());
        running.cancel();
        assertInstanceOf(Outcome.Cancelled.class, running.await());
      }
      assertUsable(session);
    }
  }

  @Test
  void l13_callerInterrupted_cancelsThisCallAndLeavesNoMarkOnTheNext() throws Exception {
    try (Session session = engine.openSession(ENDLESS)) {
      AtomicReference<Outcome> first = new AtomicReference<>();
      AtomicReference<Outcome> second = new AtomicReference<>();
      AtomicReference<Boolean> flag = new AtomicReference<>();
      Silence silence = new Silence();
      Thread caller =
          new Thread(
              () -> {
                first.set(session.call(Guests.CAT, Call.builder().stdin(silence).build()));
                flag.set(Thread.interrupted());
                second.set(session.call(Guests.CAT, Call.builder().stdin("x").build()));
              });
      caller.start();
      silence.asked.await();
      caller.interrupt();
      caller.join();
      assertInstanceOf(Outcome.Cancelled.class, first.get());
      assertTrue(flag.get());
      assertEquals("x", Guests.printed(second.get()));
    }
  }

  @Test
  void l13_callerInterruptedBefore_cancelsAndKeepsTheFlag() {
    try (Session session = engine.openSession(ENDLESS)) {
      Thread.currentThread().interrupt();
      Outcome outcome = session.call(Guests.SPIN, Call.of());
      assertTrue(Thread.interrupted());
      assertInstanceOf(Outcome.Cancelled.class, outcome);
      assertUsable(session);
    }
  }
}
