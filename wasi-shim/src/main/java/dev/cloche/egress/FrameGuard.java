package dev.cloche.egress;

import java.io.IOException;

/**
 * Looks at the frames of HTTP/2 (RFC 9113, section 4.1) as they come in, and stops a connection
 * whose header blocks or control frames are too many.
 *
 * <p>OkHttp collects a header block and its continuations without a bound (the attack of
 * CVE-2024-27316 and its siblings), keeps those of trailers and pushes as well, and queues an
 * answer to each ping. Frames of data are left alone: flow control and the budget bound them.
 */
final class FrameGuard {
  /** Frames that ask for work and carry nothing, of one connection: more than any server sends. */
  private static final int MAX_CONTROL_FRAMES = 1_000;

  private static final int HEAD = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int PUSH_PROMISE = 5;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;

  private final Intake intake;
  private int headRead;
  private int length;
  private int payloadLeft;
  private int controlFrames;

  FrameGuard(Intake intake) {
    this.intake = intake;
  }

  /** Looks at the next bytes; one thread at a time. */
  void passed(byte[] bytes, int offset, int count) throws IOException {
    int end = offset + count;
    int at = offset;
    while (at < end) {
      if (payloadLeft > 0) {
        int skipped = Math.min(payloadLeft, end - at);
        payloadLeft -= skipped;
        at += skipped;
      } else {
        inHead(bytes[at++] & 0xff);
      }
    }
  }

  private void inHead(int octet) throws IOException {
    if (headRead < 3) {
      length = (length << 8) | octet;
    } else if (headRead == 3) {
      frame(octet);
    }
    if (++headRead == HEAD) {
      payloadLeft = length;
      headRead = 0;
      length = 0;
    }
  }

  private void frame(int type) throws IOException {
    if (type == HEADERS || type == PUSH_PROMISE || type == CONTINUATION) {
      intake.inHeaders(HEAD + length);
    } else if (type != DATA && type != WINDOW_UPDATE && ++controlFrames > MAX_CONTROL_FRAMES) {
      throw intake.refused(
          new EgressException(
              EgressException.Kind.PROTOCOL, "", "the server sends control frames without end"));
    }
  }
}
