package dev.cloche.host.kernel;

/**
 * One thing to do to a tree.
 *
 * @param how letters: r, w read and write; c create, x exclusive, t truncate, a append, d
 *     directory, f follow a link at the end of the path
 * @param path what to do it to
 * @param other the other path, the target of a link, what is written, or a size
 */
record Step(Kind kind, String how, String path, String other) {

  /** What is done. */
  enum Kind {
    /** Makes a directory. */
    MKDIR,
    /** Removes a directory. */
    RMDIR,
    /** Removes anything else. */
    UNLINK,
    /** Moves the path to the other. */
    RENAME,
    /** Gives the file at the path the other name. */
    LINK,
    /** Makes a link at the path, with the other as its target. */
    SYMLINK,
    /** Reads a link. */
    READLINK,
    /** Tells kind, size and number of names. */
    STAT,
    /** Opens, and reads from the second byte on. */
    READ,
    /** Opens, and writes. */
    WRITE,
    /** Opens, goes to the sixth byte, and writes. */
    WRITE_AT,
    /** Opens, and sets the size. */
    SIZE,
    /** Opens a directory, and lists it. */
    LIST
  }

  /** The line of {@code steps.c}. */
  String line() {
    return String.join("\t", kind.name(), how, path, other);
  }

  @Override
  public String toString() {
    return line().replace('\t', ' ');
  }
}
