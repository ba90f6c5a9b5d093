package dev.cloche.wasi;

/**
 * One line of a trace: {@code name(argument=value, ...) = results}.
 *
 * <p>Arguments are read before the function runs, since it may overwrite them, and results after
 * it. Flags that are empty are left out. What result pointers point to stands behind the equals
 * sign. An error stands there alone; {@code 0} is a success without results, {@code ?} a call that
 * did not return. A pointer that cannot be followed is shown as {@code FAULT(address)}.
 */
final class TraceLine {
  private final Function function;
  private final GuestMemory memory;
  private final long[] arguments;
  private final TraceArguments shown;
  private final String call;

  TraceLine(Function function, GuestMemory memory, long[] arguments) {
    this.function = function;
    this.memory = memory;
    this.arguments = arguments;
    this.shown = new TraceArguments(memory, function.parameters(), arguments);
    this.call = function.name() + "(" + shown.text() + ") = ";
  }

  /** Returns the line of a call that ended the guest. */
  String stopped() {
    return call + "?";
  }

  /** Returns the line of a call that returned a number. */
  String answered(long number) {
    String error = function.module().error(number);
    if (!error.isEmpty()) {
      return call + error;
    }
    return call + new TraceResults(memory, function.parameters(), arguments, shown.into()).text();
  }
}
