package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.testkit.WasiCall;
import dev.cloche.testkit.WasiCalls;
import dev.cloche.workspace.tree.Errno;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** F13, H1: whatever a guest passes, the answer is an errno and never an exception. */
class NoCrashTest {

  @Provide
  Arbitrary<List<WasiCall>> calls() {
    return WasiCalls.sequences();
  }

  @Property(tries = 400)
  void anySequenceOfCalls_withAnyArguments_answersErrnos(
      @ForAll("calls") List<WasiCall> calls, @ForAll long memorySeed) {
    Guest guest = new Guest();
    guest.budget.limit = 20_000_000;
    byte[] noise = new byte[WasiCalls.MEMORY_BYTES];
    new Random(memorySeed).nextBytes(noise);
    guest.memory().write(0, noise);
    for (WasiCall call : calls) {
      try {
        assertNotEquals(Errno.IO, perform(guest, call));
      } catch (HostStop allowed) {
        // An exit, or the budget of the test.
      }
    }
    assertTrue(guest.workspace.usedNodes() >= 0 && guest.workspace.usedBytes() >= 0);
    guest.wasi.close();
    guest.workspace.delete("/");
    assertEquals(0, guest.workspace.usedNodes());
    assertEquals(0, guest.workspace.usedBytes());
  }

  private static Errno perform(Guest guest, WasiCall call) {
    call.memory().forEach(poke -> guest.memory().write(poke.address(), poke.bytes()));
    return guest.call(
        call.function(), call.arguments().stream().mapToLong(Long::longValue).toArray());
  }
}
