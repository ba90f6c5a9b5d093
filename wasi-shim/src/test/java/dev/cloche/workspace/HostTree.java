package dev.cloche.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tree of {@link WorkspaceContract} in a directory of the host, and a host tree as text. */
final class HostTree {
  private HostTree() {}

  static void plant(Path root) throws IOException {
    Files.createDirectories(root.resolve("sub/deep"));
    Files.writeString(root.resolve("file"), "content");
    Files.writeString(root.resolve("empty"), "");
    Files.writeString(root.resolve("sub/inner"), "x");
    for (List<String> link :
        List.of(
            List.of("link", "file"),
            List.of("up", "sub/../file"),
            List.of("dangling", "nothing"),
            List.of("loop", "loop"),
            List.of("way", "sub"),
            List.of("sub/back", ".."))) {
      Files.createSymbolicLink(root.resolve(link.get(0)), Path.of(link.get(1)));
    }
  }

  /** Returns every path, sorted, with targets and contents. */
  static String describe(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(each -> !each.equals(root))
          .map(each -> line(root, each))
          .sorted()
          .collect(Collectors.joining("\n"));
    }
  }

  private static String line(Path root, Path path) {
    String name = root.relativize(path).toString();
    try {
      if (Files.isSymbolicLink(path)) {
        return name + " -> " + Files.readSymbolicLink(path);
      }
      return Files.isDirectory(path) ? name + "/" : name + " = " + Files.readString(path);
    } catch (IOException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
