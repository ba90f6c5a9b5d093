package dev.cloche.sdk;

/** Why a tool ends without a result, and with which exit status. */
public final class ToolException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int status;

  /** Makes one with status 1. */
  public ToolException(String message) {
    this(message, 1);
  }

  /**
   * Makes one.
   *
   * @param message for people and models: one line, what was given and what is allowed
   * @param status 1 to 255; 2 is usual for wrong input
   */
  public ToolException(String message, int status) {
    super(message);
    this.status = status;
  }

  /** Returns the exit status. */
  public int status() {
    return status;
  }
}
