package dev.cloche.bench;

import dev.cloche.Call;
import dev.cloche.StructuredTool;
import dev.cloche.ToolExample;
import dev.cloche.tools.BundledTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A small call of a tool: the first example of its manifest, or, of one that has none since it
 * needs a network, the printing of its help. Its files are in a temporary directory, which the
 * guest sees as its root.
 */
final class ToolSample implements AutoCloseable {

  private static final ToolExample HELP =
      new ToolExample("print the help", List.of("-h"), Optional.empty(), "", Map.of(), "", 0);

  private final BundledTool tool;
  private final ToolExample example;
  private final Path directory;

  private ToolSample(BundledTool tool, ToolExample example, Path directory) {
    this.tool = tool;
    this.example = example;
    this.directory = directory;
  }

  /** Writes the files of a tool's first example. */
  static ToolSample of(BundledTool tool) throws IOException {
    ToolExample example =
        tool.manifest().examples().stream()
            .filter(each -> !needsNetwork(each))
            .findFirst()
            .orElse(HELP);
    Path directory = Files.createTempDirectory("cloche-bench");
    for (Map.Entry<String, String> file : example.files().entrySet()) {
      Path path = directory.resolve("files" + file.getKey());
      Path ignored = Files.createDirectories(path.resolveSibling("."));
      ignored = Files.writeString(path, file.getValue());
    }
    Path ignored = Files.createDirectories(directory.resolve("files"));
    ignored = Files.writeString(directory.resolve("stdin"), example.stdin());
    return new ToolSample(tool, example, directory);
  }

  private static boolean needsNetwork(ToolExample example) {
    return Stream.concat(example.arguments().stream(), example.input().stream())
        .anyMatch(word -> word.contains("https://"));
  }

  String title() {
    return example.title();
  }

  /** What the guest sees as its root. */
  Path files() {
    return directory.resolve("files");
  }

  /** What it should end with. */
  int exit() {
    return example.exit();
  }

  /** The call of a session. */
  Call call() {
    Call.Builder call =
        example
            .input()
            .map(input -> StructuredTool.of(tool.tool()).call(input))
            .orElseGet(() -> Call.builder().arguments(example.arguments()));
    if (!example.stdin().isEmpty()) {
      call.stdin(example.stdin());
    }
    return call.build();
  }

  /** The process of the command line that does the same. */
  ProcessTime.Command command() {
    List<String> words = new ArrayList<>();
    words.add(BuildFiles.module().resolve("../cloche").normalize().toString());
    words.addAll(List.of("run", "--mount", files() + ":/:overlay"));
    example.input().ifPresent(input -> words.addAll(List.of("--input", input)));
    words.add(tool.name());
    words.addAll(example.arguments());
    return new ProcessTime.Command(words, directory.resolve("stdin"), exit());
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
