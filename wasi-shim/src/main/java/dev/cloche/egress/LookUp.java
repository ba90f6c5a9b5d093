package dev.cloche.egress;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the resolver on another thread, since it cannot be told how long to take. Thread-safe.
 *
 * <p>A look-up that is given up keeps its thread until the resolver answers; so there are a few at
 * a time, and the next one waits for a place, as long as it may.
 */
final class LookUp {
  /** How soon one that waits for a place sees that it was cut. */
  private static final long LOOK_AGAIN_MILLIS = 20;

  private final Resolver resolver;
  private final Executor threads;
  private final Semaphore places = new Semaphore(Threads.LOOK_UPS);

  LookUp(Resolver resolver, Executor threads) {
    this.resolver = resolver;
    this.threads = threads;
  }

  /** Returns all addresses of the host. */
  List<InetAddress> addresses(String host, long nanos, Cut cut) throws EgressException {
    CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    cut.waitingIn(() -> answer.cancel(false));
    long deadline = System.nanoTime() + nanos;
    try {
      while (!places.tryAcquire(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        if (answer.isDone() || deadline - System.nanoTime() <= 0) {
          throw unreachable(host, "could not be looked up in time");
        }
      }
      start(host, answer);
      return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw unreachable(host, "could not be looked up in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EgressException(EgressException.Kind.CUT, "", "the exchange was interrupted");
    } catch (ExecutionException | CancellationException e) {
      // What the resolver said may name servers and addresses of the host's network.
      throw unreachable(host, "has no address");
    }
  }

  private void start(String host, CompletableFuture<List<InetAddress>> answer) {
    try {
      threads.execute(
          () -> {
            try {
              answer.complete(List.copyOf(resolver.resolve(host)));
            } catch (Throwable e) {
              answer.completeExceptionally(e);
            } finally {
              places.release();
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError noThread) {
      places.release();
      answer.cancel(false);
    }
  }

  private static EgressException unreachable(String host, String what) {
    return new EgressException(
        EgressException.Kind.UNREACHABLE, "", "host " + Shown.quoted(host) + " " + what);
  }
}
