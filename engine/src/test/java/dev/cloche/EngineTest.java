package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes into a call and what comes out of it. */
class EngineTest {

  private static final Tool HELLO =
      Guests.command(
          "(data (i32.const 100) \"hello\\n\")", "(call $print (i32.const 100) (i32.const 6))");

  /** Prints the block of all strings that a {@code _get} function writes, NULs included. */
  private static Tool strings(String function, int length) {
    return Guests.command(
        """
        (drop (call $%s (i32.const 0) (i32.const 1024)))
        (call $print (i32.const 1024) (i32.const %d))
        """
            .formatted(function, length));
  }

  /** Prints 16 random bytes, both clocks, and both clocks again after a second's sleep. */
  private static final Tool NONDETERMINISTIC =
      Guests.command(
          """
          (drop (call $random_get (i32.const 0) (i32.const 16)))
          (drop (call $clock_time_get (i32.const 0) (i64.const 1) (i32.const 16)))
          (drop (call $clock_time_get (i32.const 1) (i64.const 1) (i32.const 24)))
          (i64.store (i32.const 1024) (i64.const 1000000000))
          (drop (call $poll_oneoff
            (i32.const 1000) (i32.const 2000) (i32.const 1) (i32.const 3000)))
          (drop (call $clock_time_get (i32.const 0) (i64.const 1) (i32.const 32)))
          (drop (call $clock_time_get (i32.const 1) (i64.const 1) (i32.const 40)))
          (call $print (i32.const 0) (i32.const 48))
          """);

  @ParameterizedTest
  @EnumSource(Execution.class)
  void call_hello_isPrintedAndAccountedFor(Execution execution) {
    Outcome.Completed outcome =
        Guests.completed(Guests.run(execution, HELLO, Call.builder().build()));
    assertEquals("hello\n", outcome.stdout().text());
    assertEquals(0, outcome.exitStatus());
    assertEquals(0, outcome.stderr().size());
    Usage usage = outcome.usage();
    assertEquals(6, usage.stdoutBytes());
    assertEquals(0, usage.stderrBytes());
    assertEquals(1, usage.hostCalls());
    assertEquals(65_536, usage.memoryBytes());
    assertTrue(usage.fuel() > 100 && usage.fuel() < 200, "fuel " + usage.fuel());
  }

  @Test
  void call_exitStatusOfTheGuest_isCompletedAlsoWhenNotZero() {
    int[] statuses = {0, 1, 42, 255, -1};
    for (int status : statuses) {
      Tool tool = Guests.command("(call $proc_exit (i32.const " + status + ")) unreachable");
      Outcome outcome = Guests.run(Execution.INTERPRETED, tool, Call.of());
      assertEquals(status, Guests.completed(outcome).exitStatus());
    }
  }

  @Test
  void call_argumentsGiven_areSeenAfterTheToolsName() {
    Outcome outcome =
        Guests.run(Execution.INTERPRETED, strings("args_get", 14), Call.of("a b", "", "é"));
    assertEquals("guest\0a b\0\0é\0", Guests.printed(outcome));
  }

  @Test
  void call_environmentGiven_isSeenWholeAndInItsOrder() {
    Call.Builder call = Call.builder();
    StringBuilder expected = new StringBuilder();
    for (String name : new String[] {"Z", "A", "M", "B", "Y", "C", "X", "D"}) {
      call.environment(name, "1");
      expected.append(name).append("=1\0");
    }
    Tool tool = strings("environ_get", expected.length());
    Outcome outcome = Guests.run(Execution.INTERPRETED, tool, call.build());
    assertEquals(expected.toString(), Guests.printed(outcome));
  }

  @Test
  void call_stdinAsBytesOrStream_isReadToItsEnd() {
    String text = "0123456789".repeat(50_000);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Call asBytes = Call.builder().stdin(text).build();
    Call asStream = Call.builder().stdin(new ByteArrayInputStream(bytes)).build();
    for (Execution execution : Execution.values()) {
      assertEquals(text, Guests.printed(Guests.run(execution, Guests.CAT, asBytes)));
    }
    assertEquals(text, Guests.printed(Guests.run(Execution.COMPILED, Guests.CAT, asStream)));
    assertEquals("", Guests.printed(Guests.run(Execution.COMPILED, Guests.CAT, Call.of())));
  }

  @Test
  void call_stdinStreamThatFails_isAnErrorOfTheRead() {
    for (RuntimeException unchecked : new RuntimeException[] {null, new IllegalStateException()}) {
      InputStream broken =
          new InputStream() {
            @Override
            public int read() throws IOException {
              if (unchecked != null) {
                throw unchecked;
              }
              throw new IOException("broken");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
              return read();
            }
          };
      Outcome outcome =
          Guests.run(Execution.COMPILED, Guests.CAT, Call.builder().stdin(broken).build());
      assertEquals(5, Guests.completed(outcome).exitStatus());
    }
  }

  @Test
  void call_copyOfStdout_getsWhatTheOutcomeHolds() {
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    Call call = Call.builder().stdin("words").copyStdoutTo(copy).build();
    Outcome outcome = Guests.run(Execution.COMPILED, Guests.CAT, call);
    assertEquals("words", Guests.printed(outcome));
    assertEquals("words", copy.toString(StandardCharsets.UTF_8));
  }

  @Test
  void call_copyOfStdoutThatFails_isAnErrorOfTheWrite() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("broken");
          }
        };
    Tool tool =
        Guests.command(
            """
            (i32.store (i32.const 4) (i32.const 8))
            (call $proc_exit
              (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))
            """);
    Call call = Call.builder().copyStdoutTo(broken).build();
    assertEquals(29, Guests.completed(Guests.run(Execution.COMPILED, tool, call)).exitStatus());
    assertEquals(0, Guests.completed(Guests.run(Execution.COMPILED, tool, Call.of())).exitStatus());
  }

  @Test
  void seed_same_isTheSameCallInEveryRunAndExecution() {
    List<Outcome.Completed> outcomes = new ArrayList<>();
    for (Execution execution : Execution.values()) {
      for (int i = 0; i < 2; i++) {
        Call call = Call.builder().seed(7).build();
        outcomes.add(Guests.completed(Guests.run(execution, NONDETERMINISTIC, call)));
      }
    }
    for (Outcome.Completed outcome : outcomes) {
      assertEquals(outcomes.get(0).stdout(), outcome.stdout());
      assertEquals(outcomes.get(0).usage().fuel(), outcome.usage().fuel());
    }
  }

  @Test
  void seed_otherOrNone_givesOtherRandomNumbers() {
    Captured seven = random(Call.builder().seed(7).build());
    assertNotEquals(seven, random(Call.builder().seed(8).build()));
    assertNotEquals(random(Call.of()), random(Call.of()));
  }

  private static Captured random(Call call) {
    Tool tool =
        Guests.command(
            """
            (drop (call $random_get (i32.const 0) (i32.const 16)))
            (call $print (i32.const 0) (i32.const 16))
            """);
    return Guests.completed(Guests.run(Execution.INTERPRETED, tool, call)).stdout();
  }

  @Test
  void startSection_withoutEntry_runsAsTheCall() {
    Tool tool =
        Guests.module(
            """
            (module (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
              (func $main (call $exit (i32.const 9))) (start $main))
            """);
    for (Execution execution : Execution.values()) {
      assertEquals(9, Guests.completed(Guests.run(execution, tool, Call.of())).exitStatus());
    }
  }
}
