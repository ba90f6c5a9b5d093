package dev.cloche.host;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Threads for what goes on beside a command: to start one costs as much as a tenth of a launch. No
 * code of an embedder runs on them, and nobody interrupts one.
 */
final class Workers {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "cloche-sandbox-worker");
            thread.setDaemon(true);
            return thread;
          });

  private Workers() {}

  static void run(Runnable work) {
    THREADS.execute(work);
  }
}
