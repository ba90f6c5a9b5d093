package dev.cloche.cli;

import dev.cloche.ToolManifest;
import dev.cloche.cli.store.OciLayout;
import dev.cloche.cli.store.StoredTool;
import dev.cloche.cli.store.ToolRegistry;
import dev.cloche.policy.PolicyException;
import dev.cloche.signature.ToolSignature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche pack}: puts a manifest into a module, and the tool where it is kept. */
final class PackCommand implements Command {

  private static final String TO = "--to";
  private static final String MANIFEST = "--manifest";
  private static final String OCI = "oci:";

  private final Host host;

  PackCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "pack",
            "cloche pack [--manifest FILE] [--to DEST] TOOL",
            "Puts the manifest into a module, and the tool where it is kept.",
            "The manifest is the file given, or else TOOL.json beside TOOL. A signed module is"
                + " packed as it is: sign after the manifest is in.");
    command.addPositional(
        Parser.required("FILE", "A module, a script, or a folder with one module in it."));
    RegistryOption.addTo(command);
    return command
        .addOption(Options.value(MANIFEST, "FILE", "The manifest, JSON (docs/tools.md)."))
        .addOption(
            Options.value(
                TO,
                "DEST",
                "A file .wasm, NAME@VERSION in the registry folder, or oci:DIR:TAG. Without it the"
                    + " module is replaced."));
  }

  @Override
  public int run(Arguments arguments) {
    Path file = tool(ToolFile.path(arguments.matchedPositionalValue(0, "")));
    Optional<String> to = Options.given(arguments, TO);
    try {
      StoredTool tool = ToolFile.isModule(file) ? module(file, arguments) : script(file);
      String where = store(file, tool, to, RegistryOption.root(arguments));
      PrintWriter out = host.streams().outWriter();
      out.println(Printable.line(where));
      out.flush();
      return ExitStatus.OK;
    } catch (PolicyException refused) {
      throw PolicyFiles.refused(file.toString(), refused);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          "there is a " + Printable.quote(to.orElse("")) + " already; take another version");
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(ToolFile.shown(file) + ": " + e.getMessage());
    }
  }

  private static Path tool(Path given) {
    if (!Files.isDirectory(given)) {
      return ToolFile.existing(given.toString());
    }
    try (Stream<Path> entries = Files.list(given)) {
      List<Path> modules = entries.filter(ToolFile::isModule).toList();
      if (modules.size() == 1) {
        return modules.get(0);
      }
      throw new UsageException(
          ToolFile.shown(given) + " has " + modules.size() + " .wasm files; name one");
    } catch (IOException e) {
      throw new UsageException(ToolFile.shown(given) + " cannot be read");
    }
  }

  private static StoredTool script(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    if (dot <= 0) {
      throw new IllegalArgumentException("it is neither a module nor a script");
    }
    Path beside = file.resolveSibling(name + ToolLocator.SIGNATURE);
    Optional<StoredTool.Content> signature =
        Files.isRegularFile(beside)
            ? Optional.of(new StoredTool.Content(ToolFile.bytes(beside)))
            : Optional.empty();
    return new StoredTool(
        name.substring(0, dot),
        name.substring(dot + 1),
        new StoredTool.Content(ToolFile.bytes(file)),
        signature);
  }

  private static StoredTool module(Path file, Arguments arguments) {
    byte[] module = ToolFile.bytes(file);
    String fileName = String.valueOf(file.getFileName());
    Path beside = file.resolveSibling(fileName + ".json");
    Optional<Path> manifest =
        Options.given(arguments, MANIFEST)
            .map(ToolFile::existing)
            .or(
                () ->
                    Files.exists(beside, LinkOption.NOFOLLOW_LINKS)
                        ? Optional.of(beside)
                        : Optional.empty());
    String name = fileName.substring(0, fileName.length() - ".wasm".length());
    if (manifest.isEmpty()) {
      return StoredTool.module(name, module);
    }
    ToolSignature signature = ToolSignature.of(module);
    if (signature.problem().isEmpty()) {
      throw new IllegalArgumentException("it is signed; put the manifest in before it is signed");
    }
    byte[] json = ToolFile.bytes(manifest.get());
    ToolManifest unused = ToolManifest.parse(json);
    return StoredTool.module(name, ToolManifest.embed(module, json));
  }

  private static String store(
      Path file, StoredTool tool, Optional<String> to, Optional<Path> registry) throws IOException {
    byte[] content = tool.content().bytes();
    Optional<ToolRegistry.Reference> version = to.flatMap(ToolRegistry.Reference::parse);
    if (to.isPresent() && to.get().startsWith(OCI)) {
      requireModule(tool, "an OCI layout");
      OciLayout.Reference image = OciLayout.Reference.parse(to.get().substring(OCI.length()));
      String tag =
          image
              .tag()
              .filter(text -> !text.startsWith("sha256:"))
              .orElseThrow(() -> new IllegalArgumentException("write --to oci:DIR:TAG"));
      Path directory = Files.createDirectories(ToolFile.path(image.directory()));
      new OciLayout(directory).add(tag, content);
      return to.get();
    }
    if (version.isPresent() && !to.get().endsWith(".wasm")) {
      new ToolRegistry(
              registry.orElseThrow(
                  () -> new IllegalArgumentException("name the registry folder by --registry")))
          .add(version.get(), tool);
      return to.get();
    }
    requireModule(tool, "a file");
    Path target = to.map(ToolFile::path).orElse(file);
    if (!ToolFile.isModule(target)) {
      throw new IllegalArgumentException(
          "--to is no file .wasm, no NAME@VERSION and no oci:DIR:TAG");
    }
    ToolFile.write(target, content);
    return target.toString();
  }

  private static void requireModule(StoredTool tool, String where) {
    if (!tool.extension().equals(StoredTool.WASM)) {
      throw new IllegalArgumentException(
          "a script cannot be packed into " + where + "; --to NAME@VERSION takes it");
    }
  }
}
