package dev.cloche.cli;

import java.util.List;

/** The command line asks for something that cannot be done; the message is for the user. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<String> lines;

  /**
   * Makes one.
   *
   * @param message one sentence: what was given, and what would be right
   */
  UsageException(String message) {
    this(List.of(message));
  }

  /**
   * Makes one of several mistakes.
   *
   * @param lines one sentence for each
   */
  UsageException(List<String> lines) {
    super(String.join("; ", lines));
    this.lines = List.copyOf(lines);
  }

  /** What to print where each mistake may have a line of its own. */
  List<String> lines() {
    return lines;
  }
}
