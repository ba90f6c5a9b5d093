package dev.cloche.audit;

import java.io.IOException;

/** A failure of one of our sinks whose message may be told: it holds no host path. */
final class AuditSinkException extends IOException {
  private static final long serialVersionUID = 1;

  AuditSinkException(String message) {
    super(message);
  }
}
