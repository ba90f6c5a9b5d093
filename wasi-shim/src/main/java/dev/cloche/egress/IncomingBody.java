package dev.cloche.egress;

import java.io.IOException;
import java.util.List;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * The body of a response: read from the client, decoded, held to its caps, scrubbed. Used by the
 * guest's thread.
 *
 * <p>The caps are on the decoded body, before anything of it is kept or handed on: its size, and
 * how much larger it is than what came for it.
 */
final class IncomingBody implements ByteStream {
  /** What a body may decode to however little came for it. */
  private static final long FREE_BYTES = 64 << 10;

  private final BufferedSource source;
  private final Intake intake;
  private final EgressLimits limits;
  private final boolean gzip;
  private final ByteStream decoded;
  private final ByteStream clean;
  private long encodedBytes;
  private long decodedBytes;

  private IncomingBody(
      Response response, Intake intake, EgressLimits limits, boolean gzip, Secrets secrets) {
    this.source = response.body().source();
    this.intake = intake;
    this.limits = limits;
    this.gzip = gzip;
    this.decoded = gzip ? new Gunzip(this::encoded) : this::encoded;
    List<Scrubber.Stream> streams = secrets.streams();
    this.clean = streams.isEmpty() ? this::capped : new ScrubbedBody(this::capped, streams);
  }

  /** Returns the body of a response that has one. */
  static IncomingBody of(Response response, Intake intake, EgressLimits limits, Secrets secrets)
      throws EgressException {
    return new IncomingBody(response, intake, limits, isGzip(response), secrets);
  }

  /**
   * Whether the body is compressed.
   *
   * @throws EgressException if it is encoded in a way that was not asked for, or more than once
   */
  static boolean isGzip(Response response) throws EgressException {
    List<String> encodings = response.headers("Content-Encoding");
    String encoding = encodings.isEmpty() ? "" : encodings.get(0).strip();
    boolean gzip = encoding.equalsIgnoreCase("gzip") || encoding.equalsIgnoreCase("x-gzip");
    boolean plain = encoding.isEmpty() || encoding.equalsIgnoreCase("identity");
    boolean asked = plain || !"identity".equals(response.request().header("Accept-Encoding"));
    if (encodings.size() > 1 || (!gzip && !plain) || !asked) {
      throw new EgressException(
          EgressException.Kind.PROTOCOL,
          "",
          "the body of the response is encoded in a way that was not asked for");
    }
    return gzip;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException, EgressException {
    return clean.read(bytes, offset, length);
  }

  /** Frees what decoding takes. */
  void close() {
    if (decoded instanceof Gunzip gunzip) {
      gunzip.close();
    }
  }

  private int encoded(byte[] bytes, int offset, int length) throws IOException {
    intake.progressed();
    try {
      int read = source.read(bytes, offset, length);
      encodedBytes += Math.max(0, read);
      return read;
    } catch (RuntimeException e) {
      // Nothing of the embedder runs in there: the client met what it did not expect.
      throw new IOException(e);
    }
  }

  private int capped(byte[] bytes, int offset, int length) throws IOException, EgressException {
    // One more than is permitted, so that a body that ends at the cap is seen to end.
    long room = limits.responseBytes() - decodedBytes + 1;
    int read = decoded.read(bytes, offset, (int) Math.min(length, room));
    decodedBytes += Math.max(0, read);
    if (decodedBytes > limits.responseBytes()) {
      throw tooLarge("responseBytes", "has more than " + limits.responseBytes() + " bytes");
    }
    if (gzip && decodedBytes > FREE_BYTES + limits.expansion() * encodedBytes) {
      throw tooLarge("expansion", "expands to more than " + limits.expansion() + " times its size");
    }
    return read;
  }

  private static EgressException tooLarge(String cap, String what) {
    return new EgressException(
        EgressException.Kind.TOO_LARGE, cap, "the body of the response " + what);
  }
}
