package dev.cloche.egress;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

/** What the exchanges of one egress share. Thread-safe. */
record EgressParts(
    EgressLimits limits,
    Budget budget,
    Decider decider,
    Dialer dialer,
    Injector injector,
    EgressObserver observer,
    ExecutorService threads,
    Set<Ongoing> open) {

  EgressParts(
      EgressLimits limits,
      Budget budget,
      Decider decider,
      Dialer dialer,
      Injector injector,
      EgressObserver observer,
      ExecutorService threads) {
    this(
        limits,
        budget,
        decider,
        dialer,
        injector,
        observer,
        threads,
        ConcurrentHashMap.newKeySet());
  }

  void forget(Ongoing exchange) {
    open.remove(exchange);
  }

  /** A hop is over: its connection is kept if it may serve again, and the observer is told. */
  void end(Hop hop, boolean reusable, String failure) {
    Lane lane = hop.lane();
    long received = hop.receivedBytes();
    if (lane != null && reusable && lane.key().generation() == decider.current().generation()) {
      dialer.lanes().give(lane);
    } else if (lane != null) {
      lane.retire();
    }
    observer.ended(
        hop.asked().method(), hop.url(), hop.status(), hop.sentBytes(), received, failure);
  }
}
