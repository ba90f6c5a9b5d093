package dev.cloche.host.network;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The body of a request: of a known length, or in chunks (RFC 9112, sections 6 and 7). A request
 * that has both, or either twice, could end in two places, and is refused.
 */
final class RequestBody {
  private static final int MAX_LINE = 1 << 10;
  private static final int MAX_TRAILERS = 100;

  private final Wire wire;
  private final boolean chunked;
  private long left;
  private boolean first = true;
  private boolean done;

  private RequestBody(Wire wire, boolean chunked, long left) {
    this.wire = wire;
    this.chunked = chunked;
    this.left = left;
    this.done = !chunked && left == 0;
  }

  static RequestBody of(RequestHead head, Wire wire) throws BadRequest {
    List<String> lengths = head.all("content-length");
    List<String> codings = head.all("transfer-encoding");
    if (lengths.size() + codings.size() > 1) {
      throw new BadRequest("the request says more than once where its body ends");
    }
    if (!codings.isEmpty() && !codings.get(0).equalsIgnoreCase("chunked")) {
      throw new BadRequest("the body has a coding other than chunked");
    }
    if (!lengths.isEmpty() && !lengths.get(0).matches("[0-9]{1,15}")) {
      throw new BadRequest("the length of the body is not a number");
    }
    long length = lengths.isEmpty() ? 0 : Long.parseLong(lengths.get(0));
    return new RequestBody(wire, !codings.isEmpty(), length);
  }

  /** Whether there is nothing more. */
  boolean isDone() {
    return done;
  }

  /** Reads at least one byte; -1 at the end. */
  int read(byte[] bytes) throws IOException, BadRequest {
    if (!done && chunked && left == 0) {
      nextChunk();
    }
    if (done) {
      return -1;
    }
    int read = wire.read(bytes, 0, (int) Math.min(bytes.length, left));
    if (read < 0) {
      throw new BadRequest("the request ends in its body");
    }
    left -= read;
    done = !chunked && left == 0;
    return read;
  }

  private void nextChunk() throws IOException, BadRequest {
    if (!first && !line().isEmpty()) {
      throw new BadRequest("a chunk does not end where it has to");
    }
    first = false;
    String size = line().split(";", 2)[0].strip();
    if (!size.matches("[0-9A-Fa-f]{1,8}")) {
      throw new BadRequest("the size of a chunk is not a number");
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      endTrailers();
      done = true;
    }
  }

  /** Trailers are dropped. */
  private void endTrailers() throws IOException, BadRequest {
    for (int i = 0; i <= MAX_TRAILERS; i++) {
      if (line().isEmpty()) {
        return;
      }
    }
    throw new BadRequest("the request has too many trailers");
  }

  private String line() throws IOException, BadRequest {
    Optional<String> line = RequestHead.line(wire, MAX_LINE);
    if (line.isEmpty()) {
      throw new BadRequest("the request ends in its body");
    }
    return line.get();
  }
}
