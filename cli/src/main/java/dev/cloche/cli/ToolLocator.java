package dev.cloche.cli;

import dev.cloche.ExtismManifest;
import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import dev.cloche.cli.store.OciLayout;
import dev.cloche.cli.store.StoredTool;
import dev.cloche.cli.store.ToolRegistry;
import dev.cloche.policy.ByteSize;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicySource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the tool that a user names.
 *
 * <p>{@code NAME@VERSION} is in the registry folder, {@code oci:DIR:TAG} an image in a layout. A
 * name with a slash or ending in {@code .wasm} is a file. Any other is a bundled tool, or else a
 * file in the current directory: this order, so that a file that lies around never takes the place
 * of a bundled tool. A file whose extension a bundled interpreter claims is a script, any other a
 * module; beside a module {@code x.wasm} may lie its manifest, {@code x.wasm.json}. A file ending
 * in {@code .json} is the manifest of an Extism plugin, which names the module.
 */
final class ToolLocator {

  /** 256 MiB: far above what the engine accepts, and still no danger to the heap. */
  private static final long MAX_FILE_BYTES = 256L << 20;

  /** What the name of a signature beside a tool ends in. */
  static final String SIGNATURE = ".sig";

  private static final String OCI = "oci:";

  /** What the manifest of an Extism plugin ends in. */
  private static final String MANIFEST = ".json";

  private final Catalogue catalogue;
  private final Optional<Path> registry;
  private Optional<Path> sidecar = Optional.empty();

  /** Makes one that looks for NAME@VERSION in the user's registry folder. */
  ToolLocator(Catalogue catalogue) {
    this(catalogue, ToolRegistry.defaultRoot());
  }

  /**
   * Makes one.
   *
   * @param registry where NAME@VERSION is looked for
   */
  ToolLocator(Catalogue catalogue, Optional<Path> registry) {
    this.catalogue = catalogue;
    this.registry = registry;
  }

  /**
   * Returns the tool; its module is not checked.
   *
   * @throws UsageException if there is none, or it cannot be read
   */
  Tool find(String name) {
    if (name.startsWith(OCI)) {
      return image(name);
    }
    Optional<ToolRegistry.Reference> versioned = ToolRegistry.Reference.parse(name);
    if (versioned.isPresent() && !name.endsWith(".wasm") && !name.endsWith(MANIFEST)) {
      return registered(versioned.get());
    }
    if (name.contains("/") || name.endsWith(".wasm") || name.endsWith(MANIFEST)) {
      return read(name);
    }
    return catalogue
        .find(name)
        .map(ToolLocator::bundled)
        .orElseGet(() -> isFile(name) ? read(name) : unknown(name));
  }

  /** Tells whether a name is that of a tool, or of a file that would have to be one. */
  boolean knows(String name) {
    return name.startsWith(OCI)
        || ToolRegistry.Reference.parse(name).isPresent()
        || name.contains("/")
        || name.endsWith(".wasm")
        || catalogue.find(name).isPresent()
        || isFile(name);
  }

  private Tool image(String name) {
    try {
      OciLayout.Reference image = OciLayout.Reference.parse(name.substring(OCI.length()));
      return Tool.of(image.name(), new OciLayout(path(image.directory())).read(image.tag()));
    } catch (IllegalArgumentException | IOException e) {
      throw new UsageException("tool " + Printable.quote(name) + ": " + e.getMessage());
    }
  }

  private Tool registered(ToolRegistry.Reference reference) {
    String name = reference.name() + "@" + reference.version();
    Path root =
        registry.orElseThrow(
            () ->
                new UsageException(
                    "tool " + Printable.quote(name) + ": name the registry folder by --registry"));
    try {
      StoredTool stored = new ToolRegistry(root).read(reference);
      byte[] content = stored.content().bytes();
      if (stored.extension().equals(StoredTool.WASM)) {
        return Tool.of(stored.name(), content);
      }
      Catalogue.Entry interpreter =
          interpreter(stored.extension())
              .orElseThrow(() -> new IOException("no interpreter runs ." + stored.extension()));
      Tool script = Tool.script(bundled(interpreter), stored.name(), source(content));
      return stored
          .signature()
          .map(StoredTool.Content::bytes)
          .map(script::withSignature)
          .orElse(script);
    } catch (IllegalArgumentException | IOException e) {
      throw new UsageException(
          "tool " + Printable.quote(name) + " in the registry folder: " + e.getMessage());
    }
  }

