package dev.cloche.replay;

import dev.cloche.run.TapeStop;

/** How many bytes a recording may still take; where there are too few, the call ends. */
final class Room {

  private final long most;
  private long left;
  private boolean full;

  Room(long most) {
    this.most = most;
    this.left = most;
  }

  /** Takes room for so many bytes of content, which becomes base64, and what is around it. */
  void take(long bytes) {
    long wanted = bytes + bytes / 3 + 48;
    if (wanted > left) {
      full = true;
      throw new TapeStop(full(most));
    }
    left -= wanted;
  }

  /** Whether something did not fit: then what was taken down is not all. */
  boolean isFull() {
    return full;
  }

  private static String full(long most) {
    return "the call could not be recorded: it takes more than " + most + " bytes";
  }
}
