package dev.cloche.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Options that other versions of the command line have. They are known here, hidden, so that a
 * script that relies on one stops with the reason, and nothing runs with less protection than it
 * asked for.
 */
final class UnavailableOptions {

  @Option(names = "--policy", arity = "0..1", hidden = true, fallbackValue = "")
  private Optional<String> policy = Optional.empty();

  @Option(names = "--allow", arity = "0..1", hidden = true, fallbackValue = "")
  private List<String> allow = new ArrayList<>();

  /**
   * Refuses the first that was given.
   *
   * @throws UsageException if one was given
   */
  void refuse() {
    if (policy.isPresent()) {
      throw unavailable("--policy", "give limits and mounts as options instead");
    } else if (!allow.isEmpty()) {
      throw unavailable("--allow", "no tool reaches the network");
    }
  }

  private static UsageException unavailable(String option, String instead) {
    return new UsageException(option + " is not available in this version: " + instead);
  }
}
