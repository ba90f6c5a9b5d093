package dev.cloche.egress;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts what comes in over one lane, and stops it. Thread-safe: a reader of HTTP/2 counts on a
 * thread of its own.
 *
 * <p>At the wire, below TLS, every byte counts for the session's budget. Above TLS the bytes of one
 * step count: from the request to the end of the head, interim responses included, and then from
 * one read of the body to the next, chunk sizes and trailers included. A step has room for the head
 * that the limits permit and for what a client reads ahead, so that no line, no head, no run of
 * interim responses and no trailers can grow without end in memory.
 */
final class Intake {
  /** What okio reads at once, and thus may have read beyond the end of a step. */
  private static final int READ_AHEAD = 8_192;

  private final Budget budget;
  private final int headerBytes;
  private final AtomicLong wire = new AtomicLong();
  private final AtomicLong step = new AtomicLong();
  private final AtomicLong headers = new AtomicLong();
  private volatile @Nullable EgressException refusal;

  Intake(Budget budget, int headerBytes) {
    this.budget = budget;
    this.headerBytes = headerBytes;
  }

  /** Begins with another exchange. */
  void begin() {
    wire.set(0);
    headers.set(0);
    step.set(0);
  }

  /** The exchange got on: a step begins. */
  void progressed() {
    step.set(0);
  }

  /** Bytes of this exchange at the wire. */
  long wireBytes() {
    return wire.get();
  }

  /** Why the lane was stopped here, if it was. */
  @Nullable EgressException refusal() {
    return refusal;
  }

  /** Bytes came in at the wire. */
  void atWire(int bytes) throws IOException {
    wire.addAndGet(bytes);
    try {
      budget.receive(bytes);
    } catch (EgressException e) {
      throw refused(e);
    }
  }

  /** Bytes of HTTP/1.1 came in. */
  void inStep(int bytes) throws IOException {
    if (step.addAndGet(bytes) > (long) headerBytes + READ_AHEAD) {
      throw refused(headTooLarge(headerBytes));
    }
  }

  /** Bytes of header blocks of HTTP/2 came in, in whatever frames. */
  void inHeaders(int bytes) throws IOException {
    if (headers.addAndGet(bytes) > headerBytes) {
      throw refused(headTooLarge(headerBytes));
    }
  }

  /** Stops the lane. */
  Refusal refused(EgressException exception) {
    refusal = exception;
    return new Refusal(exception);
  }

  static EgressException headTooLarge(int headerBytes) {
    return new EgressException(
        EgressException.Kind.TOO_LARGE,
        "headerBytes",
        "the head of the response has more than " + headerBytes + " bytes");
  }
}
