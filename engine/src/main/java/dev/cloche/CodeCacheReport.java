package dev.cloche;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a directory for {@link Engine.Builder#codeCache} holds.
 *
 * @param entries compiled modules
 * @param bytes their size together
 */
public record CodeCacheReport(int entries, long bytes) {

  /** The most that all entries may take: 512 MiB. The least recently used go first. */
  public static final long MAX_BYTES = 512L << 20;

  /** What the names of entries end in. */
  public static final String SUFFIX = ".code";

  /**
   * Looks at a directory; one that does not exist is empty.
   *
   * @throws IOException if it cannot be read
   */
  public static CodeCacheReport of(Path directory) throws IOException {
    long bytes = 0;
    int entries = 0;
    for (Path file : entries(directory)) {
      bytes += file.toFile().length();
      entries++;
    }
    return new CodeCacheReport(entries, bytes);
  }

  /**
   * Deletes all entries, and tells what they were. Engines that use the directory at the same time
   * are not disturbed.
   *
   * @throws IOException if one cannot be deleted
   */
  public static CodeCacheReport clear(Path directory) throws IOException {
    CodeCacheReport before = of(directory);
    for (Path file : entries(directory)) {
      Files.deleteIfExists(file);
    }
    return before;
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(CodeCacheReport::isEntry).toList();
    } catch (NoSuchFileException nothingYet) {
      return List.of();
    }
  }

  private static boolean isEntry(Path file) {
    return file.toString().endsWith(SUFFIX) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }
}
