package dev.cloche.credential;

/** Told what happens to leases, for the audit. Thread-safe. */
@FunctionalInterface
public interface LeaseListener {

  /**
   * Takes an event. If it throws for a lease that was issued, used or held, the request or the
   * command is denied: what cannot be recorded does not happen. A revoke happens all the same.
   */
  void on(LeaseEvent event);

  /** A listener that looks away. */
  static LeaseListener none() {
    return event -> {};
  }
}
