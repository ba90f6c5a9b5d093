package dev.cloche.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads lines of at most the length of a record; of longer ones it keeps nothing. */
final class LineReader {

  private final InputStream in;

  LineReader(InputStream in) {
    this.in = new BufferedInputStream(in, AuditRecord.MAX_LINE_BYTES);
  }

  /**
   * One line.
   *
   * @param bytes without the line feed; of a line that is too long, its beginning
   * @param whole whether a line feed ended it
   * @param tooLong whether it is longer than a record
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over at once, never compared
  record Line(byte[] bytes, boolean whole, boolean tooLong) {}

  /** Returns the next line, or null at the end. */
  @Nullable Line next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    boolean tooLong = false;
    int b = in.read();
    if (b < 0) {
      return null;
    }
    while (b >= 0 && b != '\n') {
      if (line.size() < AuditRecord.MAX_LINE_BYTES - 1) {
        line.write(b);
      } else {
        tooLong = true;
      }
      b = in.read();
    }
    return new Line(line.toByteArray(), b == '\n', tooLong);
  }
}
