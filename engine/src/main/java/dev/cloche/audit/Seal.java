package dev.cloche.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Digests lines, and finds the digest of one.
 *
 * <p>A line ends in {@code ,"digest":"ALGORITHM:HEX"}} and a line feed. What is digested is every
 * byte before that comma; the line is then the same for whoever wrote it, without any need to parse
 * it or to write it again.
 */
final class Seal {

  static final String SHA256 = "sha256";
  static final String HMAC = "hmac-sha256";

  private static final String MEMBER = ",\"digest\":\"";
  private static final int HEX_DIGITS = 64;

  private final Optional<AuditKey> key;

  Seal(Optional<AuditKey> key) {
    this.key = key;
  }

  /** Returns the name of how lines are digested. */
  String algorithm() {
    return key.isPresent() ? HMAC : SHA256;
  }

  /** Returns the digest of a line's content. */
  String digest(byte[] content, int length) {
    byte[] digest;
    if (key.isPresent()) {
      var mac = key.get().mac();
      mac.update(content, 0, length);
      digest = mac.doFinal();
    } else {
      MessageDigest sha256 = sha256();
      sha256.update(content, 0, length);
      digest = sha256.digest();
    }
    return algorithm() + ':' + HexFormat.of().formatHex(digest);
  }

  /**
   * A whole line and the digest in it.
   *
   * @param line with its line feed
   * @param digest of its content
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over at once, never compared
  record Sealed(byte[] line, String digest) {}

  /**
   * Returns a whole line.
   *
   * @param object the record without its digest, as a JSON object
   */
  Sealed seal(String object) {
    String content = object.substring(0, object.length() - 1);
    String digest = digest(ascii(content), content.length());
    return new Sealed(ascii(content + MEMBER + digest + "\"}\n"), digest);
  }

  /**
   * Tells whether the digest at the end of a line is that of its content, in constant time.
   *
   * @param line without its line feed
   */
  boolean matches(byte[] line) {
    int tail = tailLength(algorithm());
    if (line.length <= tail) {
      return false;
    }
    int content = line.length - tail;
    byte[] wanted = ascii(MEMBER + digest(line, content) + "\"}");
    byte[] found = Arrays.copyOfRange(line, content, line.length);
    return MessageDigest.isEqual(wanted, found);
  }

  private static int tailLength(String algorithm) {
    return MEMBER.length() + algorithm.length() + 1 + HEX_DIGITS + 2;
  }

  /** Returns the SHA-256 of a text's UTF-8 in hexadecimal. */
  static String sha256Hex(String text) {
    return sha256Hex(text.getBytes(StandardCharsets.UTF_8));
  }

  static String sha256Hex(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
