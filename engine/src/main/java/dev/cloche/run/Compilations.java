package dev.cloche.run;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles modules beside the calls that run. Bounded on every side, since modules are strangers'
 * work: in threads, in modules that wait, and in heap. What does not fit is not compiled, and stays
 * interpreted. A compilation cannot be stopped from outside, but the size of a module bounds it.
 *
 * <p>Thread-safe.
 */
final class Compilations implements AutoCloseable {

  /** Modules that may wait; beyond, those that come are interpreted. */
  static final int QUEUE = 32;

  /** The part of the heap that one compilation may be expected to take. */
  private static final double HEAP_SHARE = 0.5;

  private final ThreadPoolExecutor threads;
  private final long heapBytes;

  Compilations() {
    this((long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE), QUEUE);
  }

  Compilations(long heapBytes, int queue) {
    this.heapBytes = heapBytes;
    this.threads =
        new ThreadPoolExecutor(
            1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), Compilations::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(null, task, "cloche-compile", Images.STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts or queues a compilation; the result is empty if the module stays interpreted. Who
   * cancels the result takes the module out of the queue, which would keep it in the heap.
   */
  CompletableFuture<Optional<Prepared>> submit(Prepared.Compilation compilation) {
    CompletableFuture<Optional<Prepared>> result = new CompletableFuture<>();
    if (compilation.heapBytes() > heapBytes) {
      log()
          .warn(
              "a module is interpreted: compiling it may take {} MiB of heap, more than the {} MiB"
                  + " there are for it",
              compilation.heapBytes() >> 20,
              heapBytes >> 20);
      result.complete(Optional.empty());
      return result;
    }
    Runnable task = () -> run(compilation, result);
    try {
      threads.execute(task);
      CompletableFuture<?> ignored =
          result.whenComplete(
              (compiled, fault) -> {
                if (result.isCancelled()) {
                  drop(task);
                }
              });
    } catch (RejectedExecutionException full) {
      log().warn("a module is interpreted: too many wait to be compiled");
      result.complete(Optional.empty());
    }
    return result;
  }

  /** Also where it runs already: then there is nothing to drop. */
  private void drop(Runnable task) {
    boolean ignored = threads.remove(task);
  }

  private static void run(
      Prepared.Compilation compilation, CompletableFuture<Optional<Prepared>> result) {
    try {
      result.complete(compilation.work().call());
    } catch (Exception | Error fault) {
      log().error("compiling a module failed", fault);
      result.complete(Optional.empty());
    }
  }

  @Override
  public void close() {
    // The modules that wait are dropped; whoever waited for them runs interpreted.
    threads.shutdownNow();
  }

  /** Looked up when there is something to log: that takes longer than to open a session. */
  private static Logger log() {
    return LoggerFactory.getLogger(Compilations.class);
  }
}
