package dev.cloche.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Optional;

/** Finds the last whole line of a file without reading the rest of it. */
final class TailReader {

  private TailReader() {}

  /**
   * Returns the last line and leaves the channel at the end; empty if the file is.
   *
   * @param cut whether an unfinished line behind it is cut off
   * @throws IOException if there is an unfinished line that may not be cut, or no whole line in the
   *     last 128 KiB
   */
  static Optional<AuditSink.Tail> read(FileChannel channel, boolean cut) throws IOException {
    byte[] end = lastBytes(channel, 2 * AuditRecord.MAX_LINE_BYTES);
    int lines = lastLineFeed(end, end.length) + 1;
    int torn = end.length - lines;
    if (torn == 0 && lines == 0) {
      return Optional.empty();
    }
    if (torn > 0 && !cut) {
      throw new AuditSinkException(
          "the audit file ends in an unfinished line of " + torn + " bytes; see docs/audit.md");
    }
    if (lines == 0) {
      throw new AuditSinkException("the audit file holds no whole line at its end");
    }
    if (torn > 0) {
      FileChannel ignored = channel.truncate(channel.size() - torn);
    }
    int start = lastLineFeed(end, lines - 1) + 1;
    if (lines - start > AuditRecord.MAX_LINE_BYTES) {
      throw new AuditSinkException("the last line of the audit file is longer than a record");
    }
    String sha256 = torn == 0 ? "" : Seal.sha256Hex(Arrays.copyOfRange(end, lines, end.length));
    return Optional.of(new AuditSink.Tail(Arrays.copyOfRange(end, start, lines), torn, sha256));
  }

  private static byte[] lastBytes(FileChannel channel, int most) throws IOException {
    long size = channel.size();
    ByteBuffer end = ByteBuffer.allocate((int) Math.min(size, most));
    long at = size - end.capacity();
    while (end.hasRemaining()) {
      int read = channel.read(end, at + end.position());
      if (read < 0) {
        throw new AuditSinkException("the audit file shrinks while it is read");
      }
    }
    return end.array();
  }

  private static int lastLineFeed(byte[] bytes, int before) {
    int i = before - 1;
    while (i >= 0 && bytes[i] != '\n') {
      i--;
    }
    return i;
  }
}
