package dev.cloche.egress;

import java.util.Arrays;
import java.util.Collection;

/**
 * Takes secrets out of text and streams, in every form that a server may send them back in.
 * Immutable and thread-safe; a {@link Stream} belongs to one thread.
 */
public interface Scrubber {

  /** 8 bytes, spaces not counted: what is shorter occurs in innocent text. */
  int MIN_SECRET_BYTES = 8;

  /** 8 KiB: servers take no longer header lines. */
  int MAX_SECRET_BYTES = 8 << 10;

  /** 64 KiB: what {@link #isIn} scrubs at a time. */
  int SEARCHED_BYTES = 64 << 10;

  /** Returns the text without any secret. */
  String scrub(String text);

  /**
   * Tells whether one of the secrets is in these bytes, in a form that is found. What is clean is
   * handed on as it is: what differs was not.
   */
  default boolean isIn(byte[] content) {
    Stream stream = stream();
    int same = 0;
    for (int at = 0; at < content.length; at += SEARCHED_BYTES) {
      byte[] clean = stream.next(content, at, Math.min(SEARCHED_BYTES, content.length - at));
      if (!isAt(content, same, clean)) {
        return true;
      }
      same += clean.length;
    }
    byte[] rest = stream.end();
    return !isAt(content, same, rest) || same + rest.length != content.length;
  }

  private static boolean isAt(byte[] content, int from, byte[] part) {
    int end = from + part.length;
    return end <= content.length && Arrays.equals(content, from, end, part, 0, part.length);
  }

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

  /**
   * Returns a scrubber that puts {@code [redacted]} in place of secrets, or another mark where that
   * could be read as a part of one.
   *
   * <p>Found are the secret itself, in hex, and in base64 of either alphabet, padded or not, also
   * within a longer text in base64 (at most 4 bits of its first and of its last byte then stay);
   * each as well in any case of letters, reversed, in UTF-16, wrapped into lines, and with any of
   * its characters escaped for a URL, a form, JSON, HTML or XML, or for two of these in turn. Not
   * found are parts of a secret, forms that are compressed, encrypted or made for hiding, and an
   * escaped form right after text that is itself an unfinished escape.
   *
   * @param secrets in UTF-8, of {@value #MIN_SECRET_BYTES} to {@value #MAX_SECRET_BYTES} bytes,
   *     without control characters; not kept as they are
   * @throws IllegalArgumentException if one is too short, too long, or has a control character; the
   *     message does not hold it
   */
  static Scrubber of(Collection<byte[]> secrets) {
    return secrets.isEmpty() ? none() : new SecretScrubber(secrets);
  }
}
