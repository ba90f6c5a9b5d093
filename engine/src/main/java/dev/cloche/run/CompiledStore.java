package dev.cloche.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * What builds of this user compiled, by a digest of all that it was made of: a fresh checkout then
 * compiles only what no checkout did. As trusted as Maven's own repository, which lies beside it.
 */
final class CompiledStore {

  /** Some versions of all tools; a tool has half a megabyte. */
  private static final int MOST = 150;

  /** Files that a tool's compilation leaves, relative to the package. */
  private static final Pattern NAME = Pattern.compile("(?:\\w+/)?[\\w.$-]+");

  private final Optional<Path> directory;

  private CompiledStore(Optional<Path> directory) {
    this.directory = directory;
  }

  /** Returns that of this user: in {@code CLOCHE_BUILD_CACHE}, or below the home directory. */
  static CompiledStore ofUser() {
    String named = System.getenv().getOrDefault("CLOCHE_BUILD_CACHE", "");
    if (!named.isEmpty()) {
      return new CompiledStore(Optional.of(Path.of(named)));
    }
    String home = System.getenv().getOrDefault("HOME", "");
    return new CompiledStore(
        home.isEmpty() ? Optional.empty() : Optional.of(Path.of(home, ".cache/cloche/compiled")));
  }

  /** Returns one in a directory. */
  static CompiledStore in(Path directory) {
    return new CompiledStore(Optional.of(directory));
  }

  /**
   * Writes what is kept under a key to where it belongs; returns whether there was something whole.
   *
   * @throws IOException if it cannot be written there
   */
  boolean restore(String key, Path target) throws IOException {
    Optional<Path> kept = entry(key).filter(Files::isRegularFile);
    if (kept.isEmpty()) {
      return false;
    }
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(kept.get()))) {
      for (ZipEntry file = zip.getNextEntry(); file != null; file = zip.getNextEntry()) {
        if (!NAME.matcher(file.getName()).matches()) {
          return false;
        }
        Path place = target.resolve(file.getName());
        Files.createDirectories(place.getParent());
        Files.copy(zip, place, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.setLastModifiedTime(kept.get(), FileTime.from(Instant.now()));
    return true;
  }

  /** Keeps files for other checkouts; where that is not to be, they are compiled again there. */
  void keep(String key, Path target, List<Path> files) {
    if (directory.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(directory.get());
      Path part = Files.createTempFile(directory.get(), "part-", "");
      try (OutputStream out = Files.newOutputStream(part);
          ZipOutputStream zip = new ZipOutputStream(out)) {
        for (Path file : files) {
          String name = target.relativize(file).toString().replace(File.separatorChar, '/');
          zip.putNextEntry(new ZipEntry(name));
          try (InputStream in = Files.newInputStream(file)) {
            long unused = in.transferTo(zip);
          }
        }
      }
      Files.move(part, entry(key).orElseThrow(), StandardCopyOption.ATOMIC_MOVE);
      prune(directory.get());
    } catch (IOException | UncheckedIOException full) {
      System.err.println("what was compiled is not kept for other checkouts: " + full.getMessage());
    }
  }

  private Optional<Path> entry(String key) {
    return directory.map(place -> place.resolve(key + ".zip"));
  }

  private static void prune(Path directory) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(directory)) {
      all =
          files
              .sorted(Comparator.comparing((Path file) -> file.toFile().lastModified()).reversed())
              .toList();
    }
    for (Path old : all.subList(Math.min(MOST, all.size()), all.size())) {
      Files.deleteIfExists(old);
    }
  }
}
