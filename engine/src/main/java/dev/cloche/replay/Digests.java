package dev.cloche.replay;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in lower-case hexadecimal. */
final class Digests {

  private Digests() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static String of(byte[] bytes) {
    return hex(sha256().digest(bytes));
  }

  static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