  /**
   * Requires that the manifest which was read from beside a module is none that guests could write:
   * attack F21.
   *
   * @throws UsageException if it lies in a mount
   */
  void requireSidecarOutside(List<Path> mounts) {
    if (sidecar.isEmpty()) {
      return;
    }
    String name = String.valueOf(sidecar.get().getFileName());
    try {
      PolicySource.requireOutside(sidecar.get(), mounts);
    } catch (PolicyException e) {
      throw new UsageException("manifest " + Printable.quote(name) + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UsageException("manifest " + Printable.quote(name) + " cannot be read");
    }
  }

  private static Tool bundled(Catalogue.Entry entry) {
    entry
        .missing()
        .ifPresent(
            how -> {
              throw new UsageException("tool " + entry.name() + " is not built: " + how);
            });
    return entry.tool().get();
  }

  private Tool unknown(String name) {
    throw new UsageException(
        Printable.quote(name) + " is no bundled tool and no file; " + catalogue.hint(name));
  }

  private static boolean isFile(String name) {
    return !name.isEmpty() && Files.exists(path(name));
  }

  private Tool read(String name) {
    Path file = path(name);
    requireReadable(name, file);
    try {
      if (name.endsWith(MANIFEST)) {
        sidecar = Optional.of(file);
        return ExtismManifest.read(file);
      }
      Optional<Catalogue.Entry> interpreter = interpreter(file);
      return interpreter.isPresent() ? script(file, interpreter.get()) : module(file);
    } catch (IOException e) {
      throw wrong(name, "cannot be read");
    } catch (PolicyException e) {
      throw PolicyFiles.refused(name, e);
    } catch (IllegalArgumentException e) {
      throw wrong(name, "is no tool: " + e.getMessage());
    }
  }

  private Tool module(Path file) throws IOException {
    Tool tool = signed(Tool.read(file), file);
    Path beside = file.resolveSibling(file.getFileName() + ".json");
    boolean named = String.valueOf(file.getFileName()).endsWith(".wasm");
    if (!named || !Files.exists(beside, LinkOption.NOFOLLOW_LINKS)) {
      return tool;
    }
    sidecar = Optional.of(beside);
    try (InputStream in = Files.newInputStream(beside)) {
      byte[] manifest = in.readNBytes(ToolManifest.MAX_BYTES + 1);
      return Tool.of(tool.name(), tool.bytes(), manifest);
    }
  }

  /** With the signature that lies beside the file, if one does. */
  private static Tool signed(Tool tool, Path file) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + SIGNATURE);
    if (!Files.isRegularFile(beside)) {
      return tool;
    }
    try (InputStream in = Files.newInputStream(beside)) {
      return tool.withSignature(in.readNBytes((int) StoredTool.MAX_SIGNATURE_BYTES + 1));
    }
  }

  /** The name that the script says, or else that of its file. */
  private static Tool script(Path file, Catalogue.Entry interpreter) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(Tool.MAX_SCRIPT_BYTES + 1);
    }
    String source = source(bytes);
    String stem = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*\\z", "");
    Tool unnamed = Tool.script(bundled(interpreter), stem, source);
    Tool named =
        unnamed
            .manifest()
            .map(manifest -> Tool.script(bundled(interpreter), manifest.name(), source))
            .orElse(unnamed);
    return signed(named, file);
  }

  /**
   * Returns the text of a script.
   *
   * @throws IllegalArgumentException if it is not UTF-8
   */
  static String source(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a script has to be UTF-8", e);
    }
  }

  private Optional<Catalogue.Entry> interpreter(Path file) {
    String name = String.valueOf(file.getFileName());
    String extension = name.substring(name.lastIndexOf('.') + 1);
    return extension.equals(name) || extension.equals("wasm")
        ? Optional.empty()
        : interpreter(extension);
  }

  private Optional<Catalogue.Entry> interpreter(String extension) {
    return catalogue.entries().stream()
        .filter(
            entry ->
                entry.manifest().script().stream()
                    .anyMatch(form -> form.extensions().contains(extension)))
        .findFirst();
  }

  private static void requireReadable(String name, Path file) {
    if (!Files.exists(file)) {
      throw wrong(name, "does not exist");
    } else if (Files.isDirectory(file)) {
      throw wrong(name, "is a directory; name a .wasm file in it");
    } else if (!Files.isRegularFile(file)) {
      throw wrong(name, "is not a regular file; save the module to a file first");
    } else if (!Files.isReadable(file)) {
      throw wrong(name, "cannot be read: permission denied");
    } else if (size(name, file) > MAX_FILE_BYTES) {
      throw wrong(name, "is larger than any module may be: " + ByteSize.format(MAX_FILE_BYTES));
    }
  }

  private static long size(String name, Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw wrong(name, "cannot be read");
    }
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw wrong(name, "is a name that no file of this system can have");
    }
  }

  private static UsageException wrong(String name, String why) {
    return new UsageException("tool file " + Printable.quote(name) + " " + why);
  }
}
