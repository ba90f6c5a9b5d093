package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cloche tools}: the bundled tools, or the help of one. */
@Command(
    name = "tools",
    description = "Lists the bundled tools, or shows how one is used.",
    customSynopsis = "cloche tools [--json] [TOOL]")
final class ToolsCommand implements Callable<Integer> {

  private final Host host;

  @Option(names = "--json", description = "Prints a JSON array with one object for each tool.")
  private boolean json;

  @Parameters(arity = "0..1", paramLabel = "TOOL", description = "The name of a bundled tool.")
  private Optional<String> tool = Optional.empty();

  ToolsCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() throws IOException {
    List<Catalogue.Entry> entries =
        tool.map(name -> List.of(host.catalogue().require(name)))
            .orElseGet(host.catalogue()::entries);
    if (json) {
      writeJson(entries);
      return ExitStatus.OK;
    }
    PrintWriter out = host.streams().outWriter();
    if (tool.isPresent()) {
      entries.forEach(entry -> printUsage(out, entry));
    } else {
      printTable(out, entries);
    }
    out.flush();
    return ExitStatus.OK;
  }

  private static void printUsage(PrintWriter out, Catalogue.Entry entry) {
    out.printf(
        "%s %s (%s): %s%n%n", entry.name(), entry.version(), entry.licence(), entry.description());
    out.println(entry.usage().stripTrailing());
    entry.missing().ifPresent(how -> out.printf("%nNot built: %s%n", how));
  }

  private static void printTable(PrintWriter out, List<Catalogue.Entry> entries) {
    int nameWidth = width(entries.stream().map(Catalogue.Entry::name).toList());
    int versionWidth = width(entries.stream().map(Catalogue.Entry::version).toList());
    int licenceWidth = width(entries.stream().map(Catalogue.Entry::licence).toList());
    String format = "%-" + nameWidth + "s  %-" + versionWidth + "s  %-" + licenceWidth + "s  %s%n";
    for (Catalogue.Entry entry : entries) {
      out.printf(format, entry.name(), entry.version(), entry.licence(), entry.description());
      entry.missing().ifPresent(how -> out.printf("%" + nameWidth + "s  not built: %s%n", "", how));
    }
  }

  private static int width(List<String> column) {
    return column.stream().mapToInt(String::length).max().orElse(0) + 1;
  }

  private void writeJson(List<Catalogue.Entry> entries) throws IOException {
    JsonGenerator out = OutcomeJson.generator(host.streams().out());
    out.writeStartArray();
    for (Catalogue.Entry entry : entries) {
      out.writeStartObject();
      out.writeStringField("name", entry.name());
      out.writeStringField("version", entry.version());
      out.writeStringField("licence", entry.licence());
      out.writeStringField("description", entry.description());
      out.writeStringField("usage", entry.usage());
      out.writeBooleanField("built", entry.missing().isEmpty());
      if (entry.missing().isPresent()) {
        out.writeStringField("howToGet", entry.missing().get());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeRaw('\n');
    out.flush();
  }
}
