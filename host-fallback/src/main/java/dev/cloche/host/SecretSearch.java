package dev.cloche.host;

import dev.cloche.egress.Scrubber;
import java.util.Arrays;

/**
 * Looks for the secrets that a command was lent in what it left, in the forms that a scrubber
 * knows. What is compressed, encrypted or in parts is not found.
 */
final class SecretSearch {
  private static final int CHUNK = 64 << 10;

  private final Scrubber scrubber;

  SecretSearch(Scrubber scrubber) {
    this.scrubber = scrubber;
  }

  /** Returns a text with none of them in it. */
  String without(String text) {
    return scrubber.scrub(text);
  }

  boolean isIn(String text) {
    return !scrubber.scrub(text).equals(text);
  }

  /** A scrubber hands on what is clean as it is: what differs was not. */
  boolean isIn(byte[] content) {
    if (scrubber == Scrubber.none()) {
      return false;
    }
    Scrubber.Stream stream = scrubber.stream();
    int same = 0;
    for (int at = 0; at < content.length; at += CHUNK) {
      byte[] clean = stream.next(content, at, Math.min(CHUNK, content.length - at));
      if (!isAt(same, clean, content)) {
        return true;
      }
      same += clean.length;
    }
    byte[] rest = stream.end();
    return !isAt(same, rest, content) || same + rest.length != content.length;
  }

  private static boolean isAt(int position, byte[] part, byte[] content) {
    int end = position + part.length;
    return end <= content.length && Arrays.equals(part, 0, part.length, content, position, end);
  }
}
