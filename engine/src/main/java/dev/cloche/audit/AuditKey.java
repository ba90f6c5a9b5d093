package dev.cloche.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key of a keyed chain: who does not have it cannot make a record that verifies, nor a whole
 * chain. {@code toString} tells the id alone. Immutable and thread-safe.
 */
public final class AuditKey {

  /** 32 bytes, the size of the digest (RFC 2104, 3). */
  public static final int MIN_BYTES = 32;

  /** 4 KiB: more is a file that is no key. */
  public static final int MAX_BYTES = 4096;

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final SecretKeySpec key;
  private final String id;

  private AuditKey(byte[] key) {
    if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "audit key of " + key.length + " bytes is not " + MIN_BYTES + " to " + MAX_BYTES);
    }
    this.key = new SecretKeySpec(key, "HmacSHA256");
    byte[] name = mac().doFinal("cloche audit key id".getBytes(StandardCharsets.US_ASCII));
    this.id = HexFormat.of().formatHex(name, 0, 8);
  }

  /**
   * Returns a key of these bytes, which should be random; copied.
   *
   * @throws IllegalArgumentException if there are fewer than 32 or more than 4,096
   */
  public static AuditKey of(byte[] key) {
    return new AuditKey(key);
  }

  /**
   * Reads a key: the bytes of the file as they are, a line end at its end too.
   *
   * @throws IOException if it cannot be read, is too short or too long, or lies open: readable by
   *     all, or writable by others than its owner
   */
  public static AuditKey read(Path file) throws IOException {
    requireClosed(file);
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
      throw new IOException("the key is not of " + MIN_BYTES + " to " + MAX_BYTES + " bytes");
    }
    return of(bytes);
  }

  private static void requireClosed(Path file) throws IOException {
    @Nullable PosixFileAttributeView view =
        Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null && view.readAttributes().permissions().stream().anyMatch(OTHERS::contains)) {
      throw new IOException("the key file is open to others; make it readable by its owner alone");
    }
  }

  /** Returns what names the key in records: 16 hexadecimal digits that do not reveal it. */
  public String id() {
    return id;
  }

  /** Returns an HMAC-SHA-256 (RFC 2104) with this key, for one thread. */
  Mac mac() {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has HMAC-SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "AuditKey[" + id + "]";
  }
}
