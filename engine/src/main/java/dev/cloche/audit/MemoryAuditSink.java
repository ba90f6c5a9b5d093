package dev.cloche.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps lines in memory, for tests and for embedders that take them away. Bounded: when it is full
 * it fails, as everything does that cannot record, rather than lose a line. Thread-safe.
 */
public final class MemoryAuditSink implements AuditSink {

  private final int maxLines;
  private final List<String> lines = new ArrayList<>();

  private MemoryAuditSink(int maxLines) {
    this.maxLines = maxLines;
  }

  /**
   * Returns an empty sink.
   *
   * @param maxLines how many lines it holds, at least 1; each is at most 64 KiB
   */
  public static MemoryAuditSink of(int maxLines) {
    if (maxLines < 1) {
      throw new IllegalArgumentException("lines " + maxLines + " is below 1");
    }
    return new MemoryAuditSink(maxLines);
  }

  @Override
  public synchronized void write(byte[] line) throws IOException {
    if (lines.size() >= maxLines) {
      throw new AuditSinkException("the audit memory is full: " + maxLines + " lines");
    }
    lines.add(new String(line, StandardCharsets.US_ASCII).stripTrailing());
  }

  /** Returns the lines that it holds, without line feeds. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /** Returns the lines that it holds, and forgets them: makes room. */
  public synchronized List<String> drain() {
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }
}
