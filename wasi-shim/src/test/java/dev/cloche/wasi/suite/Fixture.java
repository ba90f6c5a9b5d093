package dev.cloche.wasi.suite;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The files of one run: a fresh workspace with copies of the directories, which stay as they are.
 *
 * @param workspace the copies
 * @param preopens where in it they lie, by the names that the guest sees
 */
record Fixture(Workspace workspace, Map<String, String> preopens) {
  static Fixture of(Map<String, Path> directories) throws IOException {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    Map<String, String> preopens = new LinkedHashMap<>();
    for (Map.Entry<String, Path> each : directories.entrySet()) {
      String at = "/" + preopens.size();
      copy(each.getValue(), workspace, at);
      preopens.put(each.getKey(), at);
    }
    return new Fixture(workspace, preopens);
  }

  private static void copy(Path from, Workspace workspace, String at) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String to = at + "/" + from.relativize(path).toString().replace('\\', '/');
        if (Files.isDirectory(path)) {
          workspace.createDirectory(to);
        } else {
          workspace.writeFile(to, Files.readAllBytes(path));
        }
      }
    }
  }
}
