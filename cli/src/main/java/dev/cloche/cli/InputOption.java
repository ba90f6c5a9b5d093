package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.InputException;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code --input}: a JSON object instead of arguments, checked and mapped as the tool says. */
final class InputOption {

  private static final String INPUT = "--input";

  private InputOption() {}

  /** Adds the option to a command. */
  static void addTo(CommandSpec command) {
    command.addOption(
        Options.value(
            INPUT,
            "JSON",
            "Calls the tool with a JSON object instead of arguments: the object, @FILE or - for"
                + " standard input. What it may hold, cloche tools --json TOOL says."));
  }

  /**
   * Returns the structured side of the tool, if the option was given.
   *
   * @throws UsageException if the tool has none, or arguments were given too
   */
  static Optional<StructuredTool> tool(Arguments arguments, Tool tool) {
    if (Options.given(arguments, INPUT).isEmpty()) {
      return Optional.empty();
    }
    if (!arguments.matchedPositionalValue(1, List.<String>of()).isEmpty()) {
      throw new UsageException("--input stands in place of arguments; give one or the other");
    }
    StructuredTool structured = structured(tool);
    if (!structured.takesInput()) {
      throw new UsageException(
          "tool " + Printable.quote(tool.name()) + " describes no input; give it arguments");
    }
    return Optional.of(structured);
  }

  private static StructuredTool structured(Tool tool) {
    try {
      return StructuredTool.of(tool);
    } catch (PolicyException e) {
      throw new UsageException(
          e.problems().stream()
              .map(problem -> "manifest of " + Printable.quote(tool.name()) + ": " + problem)
              .toList());
    }
  }

  /**
   * Returns the call that the input stands for.
   *
   * @throws UsageException if it is not what the tool's manifest describes
   */
  static Call.Builder call(Arguments arguments, StructuredTool tool, Streams streams) {
    byte[] json = read(Options.given(arguments, INPUT).orElseThrow(), streams);
    try {
      return tool.call(json);
    } catch (InputException e) {
      throw new UsageException(
          e.problems().stream().map(problem -> "--input: " + problem).toList());
    }
  }

  private static byte[] read(String value, Streams streams) {
    try {
      if (value.equals("-")) {
        return bounded(streams.in());
      } else if (value.startsWith("@")) {
        try (InputStream in = Files.newInputStream(Path.of(value.substring(1)))) {
          return bounded(in);
        }
      }
      return value.getBytes(StandardCharsets.UTF_8);
    } catch (IOException | InvalidPathException e) {
      throw new UsageException("--input " + Printable.quote(value) + " cannot be read");
    }
  }

  /** One byte more than is allowed is enough to be refused. */
  private static byte[] bounded(InputStream in) throws IOException {
    return in.readNBytes(StructuredTool.MAX_INPUT_BYTES + 1);
  }
}
