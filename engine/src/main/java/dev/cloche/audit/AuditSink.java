package dev.cloche.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the lines of a log go. An embedder's own may be a lambda.
 *
 * <p>One log owns one sink. The log calls it from one thread at a time, in the order of the
 * records, and waits for each call no longer than its time bound. What a method throws makes the
 * log fail for good.
 */
@FunctionalInterface
public interface AuditSink extends AutoCloseable {

  /**
   * Takes one line. When it returns, the line is where the sink promises to keep it.
   *
   * @param line one JSON object in ASCII and the line feed behind it, at most 64 KiB; the sink may
   *     keep the array
   * @throws IOException if the line cannot be kept
   */
  void write(byte[] line) throws IOException;

  /**
   * Makes what was taken as durable as the sink can.
   *
   * @throws IOException if that fails
   */
  default void flush() throws IOException {}

  /**
   * Ends the sink; no other method is called afterwards.
   *
   * @throws IOException if what was taken may be lost
   */
  @Override
  default void close() throws IOException {}

  /**
   * Returns the end of the chain that this sink holds already, which the log then verifies and
   * continues; empty where it holds none. Called once, before the first line.
   *
   * @throws IOException if the end cannot be read, or is no whole line
   */
  default Optional<Tail> resume() throws IOException {
    return Optional.empty();
  }

  /**
   * The end of a chain.
   *
   * @param lastLine the last whole line, with its line feed
   * @param tornBytes how many bytes of an unfinished line were cut off behind it; 0 if none
   * @param tornSha256 SHA-256 of those bytes in hexadecimal; empty if none
   */
  @SuppressWarnings("ArrayRecordComponent") // copied both ways, compared by content
  record Tail(byte[] lastLine, long tornBytes, String tornSha256) {
    public Tail {
      lastLine = lastLine.clone();
      Objects.requireNonNull(tornSha256, "torn SHA-256");
    }

    @Override
    public byte[] lastLine() {
      return lastLine.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Tail tail
          && Arrays.equals(lastLine, tail.lastLine)
          && tornBytes == tail.tornBytes
          && tornSha256.equals(tail.tornSha256);
    }

    @Override
    public int hashCode() {
      return Objects.hash(Arrays.hashCode(lastLine), tornBytes, tornSha256);
    }
  }

  /**
   * Returns a sink that appends to a file, with the defaults of {@link FileAuditSink.Builder}.
   *
   * @throws IOException if the file cannot be had for this log alone
   */
  static AuditSink file(Path file) throws IOException {
    return FileAuditSink.builder(file).open();
  }
}
