package dev.cloche.run;

import dev.cloche.egress.Patience;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A call's deadline and cancellation, as whoever waits for the network on its behalf sees them.
 *
 * <p>The JDK's own timer thread, which serves all timeouts of futures in the JVM, tells of the
 * deadline; a timer that is no longer needed leaves its queue at once.
 */
final class CallPatience implements Patience {

  private final Deadline deadline;

  CallPatience(Deadline deadline) {
    this.deadline = deadline;
  }

  @Override
  public Duration left() {
    return deadline.left();
  }

  @Override
  public Registration onEnd(Runnable cut) {
    // Ends once: by the timer or the cancellation, which cut, or by the registration's close.
    CompletableFuture<Boolean> ending = new CompletableFuture<>();
    CompletableFuture<Boolean> ignored =
        ending.whenComplete(
            (closed, timeout) -> {
              if (timeout != null) {
                cut.run();
              }
            });
    Runnable end = () -> ending.completeExceptionally(new TimeoutException());
    Runnable forget = deadline.onCancel(end);
    ignored = ending.orTimeout(Math.max(0, left().toNanos()), TimeUnit.NANOSECONDS);
    return () -> {
      forget.run();
      boolean unused = ending.complete(true);
    };
  }
}
