package dev.cloche.replay;

import java.util.List;

/** Gives what was read again, in the same pieces. */
final class PlayedInput {

  /** Answered where less was read than is asked for now. */
  static final int MISSING = -2;

  private final Sheet.InputPart part;
  private int position;
  private int cut;

  PlayedInput(Sheet.InputPart part) {
    this.part = part;
  }

  /** Whether all that was read then is read now. */
  boolean isAtEnd() {
    return position == part.content().length;
  }

  String end() {
    return part.end();
  }

  /** Reads as was read: the count, -1 at the end, or {@link #MISSING}. */
  int read(byte[] buffer, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    int count = (int) Math.min(length, next() - position);
    if (count == 0) {
      return part.end().equals(Sheet.InputPart.AT_END) ? -1 : MISSING;
    }
    System.arraycopy(part.content(), position, buffer, offset, count);
    position += count;
    return count;
  }

  /** The end of what one read may give: a cut is one only after it was reached by a short read. */
  private long next() {
    List<Long> cuts = part.cuts();
    while (cut < cuts.size() && cuts.get(cut) <= position) {
      cut++;
    }
    long end = part.content().length;
    return cut < cuts.size() ? Math.min(end, cuts.get(cut)) : end;
  }
}
