package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;

/**
 * One row of a table of scenarios: something a guest does, and the trace of its last call, which
 * says what it is answered.
 *
 * @param name what is tried
 * @param line the trace, with apostrophes for quotes, and {@code @name} for the inode number of a
 *     name in the root, which differs: nodes of a mount are made in the order of their names
 * @param action does it
 */
record Scenario(String name, String line, Action action) {
  /** What the guest does: returns the last answer. */
  interface Action {
    Errno run(Guest guest);
  }

  Scenario {
    line = line.replace('\'', '"');
  }

  /** Returns the errno that the line tells of. */
  Errno expected() {
    return answer(line);
  }

  /** Returns the errno that a trace tells of. */
  static Errno answer(String line) {
    String answer = line.substring(line.lastIndexOf(" = ") + 3);
    return answer.startsWith("E") ? Errno.valueOf(answer.substring(1)) : Errno.SUCCESS;
  }

  /** Returns a trace with another answer. */
  static String answering(String line, Errno errno) {
    return line.substring(0, line.lastIndexOf(" = ") + 3) + "E" + errno;
  }

  /** Returns the function that the row is about. */
  String function() {
    return line.substring(0, line.indexOf('('));
  }

  @Override
  public String toString() {
    return name + ": " + expected();
  }
}
