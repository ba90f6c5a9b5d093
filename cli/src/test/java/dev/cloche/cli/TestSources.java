package dev.cloche.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sources of all tests, for documents that name some. */
final class TestSources {

  private static final List<String> MODULES =
      List.of(
          "wasi-shim",
          "wasi-shim/testkit",
          "engine",
          "engine/fuzz",
          "host-fallback",
          "tool-modules",
          "cli");

  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private TestSources() {}

  /** Returns them by the name of their class; classes of one name are joined. */
  static Map<String, String> byClass() {
    return MODULES.stream()
        .flatMap(module -> javaFiles(Path.of("..", module, "src", "test", "java")))
        .collect(
            Collectors.toMap(
                file -> String.valueOf(file.getFileName()).replace(".java", ""),
                TestSources::text,
                String::concat));
  }

  /** Returns the names in backquotes of a cell of a table. */
  static List<String> named(String cell) {
    return NAME.matcher(cell).results().map(name -> name.group(1)).toList();
  }

  private static Stream<Path> javaFiles(Path tree) {
    try (Stream<Path> files = Files.walk(tree)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
