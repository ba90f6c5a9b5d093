package dev.cloche.wasi;

/**
 * Ends a guest call from inside a host function: an exit, a limit, a cancellation.
 *
 * <p>The shim lets it pass untouched, whatever it was doing; every other exception of a host
 * function becomes an errno. The engine extends it for its own endings. It has no stack trace,
 * since a guest can cause as many as it likes.
 */
public abstract class HostStop extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an ending with a message for the log. */
  protected HostStop(String message) {
    super(message, null, false, false);
  }
}
