package dev.cloche.signature;

import dev.cloche.module.GuestText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The public half of a key that tools are signed with: Ed25519 (RFC 8032). As a text it is {@code
 * ed25519:} and 64 hexadecimal digits, in a file PEM with SubjectPublicKeyInfo (RFC 8410), as
 * {@code openssl pkey -pubout} writes it. Immutable and thread-safe.
 */
public final class SignerKey implements Comparable<SignerKey> {

  /** 32 bytes. */
  static final int BYTES = 32;

  private static final String PREFIX = "ed25519:";
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
  private static final String LABEL = "PUBLIC KEY";
  private static final int MAX_FILE_BYTES = 4096;

  /** All that comes before the key in its one encoding as SubjectPublicKeyInfo (RFC 8410, 4). */
  private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");

  private final String hex;
  private final PublicKey key;

  private SignerKey(byte[] raw) {
    this.hex = HexFormat.of().formatHex(raw);
    this.key = publicKey(spki(raw));
  }

  private static PublicKey publicKey(byte[] spki) {
    try {
      PublicKey key =
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki));
      Signature.getInstance("Ed25519").initVerify(key);
      return key;
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the key is no point of Ed25519", e);
    }
  }

  /**
   * Returns the key with these 32 bytes (RFC 8032, 5.1.2).
   *
   * @throws IllegalArgumentException if they are no key
   */
  static SignerKey of(byte[] raw) {
    if (raw.length != BYTES) {
      throw new IllegalArgumentException("an Ed25519 key has 32 bytes, not " + raw.length);
    }
    return new SignerKey(raw);
  }

  /**
   * Reads {@code ed25519:} and 64 lower-case hexadecimal digits.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static SignerKey parse(String text) {
    String digits = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
    if (!HEX.matcher(digits).matches()) {
      throw new IllegalArgumentException(
          "key " + GuestText.quote(text) + " is not ed25519: and 64 lower-case hexadecimal digits");
    }
    return of(HexFormat.of().parseHex(digits));
  }

  /** Tells whether a text is meant as a key, and not as the name of a file with one. */
  public static boolean isInline(String text) {
    return text.startsWith(PREFIX);
  }

  /**
   * Reads PEM.
   *
   * @throws IllegalArgumentException if it is no public key of Ed25519
   */
  public static SignerKey parsePem(String pem) {
    byte[] spki = Pem.decode(pem, LABEL);
    int start = SPKI.length;
    if (spki.length != start + BYTES || !Arrays.equals(spki, 0, start, SPKI, 0, start)) {
      throw new IllegalArgumentException("the public key is not one of Ed25519");
    }
    return of(Arrays.copyOfRange(spki, start, spki.length));
  }

  /**
   * Reads a PEM file of at most 4 KiB.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is no public key of Ed25519
   */
  public static SignerKey read(Path file) throws IOException {
    return parsePem(text(file));
  }

  static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("not a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw new IllegalArgumentException("the file is larger than a key may be: 4Ki");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  /** Returns what {@link #parsePem} reads. */
  public String pem() {
    return Pem.encode(spki(raw()), LABEL);
  }

  private static byte[] spki(byte[] raw) {
    byte[] spki = Arrays.copyOf(SPKI, SPKI.length + raw.length);
    System.arraycopy(raw, 0, spki, SPKI.length, raw.length);
    return spki;
  }

  private byte[] raw() {
    return HexFormat.of().parseHex(hex);
  }

  /** How signatures name it: the conventions' form of a public key, in hexadecimal. */
  String id() {
    return "01" + hex;
  }

  /** Tells whether a signature is this key's over a message; never throws. */
  boolean verifies(byte[] message, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  @Override
  public int compareTo(SignerKey other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof SignerKey other && hex.equals(other.hex);
  }

  @Override
  public int hashCode() {
    return Objects.hash(hex);
  }

  /** Returns what {@link #parse} reads. */
  @Override
  public String toString() {
    return PREFIX + hex;
  }
}
