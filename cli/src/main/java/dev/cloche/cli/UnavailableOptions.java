package dev.cloche.cli;

import java.util.List;

/**
 * Options that other versions of the command line have. They are known here, hidden, so that a
 * script that relies on one stops with the reason, and nothing runs with less protection than it
 * asked for.
 */
final class UnavailableOptions {

  private static final OptionSpec POLICY = OptionSpec.unavailable("--policy");
  private static final OptionSpec ALLOW = OptionSpec.unavailable("--allow");

  /** All of them. */
  static final List<OptionSpec> ALL = List.of(POLICY, ALLOW);

  private UnavailableOptions() {}

  /**
   * Refuses the first that was given.
   *
   * @throws UsageException if one was given
   */
  static void refuse(Arguments arguments) {
    if (arguments.has(POLICY)) {
      throw unavailable(POLICY, "give limits and mounts as options instead");
    } else if (arguments.has(ALLOW)) {
      throw unavailable(ALLOW, "no tool reaches the network");
    }
  }

  private static UsageException unavailable(OptionSpec option, String instead) {
    return new UsageException(option.name() + " is not available in this version: " + instead);
  }
}
