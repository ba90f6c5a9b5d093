package dev.cloche.audit;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A clock that holds the next who asks it; for a log, that is who has the turn. */
public final class HoldingClock extends Clock {
  private final AtomicBoolean hold = new AtomicBoolean();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  /** Holds the next, once. */
  public void hold() {
    hold.set(true);
  }

  /** Waits until one is held. */
  public void awaitHeld() throws InterruptedException {
    held.await();
  }

  /** Lets it go on. */
  public void release() {
    go.countDown();
  }

  @Override
  public Instant instant() {
    if (hold.getAndSet(false)) {
      held.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return Chains.CLOCK.instant();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
