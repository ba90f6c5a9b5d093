package dev.cloche.replay;

import java.util.Objects;

/**
 * Where a replayed call first differs from the recorded one.
 *
 * @param what what differs: {@code outcome}, {@code exit}, {@code limit}, {@code denied}, {@code
 *     trap}, {@code stdout}, {@code stderr}, {@code request}, {@code clock}, {@code random}, {@code
 *     stdin}, {@code files}, {@code function}, {@code fuel}, {@code memory}, {@code calls} of host
 *     functions or {@code workspace}
 * @param recorded what was recorded, as text; escaped and cut where a guest chose it
 * @param replayed what came of the replay
 * @param offset the first byte of output that differs; {@link #NOWHERE} where none does
 */
public record Difference(String what, String recorded, String replayed, long offset) {

  /** The offset of a difference that is not in output. */
  public static final long NOWHERE = -1;

  /** Checks that the texts are there. */
  public Difference {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(recorded, "recorded");
    Objects.requireNonNull(replayed, "replayed");
  }

  /** Returns one sentence for a person. */
  public String message() {
    return what
        + " differs"
        + (offset == NOWHERE ? "" : " from byte " + offset + " on")
        + ": recorded "
        + recorded
        + ", replayed "
        + replayed;
  }
}
