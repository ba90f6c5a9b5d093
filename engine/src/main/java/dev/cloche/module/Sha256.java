package dev.cloche.module;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in lower-case hexadecimal. */
public final class Sha256 {

  private Sha256() {}

  /** Begins a digest. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Returns the digest of some bytes. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(begin().digest(bytes));
  }

  /** Returns what a digest comes to, and resets it. */
  public static String end(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
