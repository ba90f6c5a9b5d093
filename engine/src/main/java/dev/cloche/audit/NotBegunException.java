package dev.cloche.audit;

import java.io.IOException;

/** The sink was not asked in time, and will not be: it has nothing of what it was to do. */
final class NotBegunException extends IOException {
  private static final long serialVersionUID = 1;

  NotBegunException() {
    super("the audit sink was not asked in time");
  }
}
