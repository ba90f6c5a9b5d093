package dev.cloche.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** What lies beside the classes of this package in the jar. */
final class Resources {

  private Resources() {}

  static boolean exists(String name) {
    return Resources.class.getResource(name) != null;
  }

  static Optional<byte[]> read(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + name, e);
    }
  }
}
