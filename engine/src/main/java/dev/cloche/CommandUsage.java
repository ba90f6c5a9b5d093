package dev.cloche;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a native command used beside the rest of {@link Usage}, and how it was held.
 *
 * @param cpu processor time of all its processes; zero if the machine does not tell
 * @param processes processes and threads at their most; 0 if the machine does not tell
 * @param degraded whether it ran where the machine cannot enforce memory, processes and processor
 *     time for all its processes together, as the policy allowed
 * @param leftOut what it left in its workspace and the session's cannot hold or may not change; a
 *     hundred or so at most
 */
public record CommandUsage(Duration cpu, long processes, boolean degraded, List<LeftOut> leftOut) {

  /** Copies the list. */
  public CommandUsage {
    Objects.requireNonNull(cpu, "cpu");
    leftOut = List.copyOf(leftOut);
  }

  /**
   * A change that the workspace does not have.
   *
   * @param path the absolute path in the workspace, escaped where it is not text
   * @param why why not
   */
  public record LeftOut(String path, String why) {}
}
