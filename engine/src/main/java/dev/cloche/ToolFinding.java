package dev.cloche;

import java.util.Locale;
import java.util.Objects;

/**
 * One thing about a tool that its author should know.
 *
 * @param kind how bad it is
 * @param rule its stable name, words parted by hyphens, such as {@code unknown-import}
 * @param what what was found, one sentence without a full stop
 * @param fix what to do about it, one sentence without a full stop
 */
public record ToolFinding(Kind kind, String rule, String what, String fix) {

  /** How bad it is. */
  public enum Kind {
    /** The tool would not run, or not as it says. */
    ERROR,
    /** It runs, and less well than it could. */
    WARNING,
    /** It could say more. */
    NOTE;

    /** Returns the name in lower case. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks that nothing is missing. */
  public ToolFinding {
    Objects.requireNonNull(kind, "kind is null");
    Objects.requireNonNull(rule, "rule is null");
    Objects.requireNonNull(what, "what is null");
    Objects.requireNonNull(fix, "fix is null");
  }
}
