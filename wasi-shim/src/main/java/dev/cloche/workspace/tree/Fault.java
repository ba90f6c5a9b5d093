package dev.cloche.workspace.tree;

/**
 * An operation that the guest asked for and that was refused: it becomes an errno.
 *
 * <p>Checked, so that the compiler proves that each one is answered. It has no stack trace: a guest
 * can cause millions of them, and they say all in their {@link Errno}.
 */
public final class Fault extends Exception {
  private static final long serialVersionUID = 1L;

  private final Errno errno;

  Fault(Errno errno) {
    super(errno.name(), null, false, false);
    this.errno = errno;
  }

  /** Returns the error to answer. */
  public Errno errno() {
    return errno;
  }
}
