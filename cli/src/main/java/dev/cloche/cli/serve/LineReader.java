package dev.cloche.cli.serve;

import io.modelcontextprotocol.spec.McpSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Takes lines from a stream. One that is too long is passed over without being kept. */
final class LineReader {

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int end;

  /**
   * Makes one.
   *
   * @param longest bytes of a line
   */
  LineReader(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /**
   * Returns the next line without its end, or null where the stream ends.
   *
   * @throws Frame.BadFrameException if it was too long; the next call goes on behind it
   */
  byte @Nullable [] next() throws IOException, Frame.BadFrameException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    while (position < end || fill()) {
      int from = position;
      while (position < end && buffer[position] != '\n') {
        position++;
      }
      tooLong |= line.size() + position - from > longest;
      if (!tooLong) {
        line.write(buffer, from, position - from);
      }
      if (position < end) {
        position++;
        return whole(line, tooLong);
      }
    }
    return line.size() == 0 && !tooLong ? null : whole(line, tooLong);
  }

  private static byte[] whole(ByteArrayOutputStream line, boolean tooLong)
      throws Frame.BadFrameException {
    if (tooLong) {
      throw new Frame.BadFrameException(
          McpSchema.ErrorCodes.INVALID_REQUEST, "the message is larger than 8Mi");
    }
    return line.toByteArray();
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }
}
