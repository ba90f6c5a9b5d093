package dev.cloche.host;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts every process of this module, on one thread that never ends.
 *
 * <p><b>Why one thread.</b> Bubblewrap asks the kernel to be killed when its parent dies, and to
 * the kernel a parent is the thread that forked, not its process: a sandbox that a short-lived
 * thread started dies with that thread (containers/bubblewrap#692). With this thread it dies with
 * the JVM, as it should.
 *
 * <p><b>Why no environment.</b> Process 1 of a sandbox is bubblewrap, whose environment the command
 * can read in {@code /proc/1/environ}.
 */
final class Spawner {
  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "cloche-sandbox-spawner");
            thread.setDaemon(true);
            return thread;
          });

  private Spawner() {}

  /** Starts a process with pipes, nothing in its environment, in the root directory. */
  static Process start(List<String> argv) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(argv);
    builder.environment().clear();
    builder.directory(new File("/"));
    Future<Process> started = THREAD.submit(builder::start);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return started.get();
        } catch (InterruptedException later) {
          // A process that nobody knows of would be worse than the wait for a fork.
          interrupted = true;
        }
      }
    } catch (ExecutionException | CancellationException failed) {
      throw new IOException("a process could not be started", failed.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
