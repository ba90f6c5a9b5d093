package dev.cloche.credential;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Set;

/** Reads a file. */
final class FileIssuer implements CredentialIssuer {
  private static final int MAX_BYTES = 64 << 10;

  private final Path file;

  FileIssuer(Path file) {
    this.file = file;
  }

  @Override
  public Credential issue(CredentialRequest request) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("the secret is not a regular file");
    }
    requirePrivate();
    byte[] bytes = read();
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Credential.of(withoutNewline(text));
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  private byte[] read() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("the secret file has more than " + MAX_BYTES + " bytes");
      }
      return bytes;
    }
  }

  private void requirePrivate() throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    Set<PosixFilePermission> permissions = view.readAttributes().permissions();
    if (permissions.contains(PosixFilePermission.OTHERS_READ)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException("the secret file is open to others");
    }
  }

  /** Cuts one line end, which editors and {@code echo} leave. */
  static String withoutNewline(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }
}
