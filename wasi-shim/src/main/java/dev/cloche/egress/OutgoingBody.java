package dev.cloche.egress;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import okio.Pipe;
import okio.Source;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request as a guest writes it: kept while it is small, so that its length is known
 * when it is sent; else piped to the thread that sends it, which holds the guest back. Written by
 * the guest's thread; {@link #cancel} may come from any.
 */
final class OutgoingBody {
  /** How much is kept, and how much the pipe holds. */
  static final int HELD_BYTES = 64 << 10;

  private final Buffer held = new Buffer();
  private final Pipe pipe = new Pipe(HELD_BYTES);
  private boolean piped;
  private long length;

  /** Whether what comes next does not fit into what is kept. */
  boolean overflows(int more) {
    return !piped && held.size() + more > HELD_BYTES;
  }

  /** From now on bytes go through the pipe, those that are kept first. */
  RequestBody pipe() {
    piped = true;
    return new Piped(held, pipe.source());
  }

  boolean isPiped() {
    return piped;
  }

  /** How much was written. */
  long length() {
    return length;
  }

  /** Takes bytes; waits while the pipe is full. */
  void write(byte[] bytes, int offset, int count, long nanos) throws IOException {
    length += count;
    if (!piped) {
      held.write(bytes, offset, count);
      return;
    }
    Buffer next = new Buffer().write(bytes, offset, count);
    pipe.sink().timeout().timeout(nanos, TimeUnit.NANOSECONDS);
    pipe.sink().write(next, count);
  }

  /** There is no more. */
  void end() throws IOException {
    if (piped) {
      pipe.sink().close();
    }
  }

  /** Wakes both ends. */
  void cancel() {
    pipe.cancel();
  }

  /** What was kept, as the whole body; null if there is none and the method needs none. */
  @Nullable RequestBody whole(String method) {
    boolean needed = method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    return length == 0 && !needed
        ? null
        : RequestBody.create(held.readByteString(), (MediaType) null);
  }

  private static final class Piped extends RequestBody {
    private final Buffer first;
    private final Source rest;

    Piped(Buffer first, Source rest) {
      this.first = first;
      this.rest = rest;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public boolean isOneShot() {
      return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      // However it ends, the guest must not go on waiting for room in the pipe.
      try (rest) {
        sink.writeAll(first);
        sink.flush();
        Buffer chunk = new Buffer();
        while (rest.read(chunk, HELD_BYTES) >= 0) {
          sink.write(chunk, chunk.size());
          sink.flush();
        }
      }
    }
  }
}
