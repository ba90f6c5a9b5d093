package dev.cloche.credential;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * What leases of a session are made with.
 *
 * @param issuer issues credentials whose source is {@link
 *     dev.cloche.policy.CredentialSource.Issuer}
 * @param listener told what happens
 * @param patience how long an issuer may take, 1 millisecond to 1 minute
 * @param nanoTime a monotonic clock in nanoseconds, as {@link System#nanoTime}; the time of day
 *     plays no part
 */
public record LeaseSettings(
    CredentialIssuer issuer, LeaseListener listener, Duration patience, LongSupplier nanoTime) {

  /** 10 seconds: a token service that takes longer is not there. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

  /** 1 minute. */
  public static final Duration MAX_PATIENCE = Duration.ofMinutes(1);

  public LeaseSettings {
    Objects.requireNonNull(issuer, "issuer");
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(nanoTime, "nanoTime");
    if (patience.compareTo(Duration.ofMillis(1)) < 0 || patience.compareTo(MAX_PATIENCE) > 0) {
      throw new IllegalArgumentException(
          "patience " + patience + " is not between 1 millisecond and 1 minute");
    }
  }

  /** No issuer of the embedder's, nobody told, 10 seconds, the JVM's clock. */
  public static LeaseSettings defaults() {
    return new LeaseSettings(
        CredentialIssuer.none(), LeaseListener.none(), DEFAULT_PATIENCE, System::nanoTime);
  }
}
