package dev.cloche.run;

import dev.cloche.LimitKind;
import dev.cloche.wasi.HostStop;

/**
 * Why the host ended a guest. Thrown on the guest thread through the guest's frames, where nothing
 * can catch it: guest code catches only what guest code throws.
 */
final class GuestStop extends HostStop {

  private static final long serialVersionUID = 1L;

  /** The reasons. */
  enum Reason {
    LIMIT,
    STACK,
    CANCELLED,
    UNRECORDED,
    FUNCTION
  }

  private final Reason reason;
  private final LimitKind limit;
  private final long used;

  private final transient StackTraceElement[] frames;

  private GuestStop(Reason reason, LimitKind limit, long used, StackTraceElement... frames) {
    super(reason.name());
    this.reason = reason;
    this.limit = limit;
    this.used = used;
    this.frames = frames;
  }

  static GuestStop limit(LimitKind which, long used) {
    return new GuestStop(Reason.LIMIT, which, used);
  }

  /** The innermost frames alone are kept: there may be a hundred thousand. */
  static GuestStop stackExhausted() {
    StackTraceElement[] frames =
        StackWalker.getInstance()
            .walk(
                all ->
                    all.limit(Traps.MAX_FRAMES + 10)
                        .map(StackWalker.StackFrame::toStackTraceElement)
                        .toArray(StackTraceElement[]::new));
    return new GuestStop(Reason.STACK, LimitKind.FUEL, 0, frames);
  }

  static GuestStop cancelled() {
    return new GuestStop(Reason.CANCELLED, LimitKind.FUEL, 0);
  }

  /** What the guest was about to do could not be recorded. */
  static GuestStop unrecorded() {
    return new GuestStop(Reason.UNRECORDED, LimitKind.FUEL, 0);
  }

  /** A function of the embedder threw. */
  static GuestStop functionFailed() {
    return new GuestStop(Reason.FUNCTION, LimitKind.FUEL, 0);
  }

  Reason reason() {
    return reason;
  }

  /** Which limit, where the reason is {@link Reason#LIMIT}. */
  LimitKind limit() {
    return limit;
  }

  /** Whether the guest has used up its fuel. */
  boolean isFuel() {
    return reason == Reason.LIMIT && limit == LimitKind.FUEL;
  }

  long used() {
    return used;
  }

  /**
   * Where it was, as far as the reason is one that the guest's author wants to know the place of.
   */
  StackTraceElement[] frames() {
    return frames.clone();
  }
}
