package dev.cloche.hatch;

import dev.cloche.Hatch;
import dev.cloche.HatchRequest;
import dev.cloche.egress.Ends;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** A hatch that was approved. What decides on a use and what it changes are under one lock. */
public final class IssuedHatch implements Hatch {
  private final HatchBook book;
  private final long number;
  private final HatchRequest request;
  private final LongSupplier nanoTime;
  private final long begun;
  private final Set<HatchUse<?>> running = new HashSet<>();
  private String boundTo = "";
  private int used;
  private boolean expired;
  private boolean revoked;

  IssuedHatch(HatchBook book, long number, HatchRequest request, LongSupplier nanoTime) {
    this.book = book;
    this.number = number;
    this.request = request;
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
  }

  @Override
  public HatchRequest request() {
    return request;
  }

  @Override
  public synchronized State state() {
    if (revoked) {
      return State.REVOKED;
    }
    expired = expired || nanoTime.getAsLong() - begun >= request.ttl().toNanos();
    if (expired) {
      return State.EXPIRED;
    }
    return used < request.uses() ? State.LIVE : State.USED_UP;
  }

  @Override
  public synchronized int usesLeft() {
    return request.uses() - used;
  }

  @Override
  public void revoke() {
    List<HatchUse<?>> cuts;
    synchronized (this) {
      if (revoked) {
        return;
      }
      revoked = true;
      cuts = new ArrayList<>(running);
      running.clear();
    }
    try {
      Ends.each(cuts, HatchUse::cut);
    } finally {
      book.revoked(this);
    }
  }

  /** Takes one use; returns why not, or the empty string. */
  synchronized String take(String call, HatchUse<?> use) {
    State state = state();
    if (state != State.LIVE) {
      return "it is " + state.name().replace('_', ' ').toLowerCase(java.util.Locale.ROOT);
    }
    if (request.oneCall() && used > 0 && !boundTo.equals(call)) {
      return "it is of another call";
    }
    boundTo = call;
    used++;
    running.add(use);
    return "";
  }

  synchronized void ended(HatchUse<?> use) {
    running.remove(use);
  }

  synchronized boolean inUse() {
    return !running.isEmpty();
  }

  boolean isOf(HatchBook other) {
    return book == other;
  }

  long number() {
    return number;
  }

  @Override
  public String toString() {
    return "Hatch[" + number + " " + request.operation().getClass().getSimpleName() + "]";
  }
}
