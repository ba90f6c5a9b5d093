package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche tools}: the bundled tools, or the help of one. */
final class ToolsCommand implements Command {

  private static final String MARKDOWN = "--markdown";

  private final Host host;

  ToolsCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "tools",
            "cloche tools [--json | --markdown] [TOOL]",
            "Lists the bundled tools, or shows how one is used.")
        .addPositional(Parser.optional("TOOL", "The name of a bundled tool."))
        .addOption(Options.flag(Options.JSON, "Prints a JSON array with one object for each tool."))
        .addOption(Options.flag(MARKDOWN, "Prints all of it as a page in Markdown."));
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    Optional<String> tool = Optional.ofNullable(arguments.matchedPositionalValue(0, (String) null));
    List<Catalogue.Entry> entries =
        tool.map(name -> List.of(host.catalogue().require(name)))
            .orElseGet(host.catalogue()::entries);
    if (arguments.hasMatchedOption(Options.JSON)) {
      writeJson(entries);
      return ExitStatus.OK;
    }
    PrintWriter out = host.streams().outWriter();
    if (arguments.hasMatchedOption(MARKDOWN)) {
      new ToolsPage(out).print(entries.stream().map(Catalogue.Entry::manifest).toList());
    } else if (tool.isPresent()) {
      entries.forEach(entry -> printUsage(out, entry));
    } else {
      printTable(out, entries);
    }
    out.flush();
    return ExitStatus.OK;
  }

  private static void printUsage(PrintWriter out, Catalogue.Entry entry) {
    ToolManifest tool = entry.manifest();
    out.printf("%s %s (%s)%n", tool.title(), tool.version(), tool.license());
    out.printf("%s%n%n", tool.description());
    tool.usage().forEach(out::println);
    if (!tool.examples().isEmpty()) {
      out.printf("%nExamples%n");
      ExampleText text = new ExampleText(out);
      tool.examples().forEach(example -> text.print(tool.name(), example));
    }
    entry.missing().ifPresent(how -> out.printf("%nNot built: %s%n", how));
  }

  private static void printTable(PrintWriter out, List<Catalogue.Entry> entries) {
    List<ToolManifest> tools = entries.stream().map(Catalogue.Entry::manifest).toList();
    int name = width(tools, ToolManifest::name);
    String format =
        String.format(
            "%%-%ds  %%-%ds  %%-%ds  %%s%%n",
            name, width(tools, ToolManifest::version), width(tools, ToolManifest::license));
    for (Catalogue.Entry entry : entries) {
      ToolManifest tool = entry.manifest();
      out.printf(format, tool.name(), tool.version(), tool.license(), tool.description());
      entry.missing().ifPresent(how -> out.printf("%s  not built: %s%n", " ".repeat(name), how));
    }
  }

  private static int width(List<ToolManifest> tools, Function<ToolManifest, String> column) {
    return tools.stream().map(column).mapToInt(String::length).max().orElse(1);
  }

  private void writeJson(List<Catalogue.Entry> entries) throws IOException {
    JsonGenerator out = OutcomeJson.generator(host.streams().out());
    ToolJson json = new ToolJson(out);
    out.writeStartArray();
    for (Catalogue.Entry entry : entries) {
      json.write(entry);
    }
    out.writeEndArray();
    out.writeRaw('\n');
    out.flush();
  }
}
