package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** F13, H1: whatever a guest passes, the answer is an errno and never an exception. */
class NoCrashTest {
  /** Numbers that mean something somewhere: descriptors, flags, edges of memory and of types. */
  private static final long[] TELLING = {
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    24,
    32,
    48,
    64,
    255,
    512,
    1024,
    1025,
    4096,
    65535,
    65536,
    262143,
    262144,
    262145,
    1L << 31,
    (1L << 31) - 1,
    (1L << 32) - 1,
    1L << 32,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1,
    -2
  };

  /** One call: which function, and what to pick arguments by. */
  record Step(int function, long seed) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> functions = Arbitraries.integers().between(0, 45);
    Arbitrary<Long> seeds = Arbitraries.longs();
    return Combinators.combine(functions, seeds).as(Step::new).list().ofMinSize(1).ofMaxSize(40);
  }

  @Property(tries = 400)
  void anySequenceOfCalls_withAnyArguments_answersErrnos(
      @ForAll("steps") List<Step> steps, @ForAll long memorySeed) {
    Guest guest = new Guest();
    guest.budget.limit = 20_000_000;
    byte[] noise = new byte[Guest.MEMORY_BYTES];
    new Random(memorySeed).nextBytes(noise);
    guest.memory().write(0, noise);
    guest.text(Guest.PATH, "a/../b");
    List<Function> functions = List.copyOf(FunctionTable.functions().values());
    for (Step step : steps) {
      Function function = functions.get(step.function());
      try {
        assertNotEquals(Errno.IO, guest.call(function.name(), arguments(function, step.seed())));
      } catch (HostStop allowed) {
        // An exit, or the budget of the test.
      }
    }
    assertTrue(guest.workspace.usedNodes() >= 0 && guest.workspace.usedBytes() >= 0);
    guest.wasi.close();
    guest.workspace.delete("/");
    assertTrue(guest.workspace.usedNodes() == 0 && guest.workspace.usedBytes() == 0);
  }

  private static long[] arguments(Function function, long seed) {
    Random random = new Random(seed);
    return function.parameters().stream().mapToLong(each -> argument(each, random)).toArray();
  }

  private static long argument(Function.Parameter parameter, Random random) {
    int choice = random.nextInt(10);
    if (choice == 0) {
      return random.nextLong();
    }
    if (choice < 4) {
      return TELLING[random.nextInt(TELLING.length)];
    }
    return switch (parameter) {
      case INT -> random.nextInt(6);
      case LONG -> random.nextInt(2) == 0 ? -1L & 0x3fffffff : random.nextInt(100);
      case POINTER -> random.nextInt(3) == 0 ? Guest.PATH : random.nextInt(Guest.MEMORY_BYTES);
      case LENGTH -> random.nextInt(12);
    };
  }
}
