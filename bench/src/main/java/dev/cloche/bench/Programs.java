package dev.cloche.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds programs of this machine. */
final class Programs {

  private Programs() {}

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
