package dev.cloche.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche new}: a small project to begin a tool with. */
final class NewCommand implements Command {

  /** As a manifest's name, and fit to be a file's in every shell. */
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  private final Host host;

  NewCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "new",
            "cloche new LANGUAGE NAME",
            "Writes a small project for a tool: source, manifest, build script, test, README.",
            "LANGUAGE is " + String.join(", ", ProjectTemplate.languages()) + ".",
            "The folder NAME is made in the current one; one that is there and not empty is left"
                + " alone.");
    return command
        .addPositional(Parser.required("LANGUAGE", "What it is written in."))
        .addPositional(Parser.rest("NAME", "Name of the tool, or the path of its folder."));
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    String language = arguments.matchedPositionalValue(0, "");
    ProjectTemplate template =
        ProjectTemplate.find(language)
            .orElseThrow(
                () ->
                    UsageErrors.unknown(
                        "language", language, ProjectTemplate.languages(), "cloche new"));
    Path folder = ToolFile.path(Parser.only(arguments, "new needs one NAME: cloche new c my-tool"));
    String name = String.valueOf(folder.getFileName());
    if (!NAME.matcher(name).matches()) {
      throw new UsageException(
          "name "
              + Printable.quote(name)
              + " is not 1 to 40 of a-z, 0-9 and hyphen, the first a letter");
    }
    requireEmpty(folder);
    try {
      for (Map.Entry<String, byte[]> file : template.files(name).entrySet()) {
        write(folder.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new UsageException(ToolFile.shown(folder) + " cannot be written");
    }
    PrintWriter out = host.streams().outWriter();
    out.println("made " + Printable.line(folder.toString()) + "; README.md says how to go on");
    out.flush();
    return ExitStatus.OK;
  }

  private static void requireEmpty(Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UsageException(ToolFile.shown(folder) + " exists and is no folder");
    }
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      Optional<Path> any = entries.findAny();
      if (any.isPresent()) {
        throw new UsageException(ToolFile.shown(folder) + " is not empty; take another name");
      }
    } catch (IOException e) {
      throw new UsageException(ToolFile.shown(folder) + " cannot be read");
    }
  }

  private static void write(Path file, byte[] content) throws IOException {
    Path unused = Files.createDirectories(file.toAbsolutePath().getParent());
    unused = Files.write(file, content);
    if (file.toString().endsWith(".sh") && !file.toFile().setExecutable(true)) {
      throw new IOException("a script cannot be made executable");
    }
  }
}
