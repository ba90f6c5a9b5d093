package dev.cloche.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds programs of this machine. */
final class Programs {

  private static final Pattern VERSION = Pattern.compile("^JAVA_VERSION=\"(\\d+)");

  private Programs() {}

  /** The {@code java} of this JVM. */
  static String thisJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * The {@code java} of the newest JDK that is found: this one, or beside it, or where Debian has
   * them.
   *
   * @throws MissingException if none has that version
   */
  static String newestJava(int least) throws MissingException {
    return Stream.of(Path.of(System.getProperty("java.home")), Path.of("/usr/lib/jvm"))
        .flatMap(home -> Stream.concat(Stream.of(home), children(home)))
        .filter(home -> Files.isExecutable(home.resolve(Path.of("bin", "java"))))
        .filter(home -> version(home) >= least)
        .max(Comparator.comparingInt(Programs::version))
        .map(home -> home.resolve(Path.of("bin", "java")).toString())
        .orElseThrow(() -> new MissingException("there is no JDK " + least + " or later"));
  }

  private static Stream<Path> children(Path directory) {
    try (Stream<Path> listed = Files.list(directory)) {
      return listed.toList().stream();
    } catch (IOException notThere) {
      return Stream.empty();
    }
  }

  /** The feature version of a JDK, as its file {@code release} says; 0 if it does not. */
  static int version(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .map(VERSION::matcher)
          .filter(Matcher::find)
          .mapToInt(found -> Integer.parseInt(found.group(1)))
          .findFirst()
          .orElse(0);
    } catch (IOException notThere) {
      return 0;
    }
  }

  /**
   * Where a program is on the search path.
   *
   * @throws MissingException if it is not
   */
  static String find(String name) throws MissingException {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElseThrow(() -> new MissingException("there is no " + name + " on the search path"));
  }
}
