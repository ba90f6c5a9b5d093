package dev.cloche.run;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads that guests run on: daemons with a Java stack that is larger than any guest may use.
 *
 * <p>A thread that ended its call waits some seconds for the next one, since to make a thread with
 * such a stack takes as long as many a call. Guests leave nothing on one: they have no thread
 * locals, and interrupts are cleared between calls. The stack pages that a guest touched stay with
 * the thread until it ends.
 *
 * <p>Thread-safe.
 */
final class GuestThreads implements AutoCloseable {

  /**
   * What {@code FuelSchedule.STACK_BYTES} of counted frames may take on the Java stack: a JVM's
   * interpreter uses up to 16 bytes for a slot counted as 8, and Chicory's about 1 KiB for a frame
   * counted as at least 512. Reserved address space; memory is used as far as a guest gets.
   */
  static final long STACK_BYTES = 320L << 20;

  private static final int IDLE_SECONDS = 3;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          GuestThreads::thread);

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(null, task, "cloche-guest", STACK_BYTES, false);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs a guest on a thread that other guests may have used.
   *
   * @throws OutOfMemoryError if the machine has no thread left
   */
  void start(Runnable guest) {
    threads.execute(guest);
  }

  /**
   * Runs a guest on a thread of its own. For a guest beside which code of the embedder runs: that
   * may leave what it likes on the thread.
   *
   * @throws OutOfMemoryError if the machine has no thread left
   */
  static void startNew(Runnable guest) {
    thread(guest).start();
  }

  /** Runs a guest on a thread of its own, waits for it, and returns or throws what it does. */
  static <T> T callOnce(Supplier<T> guest) {
    FutureTask<T> task = new FutureTask<>(guest::get);
    startNew(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw rethrown(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException rethrown(Throwable fault) {
    if (fault instanceof Error error) {
      throw error;
    }
    return fault instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(fault);
  }

  /** Lets idle threads end; calls that still run end by themselves. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
