package dev.cloche.testkit;

import dev.cloche.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A directory of the host with a secret beside it, and links that lead there: for the oracle that
 * nothing escapes.
 *
 * <pre>
 * DIRECTORY/secret          holds a canary
 * DIRECTORY/outside/file
 * DIRECTORY/mounted/        to be mounted
 *   inside                  "inside"
 *   up         -> ../secret
 *   away       -> ../outside
 *   absolute   -> DIRECTORY/secret
 *   loop       -> loop
 * </pre>
 */
public final class HostBait {
  private final Path directory;
  private final Canary canary = Canary.random();
  private final Map<String, String> before;

  private HostBait(Path directory) throws IOException {
    this.directory = directory.toRealPath();
    Files.writeString(directory.resolve("secret"), canary.secret());
    Files.createDirectory(directory.resolve("outside"));
    Files.writeString(directory.resolve("outside/file"), canary.secret());
    Files.createDirectory(mounted());
    Files.writeString(mounted().resolve("inside"), "inside");
    link("up", "../secret");
    link("away", "../outside");
    link("absolute", this.directory.resolve("secret").toString());
    link("loop", "loop");
    this.before = picture();
  }

  private void link(String name, String target) throws IOException {
    Path made = Files.createSymbolicLink(mounted().resolve(name), Path.of(target));
    if (!Files.isSymbolicLink(made)) {
      throw new IOException("no link was made");
    }
  }

  /**
   * Lays it out.
   *
   * @param directory an empty directory, such as one of {@code @TempDir}
   * @throws UncheckedIOException if it cannot be written
   */
  public static HostBait in(Path directory) {
    try {
      return new HostBait(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("the bait cannot be laid", e);
    }
  }

  /** Returns the directory that is to be mounted. */
  public Path mounted() {
    return directory.resolve("mounted");
  }

  /** Returns the secret. */
  public Canary canary() {
    return canary;
  }

  /**
   * Fails if anything of it is new, gone, or another than it was; what was mounted too, as long as
   * nothing is committed.
   */
  public void assertUntouched() {
    Map<String, String> now = picture();
    if (!now.equals(before)) {
      now.entrySet().removeAll(before.entrySet());
      throw new AssertionError("the host was touched: " + now.keySet() + " of " + before.keySet());
    }
  }

  /** Fails if an outcome holds the secret or names the host's directory, and as above. */
  public void assertNoEscape(Outcome outcome) {
    Oracles.assertUnseen(canary, outcome);
    String all = outcome.message() + outcome.stdout().text() + outcome.stderr().text();
    if (all.contains(directory.toString())) {
      throw new AssertionError("the outcome names the directory of the host");
    }
    assertUntouched();
  }

  private Map<String, String> picture() {
    Map<String, String> picture = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory, new FileVisitOption[0])) {
      all.forEach(path -> picture.put(directory.relativize(path).toString(), facts(path)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return picture;
  }

  private static String facts(Path path) {
    try {
      BasicFileAttributes found =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      String content =
          found.isSymbolicLink()
              ? Files.readSymbolicLink(path).toString()
              : found.isRegularFile() ? Arrays.toString(Files.readAllBytes(path)) : "directory";
      return content + " " + found.lastModifiedTime() + " " + found.fileKey();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
