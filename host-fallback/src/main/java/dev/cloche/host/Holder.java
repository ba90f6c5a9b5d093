package dev.cloche.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process that holds the namespaces of a session, and so its workspace; see {@link HolderPlan}.
 */
final class Holder {
  private static final long START_SECONDS = 20;
  private static final int MAX_COMPLAINT = 400;

  private final Process process;
  private final Path workspace;

  private Holder(Process process, Path workspace) {
    this.process = process;
    this.workspace = workspace;
  }

  /**
   * Starts a holder and waits until the workspace is mounted.
   *
   * @throws RefusedException if it cannot be
   * @throws CancellationException if this thread was interrupted
   */
  static Holder start(List<String> argv, Path workspace) throws IOException {
    Process process = Spawner.start(argv);
    Holder holder = new Holder(process, workspace);
    boolean ready = false;
    try {
      ready = holder.awaitReady();
    } finally {
      if (!ready) {
        process.destroyForcibly();
      }
    }
    if (!ready) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted while a session was made");
      }
      throw new RefusedException(
          NativeRefusal.SANDBOX_UNUSABLE,
          "the namespaces of a session cannot be made: " + holder.complaint());
    }
    return holder;
  }

  private boolean awaitReady() {
    CompletableFuture<Boolean> line = new CompletableFuture<>();
    Thread reader = new Thread(() -> line.complete(readsReady()), "cloche-sandbox-holder");
    reader.setDaemon(true);
    reader.start();
    try {
      return line.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException notReady) {
      return false;
    }
  }

  private boolean readsReady() {
    try {
      byte[] expected = (HolderPlan.READY + "\n").getBytes(StandardCharsets.US_ASCII);
      byte[] read = process.getInputStream().readNBytes(expected.length);
      return Arrays.equals(expected, read);
    } catch (IOException ended) {
      return false;
    }
  }

  /** What the programs of the chain said last; theirs, not a tool's. */
  private String complaint() {
    try (InputStream error = process.getErrorStream()) {
      String text = new String(error.readNBytes(MAX_COMPLAINT), StandardCharsets.UTF_8).strip();
      return text.isEmpty() ? "no reason was given" : text.replaceAll("[^ -~]", " ");
    } catch (IOException closed) {
      return "no reason was given";
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The workspace, seen from here. What is in it is the command's: no link of it is to follow. */
  Path tree() {
    return Path.of("/proc/" + pid() + "/root" + workspace);
  }

  /** Ends the holder; the workspace is gone when nothing uses it any more. */
  void end() {
    process.destroyForcibly();
    boolean interrupted = false;
    while (true) {
      try {
        int status = process.waitFor();
        assert status != 0;
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
