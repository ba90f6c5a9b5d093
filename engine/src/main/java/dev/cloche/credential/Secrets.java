package dev.cloche.credential;

import dev.cloche.egress.Scrubber;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Which texts are secret once a credential is filled into its template. */
final class Secrets {
  private static final String BASIC = "basic ";

  private Secrets() {}

  /**
   * Returns the value, what is sent, and for Basic authentication (RFC 7617) what it says in plain.
   *
   * @throws IllegalArgumentException if the value cannot be kept secret; the message does not hold
   *     it
   */
  static List<byte[]> of(String value, String sent) {
    List<byte[]> secrets = new ArrayList<>();
    secrets.add(utf8(value));
    secrets.add(utf8(sent));
    if (sent.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      addPlain(sent.substring(BASIC.length()).trim(), secrets);
    }
    return secrets;
  }

  private static void addPlain(String token, List<byte[]> secrets) {
    try {
      byte[] plain = Base64.getDecoder().decode(token);
      addIfAny(plain, secrets);
      int colon = 0;
      while (colon < plain.length && plain[colon] != ':') {
        colon++;
      }
      if (colon < plain.length) {
        addIfAny(Arrays.copyOfRange(plain, colon + 1, plain.length), secrets);
      }
    } catch (IllegalArgumentException e) {
      // Not base64: then it says nothing in plain.
    }
  }

  /** A password of less than 8 bytes is found with its user alone. */
  private static void addIfAny(byte[] plain, List<byte[]> secrets) {
    if (plain.length >= Scrubber.MIN_SECRET_BYTES) {
      try {
        var unused = Scrubber.of(List.of(plain));
        secrets.add(plain);
      } catch (IllegalArgumentException e) {
        // Not text: nothing that a server would show in plain.
      }
    }
  }

  private static byte[] utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a secret has half a character");
    }
  }
}
