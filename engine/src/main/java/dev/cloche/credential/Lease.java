package dev.cloche.credential;

import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.Ends;
import dev.cloche.egress.Injection;
import dev.cloche.egress.Scrubber;
import dev.cloche.policy.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One credential, lent to one call. Thread-safe.
 *
 * <p>All that decides on a use and all that a use changes happens under one lock, so that a lease
 * is never used more often than it may, and no use begins after a revoke. Time is counted from its
 * beginning on a monotonic clock; it does not cut what began in time, as the call's deadline will.
 */
final class Lease {
  /** Why a use was denied: a state, or an audience. */
  static final class Denial extends Exception {
    private static final long serialVersionUID = 1;
    private final boolean expired;

    Denial(String why, boolean expired) {
      super(why, null, false, false);
      this.expired = expired;
    }

    boolean expired() {
      return expired;
    }
  }

  private final Lending lending;
  private final String value;
  private final String sent;
  private final Scrubber scrubber;
  private final LongSupplier nanoTime;
  private final long begun;
  private final Map<Object, Runnable> running = new HashMap<>();
  private int used;
  private boolean expired;
  private boolean revoked;

  /**
   * Begins one.
   *
   * @param value the secret itself
   * @param sent what requests carry of it
   */
  Lease(Lending lending, String value, String sent, Scrubber scrubber, LongSupplier nanoTime) {
    this.lending = lending;
    this.value = value;
    this.sent = sent;
    this.scrubber = scrubber;
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
  }

  /** Takes one use for a request. */
  synchronized Injection use(String method, CanonicalUrl url, Runnable cut) throws Denial {
    Optional<Placement> where =
        lending
            .rule()
            .placement()
            .filter(placed -> lending.audience().stream().anyMatch(to -> to.covers(method, url)));
    Object use = taken(where.isPresent(), cut);
    Placement placed = where.orElseThrow();
    return new Injection(placed.place(), placed.field(), sent, scrubber, () -> ended(use));
  }

  /** Takes one use for a native command, which holds the secret itself. */
  synchronized HeldSecret hold(String command, Runnable cut) throws Denial {
    Object use = taken(lending.commands().contains(command), cut);
    long left = lending.rule().ttl().toNanos() - (nanoTime.getAsLong() - begun);
    return new HeldSecret(value, Duration.ofNanos(left), () -> ended(use));
  }

  private Object taken(boolean meant, Runnable cut) throws Denial {
    LeaseState state = state();
    if (state == LeaseState.REVOKED) {
      throw new Denial("was revoked", false);
    }
    if (state == LeaseState.EXPIRED) {
      throw new Denial("has expired after " + lending.rule().ttl().toSeconds() + " s", true);
    }
    if (!meant) {
      throw new Denial("is for another audience", false);
    }
    if (state == LeaseState.USED_UP) {
      throw new Denial("is used up after " + lending.rule().uses() + " uses", false);
    }
    used++;
    Object use = new Object();
    running.put(use, cut);
    return use;
  }

  /** Where it stands now. Once expired it stays so, whatever the clock does. */
  synchronized LeaseState state() {
    if (revoked) {
      return LeaseState.REVOKED;
    }
    expired = expired || nanoTime.getAsLong() - begun >= lending.rule().ttl().toNanos();
    if (expired) {
      return LeaseState.EXPIRED;
    }
    return used < lending.rule().uses() ? LeaseState.LIVE : LeaseState.USED_UP;
  }

  /** Takes it back: no use begins from here on. Returns whether it was not taken back before. */
  synchronized boolean takeBack() {
    boolean first = !revoked;
    revoked = true;
    return first;
  }

  /** Cuts what uses it. */
  void cut() {
    List<Runnable> cuts;
    synchronized (this) {
      cuts = new ArrayList<>(running.values());
      running.clear();
    }
    Ends.run(cuts);
  }

  private synchronized void ended(Object use) {
    running.remove(use);
  }

  @Override
  public String toString() {
    return "Lease[" + lending.name() + "]";
  }
}
