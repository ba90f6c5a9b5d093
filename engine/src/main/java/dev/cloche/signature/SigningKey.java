package dev.cloche.signature;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * A key that tools are signed with: Ed25519 (RFC 8032). In a file it is PEM with PKCS #8 (RFC
 * 8410), as {@code openssl genpkey -algorithm ed25519} writes it. It is in no text and no message.
 * Immutable and thread-safe.
 */
public final class SigningKey {

  private static final String ALGORITHM = "Ed25519";
  private static final String LABEL = "PRIVATE KEY";

  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  private final PrivateKey key;
  private final SignerKey signer;

  private SigningKey(PrivateKey key, SignerKey signer) {
    this.key = key;
    this.signer = signer;
  }

  /** Returns a new key. */
  public static SigningKey generate() {
    return of(pair(new SecureRandom()));
  }

  /**
   * Reads PEM.
   *
   * @throws IllegalArgumentException if it is no private key of Ed25519
   */
  public static SigningKey parsePem(String pem) {
    try {
      PrivateKey read =
          KeyFactory.getInstance(ALGORITHM)
              .generatePrivate(new PKCS8EncodedKeySpec(Pem.decode(pem, LABEL)));
      if (read instanceof EdECPrivateKey edwards && edwards.getBytes().isPresent()) {
        // Java has no other way from a private key to its public half.
        return of(pair(new FixedRandom(edwards.getBytes().get())));
      }
    } catch (GeneralSecurityException e) {
      // Said below, without what the parser may quote of the key.
    }
    throw new IllegalArgumentException("the private key is not one of Ed25519 in PKCS #8");
  }

  /**
   * Reads a PEM file of at most 4 KiB, which nobody but its owner may read or write: a key that
   * others read vouches for nothing. Where files have no such permissions, it is read all the same.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is no private key of Ed25519, or others may read it
   */
  public static SigningKey read(Path file) throws IOException {
    if (isPosix(file.getFileSystem())) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.stream().anyMatch(OF_OTHERS::contains)) {
        throw new IllegalArgumentException(
            "its permissions are "
                + PosixFilePermissions.toString(permissions)
                + ": others may use the key; chmod 600 closes it");
      }
    }
    return parsePem(SignerKey.text(file));
  }

  /**
   * Writes a new PEM file, which nobody but its owner may read.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one of that name
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    FileAttribute<?>[] closed =
        isPosix(file.getFileSystem())
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Set<StandardOpenOption> fresh =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (SeekableByteChannel out = Files.newByteChannel(file, fresh, closed)) {
      ByteBuffer text = ByteBuffer.wrap(pem().getBytes(StandardCharsets.US_ASCII));
      while (text.hasRemaining()) {
        int unused = out.write(text);
      }
    }
  }

  private String pem() {
    return Pem.encode(key.getEncoded(), LABEL);
  }

  private static boolean isPosix(FileSystem files) {
    return files.supportedFileAttributeViews().contains("posix");
  }

  private static KeyPair pair(SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
      generator.initialize(NamedParameterSpec.ED25519, random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no Ed25519: jdk.crypto.ec is missing", e);
    }
  }

  private static SigningKey of(KeyPair pair) {
    byte[] spki = pair.getPublic().getEncoded();
    byte[] raw = Arrays.copyOfRange(spki, spki.length - SignerKey.BYTES, spki.length);
    SigningKey key = new SigningKey(pair.getPrivate(), SignerKey.of(raw));
    byte[] probe = {1};
    if (!key.signer.verifies(probe, key.sign(probe))) {
      throw new IllegalStateException("this Java makes Ed25519 keys whose halves differ");
    }
    return key;
  }

  /** Gives the bytes of a private key where the generator asks for random ones. */
  private static final class FixedRandom extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final byte[] seed;

    FixedRandom(byte[] seed) {
      this.seed = seed.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
      if (bytes.length != seed.length) {
        throw new IllegalStateException("this Java asks for another size of Ed25519 keys");
      }
      System.arraycopy(seed, 0, bytes, 0, seed.length);
    }
  }

  /** Returns the public half. */
  public SignerKey signer() {
    return signer;
  }

  byte[] sign(byte[] message) {
    try {
      Signature signing = Signature.getInstance(ALGORITHM);
      signing.initSign(key);
      signing.update(message);
      return signing.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the platform's Ed25519 does not sign", e);
    }
  }

  /** Returns the public half alone. */
  @Override
  public String toString() {
    return "SigningKey[" + signer + "]";
  }
}
