package dev.cloche.egress;

import java.time.Duration;

/** Waits as long as it takes. */
enum EndlessPatience implements Patience {
  INSTANCE;

  @Override
  public Duration left() {
    return Duration.ofDays(365);
  }

  @Override
  public Registration onEnd(Runnable cut) {
    return () -> {};
  }
}
