package dev.cloche.host;

import dev.cloche.Captured;
import java.util.List;

/**
 * How a native command ended, what it wrote and what it used. A value.
 *
 * @param ending how it ended
 * @param stdout what it wrote to standard output, as far as the limit allows
 * @param stderr what it wrote to standard error, as far as the limit allows
 * @param usage what it used
 * @param leftOut what it left in the workspace and could not be taken over, and why
 * @param degraded whether it ran without control groups
 */
public record NativeResult(
    NativeEnding ending,
    Captured stdout,
    Captured stderr,
    NativeUsage usage,
    List<LeftOut> leftOut,
    boolean degraded) {
  /** Copies the list. */
  public NativeResult {
    leftOut = List.copyOf(leftOut);
  }

  /**
   * A path that the workspace does not have.
   *
   * @param path the absolute path in the workspace, escaped where it is not text
   * @param why why it was left out
   */
  public record LeftOut(String path, String why) {}

  static NativeResult refused(RefusedException refused) {
    return without(
        new NativeEnding.Refused(refused.reason(), String.valueOf(refused.getMessage())));
  }

  static NativeResult failed(String message) {
    return without(new NativeEnding.Failed(message));
  }

  static NativeResult cancelled() {
    return without(new NativeEnding.Cancelled());
  }

  private static NativeResult without(NativeEnding ending) {
    return new NativeResult(
        ending, Captured.EMPTY, Captured.EMPTY, NativeUsage.NONE, List.of(), false);
  }

  NativeResult withLeftOut(List<LeftOut> more) {
    return new NativeResult(ending, stdout, stderr, usage, more, degraded);
  }

  NativeResult withEnding(NativeEnding other) {
    return new NativeResult(other, stdout, stderr, usage, leftOut, degraded);
  }
}
