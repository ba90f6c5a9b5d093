package dev.cloche.host;

/** Ends the way to a launch. Its message is for the caller: no host path, no secret. */
final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final NativeRefusal reason;

  RefusedException(NativeRefusal reason, String message) {
    super(message);
    this.reason = reason;
  }

  NativeRefusal reason() {
    return reason;
  }
}
