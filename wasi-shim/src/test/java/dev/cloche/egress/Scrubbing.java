package dev.cloche.egress;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** Runs texts through scrubbers. */
final class Scrubbing {
  private Scrubbing() {}

  static byte[] whole(Scrubber scrubber, byte[] text) {
    return inChunks(scrubber, text, List.of());
  }

  /** Scrubs a text that comes in chunks, cut at these places. */
  static byte[] inChunks(Scrubber scrubber, byte[] text, List<Integer> cuts) {
    Scrubber.Stream stream = scrubber.stream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int from = 0;
    for (int cut : cuts.stream().sorted().toList()) {
      out.writeBytes(stream.next(text, from, cut - from));
      from = cut;
    }
    out.writeBytes(stream.next(text, from, text.length - from));
    out.writeBytes(stream.end());
    return out.toByteArray();
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  static boolean contains(byte[] text, byte[] part) {
    for (int at = 0; at + part.length <= text.length; at++) {
      int same = 0;
      while (same < part.length && text[at + same] == part[same]) {
        same++;
      }
      if (same == part.length) {
        return true;
      }
    }
    return false;
  }
}
