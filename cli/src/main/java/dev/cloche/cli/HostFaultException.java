package dev.cloche.cli;

/** Something that a command needs of the machine failed. The message is for the user. */
final class HostFaultException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Makes one.
   *
   * @param message what failed, in one sentence
   */
  HostFaultException(String message, Throwable cause) {
    super(message, cause);
  }
}
