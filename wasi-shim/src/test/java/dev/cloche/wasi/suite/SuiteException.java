package dev.cloche.wasi.suite;

/** A program or its description cannot be used: the test fails, the others go on. */
final class SuiteException extends Exception {
  private static final long serialVersionUID = 1L;

  SuiteException(String message) {
    super(message);
  }
}
