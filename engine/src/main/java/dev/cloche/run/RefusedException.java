package dev.cloche.run;

/** A module that is not run, and the sentence that says why. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  RefusedException(String reason) {
    super(reason, null, false, false);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
