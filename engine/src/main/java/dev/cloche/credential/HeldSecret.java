package dev.cloche.credential;

import java.time.Duration;

/**
 * A secret that something holds itself, and not the host for it: a native command. Closed when that
 * has ended; until then the lease can be taken back, which cuts the holder.
 */
public final class HeldSecret implements AutoCloseable {
  private final String value;
  private final Duration left;
  private final Runnable ended;

  HeldSecret(String value, Duration left, Runnable ended) {
    this.value = value;
    this.left = left;
    this.ended = ended;
  }

  /** Returns the secret. */
  public String value() {
    return value;
  }

  /** Returns how long it may be held from now on. */
  public Duration left() {
    return left;
  }

  /** Says that it is held no more. May be called again. */
  @Override
  public void close() {
    ended.run();
  }

  /** Says what it is, never its value. */
  @Override
  public String toString() {
    return "HeldSecret";
  }
}
