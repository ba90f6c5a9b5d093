package dev.cloche.audit;

/**
 * What happened could not be recorded, or the log cannot be opened; whatever was to be recorded
 * must not go on. The message holds no host path and no secret.
 */
public final class AuditException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Makes one. */
  public AuditException(String message) {
    super(message);
  }

  /** Makes one with what caused it, which is for the embedder's own log. */
  public AuditException(String message, Throwable cause) {
    super(message, cause);
  }
}
