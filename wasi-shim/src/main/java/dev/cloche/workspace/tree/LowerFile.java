package dev.cloche.workspace.tree;

/**
 * A regular file of the host that a mount shows. The tree knows no path of it.
 *
 * <p>Used under the lock of the volume only.
 */
public interface LowerFile {
  /** Returns the size when it was last looked at. */
  long size();

  /**
   * Looks at the file again and opens it; does nothing if it is open.
   *
   * @throws Fault {@code NOENT} if it is gone, {@code IO} if it is no regular file any more
   */
  void open() throws Fault;

  /**
   * Copies bytes out, opening the file if need be, and returns how many there were; 0 at and beyond
   * {@link #size}.
   *
   * @throws Fault {@code IO} also if the file became shorter than {@link #size}
   */
  int read(long offset, byte[] into, int at, int length) throws Fault;

  /** Lets go of the open file, if it is open. */
  void close();
}
