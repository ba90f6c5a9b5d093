package dev.cloche.host.network;

import dev.cloche.egress.Patience;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The time that a command has for its connections, and its end. Thread-safe. */
final class CommandPatience implements Patience {
  /** A command out of time is ended, and its connections with it: that is to come first. */
  private static final Duration LATER = Duration.ofSeconds(5);

  private final long deadline;
  private final Set<Runnable> cuts = new LinkedHashSet<>();
  private boolean ended;

  CommandPatience(Duration wall) {
    this.deadline = System.nanoTime() + wall.plus(LATER).toNanos();
  }

  @Override
  public Duration left() {
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  @Override
  public Registration onEnd(Runnable cut) {
    // Of one's own, so that a cut that is registered twice is two.
    Runnable own = () -> cut.run();
    synchronized (this) {
      if (!ended) {
        cuts.add(own);
        return () -> remove(own);
      }
    }
    own.run();
    return () -> {};
  }

  private synchronized void remove(Runnable cut) {
    cuts.remove(cut);
  }

  /** The command ended. */
  void end() {
    List<Runnable> registered;
    synchronized (this) {
      ended = true;
      registered = List.copyOf(cuts);
      cuts.clear();
    }
    registered.forEach(Runnable::run);
  }
}
