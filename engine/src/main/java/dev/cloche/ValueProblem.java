package dev.cloche;

import java.util.Objects;

/**
 * One thing that is wrong with a JSON value.
 *
 * @param pointer where, as a JSON pointer (RFC 6901); empty for the whole value
 * @param given what is there, escaped and cut
 * @param allowed what may be there
 */
public record ValueProblem(String pointer, String given, String allowed) {
  /** Requires the parts. */
  public ValueProblem {
    Objects.requireNonNull(pointer, "pointer");
    Objects.requireNonNull(given, "given");
    Objects.requireNonNull(allowed, "allowed");
  }

  /** Returns all of it in one line. */
  @Override
  public String toString() {
    return (pointer.isEmpty() ? "the value" : pointer)
        + ": given "
        + given
        + ", allowed "
        + allowed;
  }
}
