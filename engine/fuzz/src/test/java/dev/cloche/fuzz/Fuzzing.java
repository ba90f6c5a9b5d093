package dev.cloche.fuzz;

import java.util.Arrays;
import java.util.List;

/** What the fuzzer calls, by the names that it expects. */
public final class Fuzzing {
  private static volatile List<FuzzTarget> targets = List.of();

  private Fuzzing() {}

  /** Called once, with the names of the targets. */
  public static void fuzzerInitialize(String[] names) {
    targets = Arrays.stream(names).map(Targets::named).toList();
  }

  /** Called with each input. Of several targets, the first byte says which. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    List<FuzzTarget> all = targets;
    if (all.size() == 1) {
      all.get(0).run(input);
    } else if (input.length > 0) {
      all.get((input[0] & 0xff) % all.size()).run(Arrays.copyOfRange(input, 1, input.length));
    }
  }
}
