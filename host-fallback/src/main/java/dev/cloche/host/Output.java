package dev.cloche.host;

import dev.cloche.Captured;
import dev.cloche.egress.Scrubber;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What a command writes to its two streams, under one allowance for both. Each stream has a thread
 * that reads it, so that a command never waits for a reader; what comes after the allowance is
 * thrown away.
 */
final class Output {
  private static final int CHUNK = 16 * 1024;

  private final long limit;
  private final Runnable onExceeded;
  private long written;

  Output(long limit, Runnable onExceeded) {
    this.limit = limit;
    this.onExceeded = onExceeded;
  }

  /** Returns how many bytes were written to both, those thrown away included. */
  synchronized long written() {
    return written;
  }

  synchronized boolean isExceeded() {
    return written > limit;
  }

  /**
   * Starts to read a stream.
   *
   * @param copy gets what is read as well, within the allowance
   * @param scrubber takes secrets out of both; its marks can make the rest a little longer
   */
  Stream read(String name, InputStream in, Optional<OutputStream> copy, Scrubber scrubber) {
    Stream stream = new Stream(in, copy, scrubber);
    if (copy.isPresent()) {
      // The embedder's code, which gets a thread without a past and without a future.
      Thread thread = new Thread(stream::pump, "cloche-sandbox-" + name);
      thread.setDaemon(true);
      thread.start();
    } else {
      Workers.run(stream::pump);
    }
    return stream;
  }

  /** Returns how many of these bytes are within the allowance. */
  private int take(int read) {
    boolean first;
    int within;
    synchronized (this) {
      first = written <= limit && written + read > limit;
      within = (int) Math.max(0, Math.min(read, limit - written));
      written += read;
    }
    if (first) {
      onExceeded.run();
    }
    return within;
  }

  /** One stream and what came from it. */
  final class Stream {
    private final InputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CountDownLatch ended = new CountDownLatch(1);

    private final Optional<OutputStream> copy;

    private final Scrubber scrubber;

    private Stream(InputStream in, Optional<OutputStream> copy, Scrubber scrubber) {
      this.in = in;
      this.copy = copy;
      this.scrubber = scrubber;
    }

    /** Whoever cannot take a copy any more ends the stream: the command finds its pipe closed. */
    private void pump() {
      byte[] buffer = new byte[CHUNK];
      boolean clean = scrubber == Scrubber.none();
      Scrubber.Stream scrubbed = scrubber.stream();
      try (in) {
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          int within = take(read);
          hand(clean ? Arrays.copyOf(buffer, within) : scrubbed.next(buffer, 0, within));
        }
        // What is held back where the allowance ends may be the beginning of a secret.
        if (!isExceeded()) {
          hand(scrubbed.end());
        }
      } catch (IOException | RuntimeException closed) {
        // Whoever closed it does not wait for more.
      } finally {
        ended.countDown();
      }
    }

    private void hand(byte[] clean) throws IOException {
      synchronized (bytes) {
        bytes.write(clean, 0, clean.length);
      }
      if (copy.isPresent() && clean.length > 0) {
        copy.get().write(clean);
        copy.get().flush();
      }
    }

    /**
     * Returns what came. When the processes are gone the stream ends by itself; should somebody
     * else hold it open, it is not waited for longer than this.
     */
    Captured end(Duration patience) {
      boolean interrupted = Thread.interrupted();
      try {
        boolean ignored = ended.await(Math.max(1, patience.toMillis()), TimeUnit.MILLISECONDS);
      } catch (InterruptedException again) {
        interrupted = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      synchronized (bytes) {
        return Captured.of(bytes.toByteArray());
      }
    }
  }
}
