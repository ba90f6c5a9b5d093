package dev.cloche.cli.serve;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Media types of what tools produce. */
final class Media {

  static final String BYTES = "application/octet-stream";
  static final String TEXT = "text/plain";

  private static final Map<String, String> BY_EXTENSION =
      Map.ofEntries(
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("gif", "image/gif"),
          Map.entry("webp", "image/webp"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("json", "application/json"),
          Map.entry("csv", "text/csv"),
          Map.entry("md", "text/markdown"),
          Map.entry("html", "text/html"),
          Map.entry("txt", TEXT));

  private Media() {}

  /** Returns the type that a file's name stands for. */
  static String ofName(String path) {
    String extension = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return BY_EXTENSION.getOrDefault(extension, BYTES);
  }

  /** Returns the type of an image by its first bytes, if it is one that clients show. */
  static Optional<String> image(byte[] bytes) {
    if (begins(bytes, 0, 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n')) {
      return Optional.of("image/png");
    } else if (begins(bytes, 0, 0xff, 0xd8, 0xff)) {
      return Optional.of("image/jpeg");
    } else if (begins(bytes, 0, 'G', 'I', 'F', '8')) {
      return Optional.of("image/gif");
    } else if (begins(bytes, 0, 'R', 'I', 'F', 'F') && begins(bytes, 8, 'W', 'E', 'B', 'P')) {
      return Optional.of("image/webp");
    }
    return Optional.empty();
  }

  private static boolean begins(byte[] bytes, int at, int... magic) {
    if (bytes.length < at + magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((bytes[at + i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
