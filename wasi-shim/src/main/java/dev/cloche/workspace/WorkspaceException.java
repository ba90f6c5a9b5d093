package dev.cloche.workspace;

/**
 * The embedder asked the workspace for something it cannot do, or its quota is used up.
 *
 * <p>Guests never cause it: they are answered an errno. The message names the guest path and never
 * an absolute path of the host.
 */
public final class WorkspaceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WorkspaceException(String message) {
    super(message);
  }
}
