package dev.cloche.egress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Patience that lasts a minute, or ends when the test says so. */
final class FakePatience implements Patience {
  private final List<Runnable> cuts = new ArrayList<>();
  private Duration left = Duration.ofMinutes(1);
  private boolean ended;

  /** The call is out of time. */
  void expire() {
    synchronized (this) {
      left = Duration.ZERO;
    }
    end();
  }

  /** The call is cancelled, with time left. */
  void end() {
    List<Runnable> registered;
    synchronized (this) {
      ended = true;
      registered = List.copyOf(cuts);
    }
    registered.forEach(Runnable::run);
  }

  synchronized int registrations() {
    return cuts.size();
  }

  @Override
  public synchronized Duration left() {
    return left;
  }

  @Override
  public Registration onEnd(Runnable cut) {
    synchronized (this) {
      if (!ended) {
        cuts.add(cut);
        return () -> remove(cut);
      }
    }
    cut.run();
    return () -> {};
  }

  private synchronized void remove(Runnable cut) {
    cuts.remove(cut);
  }
}
