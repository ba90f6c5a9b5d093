package dev.cloche.audit;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Calls a sink from one thread, and waits for it a bounded time. Whatever a sink throws, errors
 * too, is an {@link IOException} here. A sink that does not return is interrupted and left behind
 * on its daemon thread; what it was not asked in time, it is never asked ({@link
 * NotBegunException}).
 */
final class SinkThread {

  private static final Duration IDLE = Duration.ofSeconds(10);

  private final AuditSink sink;
  private final ExecutorService thread;

  SinkThread(AuditSink sink) {
    this.sink = sink;
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread made = new Thread(work, "cloche-audit");
              made.setDaemon(true);
              return made;
            });
    one.allowCoreThreadTimeOut(true);
    this.thread = one;
  }

  Optional<AuditSink.Tail> resume(Duration left) throws IOException {
    return await(sink::resume, left);
  }

  void write(byte[] line, Duration left) throws IOException {
    run(() -> sink.write(line), left);
  }

  void flush(Duration left) throws IOException {
    run(sink::flush, left);
  }

  /** Closes the sink behind whatever it still does; a second time does nothing. */
  void close(Duration left) {
    if (thread.isShutdown()) {
      return;
    }
    try {
      run(sink::close, left);
    } catch (IOException e) {
      throw new AuditException("the audit sink could not be closed", e);
    } finally {
      thread.shutdown();
    }
  }

  /** Closes the sink without waiting or complaint: there is a worse failure to tell of. */
  void abandon() {
    Future<?> ignored =
        thread.submit(
            () -> {
              sink.close();
              return true;
            });
    thread.shutdown();
  }

  private interface Action {
    void run() throws IOException;
  }

  private void run(Action action, Duration left) throws IOException {
    boolean ignored =
        await(
            () -> {
              action.run();
              return true;
            },
            left);
  }

  private <T> T await(Callable<T> work, Duration left) throws IOException {
    // Whoever is first: the thread that begins it, or the one that gives it up.
    AtomicBoolean decided = new AtomicBoolean();
    Future<T> running;
    try {
      running = thread.submit(() -> begun(decided, work));
    } catch (RejectedExecutionException e) {
      throw new AuditSinkException("the audit sink is closed");
    }
    try {
      return get(running, left);
    } catch (TimeoutException e) {
      if (decided.compareAndSet(false, true)) {
        throw new NotBegunException();
      }
      boolean ignored = running.cancel(true);
      throw new AuditSinkException("the audit sink took longer than its time");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuditSinkException told) {
        throw told;
      }
      throw new IOException("the audit sink failed", e.getCause());
    }
  }

  private static <T> T begun(AtomicBoolean decided, Callable<T> work) throws Exception {
    if (!decided.compareAndSet(false, true)) {
      throw new NotBegunException();
    }
    return work.call();
  }

  private static <T> T get(Future<T> running, Duration left)
      throws TimeoutException, ExecutionException {
    long deadline = System.nanoTime() + left.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return running.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
