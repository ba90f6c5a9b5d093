package dev.cloche.egress;

import java.io.IOException;

/** Carries an {@link EgressException} through code that throws {@link IOException} alone. */
final class Refusal extends IOException {
  private static final long serialVersionUID = 1;

  private final EgressException exception;

  Refusal(EgressException exception) {
    super(exception.getMessage());
    this.exception = exception;
  }

  EgressException exception() {
    return exception;
  }
}
