package dev.cloche.bench;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where the build puts its output: benchmarks run from there, never from a jar. */
final class BuildFiles {

  private BuildFiles() {}

  /** The compiled classes, with kernels and peers' scripts beside them. */
  static Path classes() {
    try {
      return Path.of(BuildFiles.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The build's output directory. */
  static Path target() {
    return parent(classes());
  }

  /** The directory of this module's sources. */
  static Path module() {
    return parent(target());
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalStateException(path + " has no parent");
    }
    return parent;
  }
}
