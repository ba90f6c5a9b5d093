package dev.cloche.egress;

import java.util.List;

/**
 * A text read through one or two {@link Escape}s, and matched.
 *
 * <p>As long as no escape was seen lately it would match the same as the text itself does, and
 * follows that matcher without work of its own.
 */
final class EscapedView {
  private final List<Escape> escapes;
  private final PatternMatcher matcher;
  private boolean following = true;

  /**
   * Makes one.
   *
   * @param escapes in the order in which text passes them
   * @param matcher what the last of them passes text on to
   */
  EscapedView(List<Escape> escapes, PatternMatcher matcher) {
    this.escapes = List.copyOf(escapes);
    this.matcher = matcher;
  }

  /** Whether it reads the byte as the text itself has it, and need not be told of it. */
  boolean mayFollow(int value) {
    return following && !changes(value);
  }

  /** Whether one of the escapes may read this byte as something else. */
  boolean changes(int value) {
    for (Escape escape : escapes) {
      if (escape.changes(value)) {
        return true;
      }
    }
    return false;
  }

  /** Takes a byte, before the matcher of the text itself does. */
  void accept(int value, long position, PatternMatcher plain) {
    if (following) {
      following = false;
      matcher.copy(plain);
    }
    escapes.get(0).accept(value, position, position + 1);
  }

  /** Follows again if it can, after the matcher of the text itself took the byte. */
  boolean follow(PatternMatcher plain) {
    following = following || (pending() == PatternMatcher.NOWHERE && matcher.agreesWith(plain));
    return following;
  }

  private long pending() {
    long earliest = PatternMatcher.NOWHERE;
    for (Escape escape : escapes) {
      earliest = Math.min(earliest, escape.earliest());
    }
    return earliest;
  }

  /** Where what may become a secret begins. */
  long earliest() {
    return following ? PatternMatcher.NOWHERE : Math.min(pending(), matcher.earliest());
  }

  /** Takes the end of the text. */
  void end() {
    if (!following) {
      escapes.forEach(Escape::end);
    }
  }
}
