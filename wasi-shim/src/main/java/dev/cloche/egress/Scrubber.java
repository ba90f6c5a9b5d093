package dev.cloche.egress;

/**
 * Takes secrets out of text and streams, in every form that a server may send them back in.
 * Immutable and thread-safe; a {@link Stream} belongs to one thread.
 */
public interface Scrubber {

  /** Returns the text without any secret. */
  String scrub(String text);

  /** Begins a stream of bytes, such as the body of a response. */
  Stream stream();

  /** A stream of bytes, whatever its chunks: a secret that crosses chunks is found as well. */
  interface Stream {

    /**
     * Takes the next bytes and returns those that are surely clean; may hold back as many as the
     * longest form of a secret has.
     */
    byte[] next(byte[] bytes, int offset, int length);

    /** Returns what was held back, clean. */
    byte[] end();
  }

  /** A scrubber that knows no secret. */
  static Scrubber none() {
    return NoSecrets.INSTANCE;
  }
}
