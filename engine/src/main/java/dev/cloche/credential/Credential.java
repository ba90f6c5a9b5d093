package dev.cloche.credential;

import java.util.Arrays;
import java.util.Objects;

/**
 * The value of a credential, held so that it does not end up where it was not sent.
 *
 * <p>Nothing but a lease reads it: {@code toString} does not show it, equality is identity, and it
 * cannot be serialised. {@link #close} overwrites it; copies that became part of a request are
 * beyond reach, as always in Java. Thread-safe.
 */
public final class Credential implements AutoCloseable {
  private final char[] value;
  private boolean closed;

  private Credential(char[] value) {
    this.value = value;
  }

  /** Returns a credential with a copy of a value. */
  public static Credential of(char[] value) {
    return new Credential(value.clone());
  }

  /** Returns a credential with a value. */
  public static Credential of(String value) {
    return new Credential(Objects.requireNonNull(value, "value").toCharArray());
  }

  /** The value, for a lease. */
  synchronized String reveal() {
    if (closed) {
      throw new IllegalStateException("credential is closed");
    }
    return new String(value);
  }

  /** Overwrites the value. May be called again. */
  @Override
  public synchronized void close() {
    closed = true;
    Arrays.fill(value, '\0');
  }

  /** Says what it is, never its value or length. */
  @Override
  public String toString() {
    return "Credential";
  }
}
