package dev.cloche.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Options that other versions of the command line have. They are known here, hidden, so that a
 * script that relies on one stops with the reason, and nothing runs with less protection than it
 * asked for.
 */
final class UnavailableOptions {

  private static final String POLICY = "--policy";
  private static final String ALLOW = "--allow";

  private UnavailableOptions() {}

  /** Adds all of them to a command. */
  static void addTo(CommandSpec command) {
    command.addOption(Options.unavailable(POLICY)).addOption(Options.unavailable(ALLOW));
  }

  /**
   * Refuses the first that was given.
   *
   * @throws UsageException if one was given
   */
  static void refuse(ParseResult arguments) {
    if (arguments.hasMatchedOption(POLICY)) {
      throw unavailable(POLICY, "give limits and mounts as options instead");
    } else if (arguments.hasMatchedOption(ALLOW)) {
      throw unavailable(ALLOW, "no tool reaches the network");
    }
  }

  private static UsageException unavailable(String option, String instead) {
    return new UsageException(option + " is not available in this version: " + instead);
  }
}
