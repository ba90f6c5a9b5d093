package dev.cloche.cli;

import dev.cloche.policy.Count;
import dev.cloche.policy.NativePolicy;
import dev.cloche.policy.Percent;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The options that bound a native command beside its time and output. */
final class ShellLimits {

  private static final String MEMORY = "--memory";
  private static final String PROCESSES = "--processes";
  private static final String CPU = "--cpu";
  private static final String DEGRADED = "--degraded";

  private ShellLimits() {}

  /** Adds all of them to a command. */
  static void addTo(CommandSpec command) {
    command
        .addOption(
            Options.value(
                MEMORY,
                "SIZE",
                "Memory of all processes at most, such as 1Gi (Ki, Mi, Gi; 512Mi by default)."))
        .addOption(Options.value(PROCESSES, "N", "Processes and threads at most (64 by default)."))
        .addOption(
            Options.value(CPU, "SHARE", "Processor time, such as 200%% of one (100%% by default)."))
        .addOption(
            Options.flag(
                DEGRADED,
                "Lets the command run where this machine has no control groups: memory is then"
                    + " limited for each process alone, and processor time not at all; outcome and"
                    + " audit say so. A policy has to say native.degraded itself."));
  }

  /** Returns the policy of one command, with the limits of another. */
  static NativePolicy alone(String command, NativePolicy limits) {
    return new NativePolicy(
        List.of(command), limits.memoryBytes(), limits.processes(), limits.cpuPercent(), false);
  }

  /**
   * Returns a policy with the limits asked for.
   *
   * @throws UsageException if one cannot be read or is out of its range
   */
  static NativePolicy given(Arguments arguments, NativePolicy start) {
    long memory =
        Options.given(arguments, MEMORY)
            .map(text -> LimitOptions.size(MEMORY, text, NativePolicy.MAX_MEMORY_BYTES))
            .orElse(start.memoryBytes());
    int processes =
        Options.given(arguments, PROCESSES).map(ShellLimits::processes).orElse(start.processes());
    int cpu = Options.given(arguments, CPU).map(ShellLimits::cpu).orElse(start.cpuPercent());
    try {
      boolean degraded = start.degraded() || arguments.hasMatchedOption(DEGRADED);
      return new NativePolicy(start.commands(), memory, processes, cpu, degraded, start.leases());
    } catch (IllegalArgumentException outOfRange) {
      throw new UsageException(String.valueOf(outOfRange.getMessage()));
    }
  }

  /**
   * Refuses to add to a policy what it does not say.
   *
   * @throws UsageException if options ask for it
   */
  static void requireWithin(Arguments arguments, NativePolicy policy) {
    if (arguments.hasMatchedOption(DEGRADED) && !policy.degraded()) {
      throw new UsageException(
          "--degraded takes walls away, which a policy has to permit: native: { degraded: true }");
    }
  }

  private static int processes(String text) {
    try {
      return Math.toIntExact(Count.parse(text));
    } catch (IllegalArgumentException | ArithmeticException wrong) {
      throw new UsageException(
          "%s %s is no count up to %d"
              .formatted(PROCESSES, Printable.quote(text), NativePolicy.MAX_PROCESSES));
    }
  }

  private static int cpu(String text) {
    try {
      return Math.toIntExact(Percent.parse(text));
    } catch (IllegalArgumentException | ArithmeticException wrong) {
      throw new UsageException(CPU + " " + Printable.quote(text) + " is no share, such as 150%");
    }
  }
}
