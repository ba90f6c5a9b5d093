package dev.cloche.bench;

import java.io.IOException;

/** Starts a command in a sandbox, again and again, that prints one byte at once and ends. */
interface Launch extends AutoCloseable {

  /** What each sandbox runs: a program of its own, no word of a shell. */
  String PROGRAM = "printf";

  /** All that it prints. */
  char BYTE = 'x';

  /** Runs the command once. */
  Times run() throws IOException, InterruptedException;

  @Override
  default void close() {}

  /**
   * How long one took.
   *
   * @param firstByte ms from the call until its byte is with the caller
   * @param end ms from the call until its end is known
   */
  record Times(double firstByte, double end) {

    /** Times by {@link System#nanoTime}. */
    static Times of(long start, long firstByte, long end) {
      return new Times((firstByte - start) / 1e6, (end - start) / 1e6);
    }
  }
}
