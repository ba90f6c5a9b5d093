package dev.cloche.bench;

import java.io.IOException;

/** Starts {@code true} in a sandbox, again and again. */
interface Launch extends AutoCloseable {

  /** Milliseconds from the call to the known end of one. */
  double millis() throws IOException, InterruptedException;

  @Override
  default void close() {}
}
