package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The scenarios on a tree that comes from the host, which stays as it was. */
abstract class HostScenarios extends ScenarioSuite {
  @TempDir Path host;
  private final List<Workspace> opened = new ArrayList<>();
  private String before;

  /** Puts the host directory at the root of the workspace. */
  abstract void place(Workspace workspace);

  @BeforeEach
  void plant() throws IOException {
    Files.createDirectory(host.resolve("empty"));
    Files.createDirectory(host.resolve("full"));
    Files.writeString(host.resolve("file"), "0123456789");
    Files.writeString(host.resolve("full/inner"), "x");
    for (List<String> link :
        List.of(
            List.of("full/up", "../file"),
            List.of("to-file", "file"),
            List.of("to-full", "full"),
            List.of("slashed", "full/"),
            List.of("dangling", "missing"),
            List.of("loop", "loop"),
            List.of("out", "../outside"))) {
      Files.createSymbolicLink(host.resolve(link.get(0)), Path.of(link.get(1)));
    }
    before = describe();
  }

  @AfterEach
  void host_isUntouched() throws IOException {
    opened.forEach(Workspace::close);
    assertEquals(before, describe());
  }

  private String describe() throws IOException {
    try (Stream<Path> all = Files.walk(host)) {
      return all.sorted().map(HostScenarios::line).collect(Collectors.joining("\n"));
    }
  }

  private static String line(Path path) {
    try {
      return Files.isRegularFile(path) ? path + " " + Files.readString(path) : path.toString();
    } catch (IOException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  Guest tree() {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    opened.add(workspace);
    place(workspace);
    return new Guest(workspace);
  }

  @Override
  Map<String, Integer> inodes() {
    return Map.of("file", 4, "empty", 3, "full", 5, "to-file", 9, "loop", 6);
  }
}
