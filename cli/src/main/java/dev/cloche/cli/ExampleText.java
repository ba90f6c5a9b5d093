package dev.cloche.cli;

import dev.cloche.ToolExample;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Prints the examples of a tool as a person would type them. */
final class ExampleText {

  private final PrintWriter out;

  ExampleText(PrintWriter out) {
    this.out = out;
  }

  /** Prints one, after an empty line. */
  void print(String tool, ToolExample example) {
    out.printf("%n%s%n", Printable.line(example.title()));
    example.files().forEach((path, text) -> block("  " + path + ":", text));
    if (!example.stdin().isEmpty()) {
      block("  standard input:", example.stdin());
    }
    block("  $ " + Printable.line(command(tool, example)), example.stdout());
    if (example.exit() != 0) {
      out.printf("  exit status %d%n", example.exit());
    }
  }

  private void block(String head, String text) {
    out.println(head);
    text.lines().forEach(line -> out.println("    " + Printable.line(line)));
  }

  private static String command(String tool, ToolExample example) {
    String run = "cloche run ";
    if (example.input().isPresent()) {
      return run + "--input " + quote(example.input().get()) + " " + tool;
    }
    return example.arguments().stream()
        .map(ExampleText::quote)
        .collect(Collectors.joining(" ", run + tool + " ", ""))
        .stripTrailing();
  }

  /** As a shell reads it. */
  private static String quote(String argument) {
    return argument.matches("[A-Za-z0-9_./:=@%+,-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
