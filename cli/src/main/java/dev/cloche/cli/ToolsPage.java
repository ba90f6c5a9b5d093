package dev.cloche.cli;

import dev.cloche.ToolExample;
import dev.cloche.ToolManifest;
import java.io.PrintWriter;
import java.util.List;

/**
 * The bundled tools as a Markdown page, made of their manifests alone: {@code docs/tools.md}. What
 * the examples print is what the tools print, since a test runs them.
 */
final class ToolsPage {

  private static final String INTRODUCTION =
      """
      # Bundled tools

      Made by `./cloche tools --markdown` from the tools' own manifests; a test runs every example. `./cloche tools NAME` prints the part of one tool.
      How they are built: [tool-modules/README.md](../tool-modules/README.md). How fast they are beside native programs: [bench/results/tools.md](../bench/results/tools.md).

      | tool | version | licence | what it does |
      |---|---|---|---|
      """;

  private final PrintWriter out;

  ToolsPage(PrintWriter out) {
    this.out = out;
  }

  /** Prints the page. */
  void print(List<ToolManifest> tools) {
    out.print(INTRODUCTION);
    for (ToolManifest tool : tools) {
      out.printf(
          "| [`%s`](#%s) | %s | %s | %s |\n",
          tool.name(),
          tool.name(),
          cell(tool.version()),
          cell(tool.license()),
          cell(tool.description()));
    }
    tools.forEach(this::section);
  }

  private void section(ToolManifest tool) {
    out.printf(
        "\n## %s\n\n%s. From: %s. Fuel: %s.\n\n",
        tool.name(), tool.description(), tool.source(), tool.metering().id());
    block(tool.usage());
    ExampleText text = new ExampleText(out);
    for (ToolExample example : tool.examples()) {
      out.print("\n```console");
      text.print(tool.name(), example);
      out.print("```\n");
    }
  }

  private void block(List<String> lines) {
    out.print("```\n");
    lines.forEach(line -> out.print(line + "\n"));
    out.print("```\n");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
