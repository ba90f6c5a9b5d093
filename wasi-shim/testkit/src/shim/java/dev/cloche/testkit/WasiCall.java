package dev.cloche.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One call of a function of {@code wasi_snapshot_preview1}, and what the guest puts into its memory
 * before.
 *
 * @param function the function's name
 * @param arguments its arguments; of those of 32 bits the lower half
 * @param memory what is in memory for it
 */
public record WasiCall(String function, List<Long> arguments, List<Poke> memory) {

  /** Copies the lists. */
  public WasiCall {
    arguments = List.copyOf(arguments);
    memory = List.copyOf(memory);
  }

  /** Returns a call that needs nothing in memory. */
  public static WasiCall of(String function, long... arguments) {
    return new WasiCall(function, Arrays.stream(arguments).boxed().toList(), List.of());
  }

  /** Returns the same call with more in memory. */
  public WasiCall with(Poke... more) {
    List<Poke> all = new ArrayList<>(memory);
    Collections.addAll(all, more);
    return new WasiCall(function, arguments, all);
  }

  @Override
  public String toString() {
    String numbers =
        arguments.stream()
            .map(
                number ->
                    number < 10 && number >= -1 ? "" + number : "0x" + Long.toHexString(number))
            .collect(Collectors.joining(", ", function + "(", ")"));
    return memory.isEmpty()
        ? numbers
        : memory.stream()
            .map(Poke::toString)
            .collect(Collectors.joining(", ", numbers + " with ", ""));
  }
}
