package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Host calls as the embedder sees them: traced, and ending the guest. */
class HostCallsTest {

  private static final Tool HELLO_AND_EXIT =
      Guests.command(
          "(data (i32.const 100) \"hello\\n\")",
          "(call $print (i32.const 100) (i32.const 6)) (call $proc_exit (i32.const 3))");

  private static Tool raising(int signal) {
    return Guests.command("(drop (call $proc_raise (i32.const " + signal + ")))");
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void trace_ofACall_hasALineForEachHostCallAndCostsNoFuel(Execution execution) {
    List<String> lines = new ArrayList<>();
    Outcome traced =
        Guests.run(execution, HELLO_AND_EXIT, Call.builder().traceTo(lines::add).build());
    assertEquals(
        List.of("fd_write(fd=1, iovs=[\"hello\\n\"]) = 6", "proc_exit(status=3) = ?"), lines);
    assertEquals(3, Guests.completed(traced).exitStatus());
    Outcome plain = Guests.run(execution, HELLO_AND_EXIT, Call.builder().build());
    assertEquals(plain.usage().fuel(), traced.usage().fuel());
  }

  @Test
  void trace_sinkThatThrows_doesNotDisturbTheCall() {
    Call call =
        Call.builder()
            .traceTo(
                line -> {
                  throw new IllegalStateException("broken on purpose by the test");
                })
            .build();
    Outcome outcome = Guests.run(Execution.COMPILED, HELLO_AND_EXIT, call);
    assertEquals("hello\n", Guests.completed(outcome).stdout().text());
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void signal_raisedByTheGuest_isAnExitStatusAsInAShell(Execution execution) {
    Outcome aborted = Guests.run(execution, raising(6), Call.builder().build());
    assertEquals(134, Guests.completed(aborted).exitStatus());
    Outcome ignored = Guests.run(execution, raising(16), Call.builder().build());
    assertEquals(0, Guests.completed(ignored).exitStatus());
  }
}
