package dev.cloche.egress;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a session may still send and receive. Thread-safe.
 *
 * <p>A request or a byte that is to be sent is counted before it is; one that came, when it came.
 * Nothing is given back: what failed was sent all the same.
 */
final class Budget {
  static final String REQUESTS = "requests";
  static final String SENT_BYTES = "sentBytes";
  static final String RECEIVED_BYTES = "receivedBytes";

  private final EgressLimits limits;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong received = new AtomicLong();

  Budget(EgressLimits limits) {
    this.limits = limits;
  }

  /** Counts one more request. */
  void request() throws EgressException {
    take(requests, 1, limits.requests(), REQUESTS);
  }

  /** Counts bytes that are about to be sent. */
  void send(long bytes) throws EgressException {
    take(sent, bytes, limits.sentBytes(), SENT_BYTES);
  }

  /** Counts bytes that came. */
  void receive(long bytes) throws EgressException {
    if (received.addAndGet(bytes) > limits.receivedBytes()) {
      throw spent(RECEIVED_BYTES, limits.receivedBytes());
    }
  }

  EgressUsage usage() {
    return new EgressUsage(requests.get(), sent.get(), received.get());
  }

  private static void take(AtomicLong counter, long amount, long limit, String what)
      throws EgressException {
    long before = counter.get();
    while (!counter.compareAndSet(before, before + requireWithin(before, amount, limit, what))) {
      before = counter.get();
    }
  }

  private static long requireWithin(long before, long amount, long limit, String what)
      throws EgressException {
    if (amount > limit - before) {
      throw spent(what, limit);
    }
    return amount;
  }

  private static EgressException spent(String what, long limit) {
    return new EgressException(
        EgressException.Kind.BUDGET,
        what,
        "the session's budget of " + limit + " " + words(what) + " is spent");
  }

  private static String words(String what) {
    return what.equals(REQUESTS)
        ? "requests"
        : what.equals(SENT_BYTES) ? "bytes sent" : "bytes received";
  }
}
