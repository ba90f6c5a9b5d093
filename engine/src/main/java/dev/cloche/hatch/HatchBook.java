package dev.cloche.hatch;

import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchEvent;
import dev.cloche.HatchListener;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.egress.Ends;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** All hatches of one session. Thread-safe. */
public final class HatchBook implements AutoCloseable {
  private final String session;
  private final HatchApprover approver;
  private final HatchListener listener;
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<IssuedHatch> live = new HashSet<>();
  private boolean closed;

  /**
   * Makes one.
   *
   * @param session id of the session
   * @param approver decides
   * @param listener told each step
   * @param patience how long the approver may take
   * @param nanoTime a monotonic clock in nanoseconds, as {@link System#nanoTime}
   */
  public HatchBook(
      String session,
      HatchApprover approver,
      HatchListener listener,
      Duration patience,
      LongSupplier nanoTime) {
    this.session = session;
    this.approver = approver;
    this.listener = listener;
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /** Asks for a hatch. Returns it if, in time, the approver said yes and all could be recorded. */
  public Optional<Hatch> request(HatchRequest request) {
    long number = numbers.incrementAndGet();
    if (!told(HatchEvent.Kind.REQUESTED, number, "", request, "")) {
      return Optional.empty();
    }
    if (Approval.ask(approver, request, patience) != HatchApprover.Answer.APPROVE) {
      var unused =
          told(HatchEvent.Kind.DENIED, number, "", request, "the approver did not say yes");
      return Optional.empty();
    }
    return told(HatchEvent.Kind.APPROVED, number, "", request, "")
        ? issue(number, request)
        : Optional.empty();
  }

  private synchronized Optional<Hatch> issue(long number, HatchRequest request) {
    if (closed) {
      return Optional.empty();
    }
    IssuedHatch issued = new IssuedHatch(this, number, request, nanoTime);
    live.removeIf(hatch -> hatch.state() != Hatch.State.LIVE && !hatch.inUse());
    live.add(issued);
    return Optional.of(issued);
  }

  /**
   * Takes one use of a hatch.
   *
   * @param hatch as the embedder gave it
   * @param call the id of the call that wants to use it
   * @param kind the kind of operation that is wanted
   * @param wanted whether the operation that was approved covers what is wanted now
   * @param cut cuts what uses it, for a revoke
   * @return the use, to be closed at its end; empty if the hatch does not open
   */
  public <T extends HatchOperation> Optional<HatchUse<T>> consume(
      Hatch hatch, String call, Class<T> kind, Predicate<T> wanted, Runnable cut) {
    IssuedHatch issued = (IssuedHatch) hatch;
    if (!issued.isOf(this)) {
      return refused(0, call, issued.request(), "it is of another session");
    }
    HatchOperation operation = issued.request().operation();
    if (!kind.isInstance(operation) || !wanted.test(kind.cast(operation))) {
      return refused(issued.number(), call, issued.request(), "it is for something else");
    }
    HatchUse<T> use = new HatchUse<>(issued, kind.cast(operation), cut);
    String why = issued.take(call, use);
    if (!why.isEmpty()) {
      return refused(issued.number(), call, issued.request(), why);
    }
    if (!told(HatchEvent.Kind.USED, issued.number(), call, issued.request(), "")) {
      use.close();
      return refused(issued.number(), call, issued.request(), "its use could not be recorded");
    }
    return Optional.of(use);
  }

  private <T extends HatchOperation> Optional<HatchUse<T>> refused(
      long number, String call, HatchRequest request, String why) {
    var unused = told(HatchEvent.Kind.REFUSED, number, call, request, why);
    return Optional.empty();
  }

  private boolean told(
      HatchEvent.Kind kind, long number, String call, HatchRequest request, String detail) {
    try {
      listener.on(new HatchEvent(kind, session, number, call, request, detail));
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  void revoked(IssuedHatch hatch) {
    listener.on(
        new HatchEvent(HatchEvent.Kind.REVOKED, session, hatch.number(), "", hatch.request(), ""));
  }

  /** Takes all back. May be called again. */
  @Override
  public void close() {
    List<IssuedHatch> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(live);
      live.clear();
    }
    Ends.each(all, IssuedHatch::revoke);
  }
}
