package dev.cloche.cli.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder of tools by name and version.
 *
 * <pre>
 * NAME/VERSION/NAME.wasm          the module, or a script such as NAME.js
 * NAME/VERSION/NAME.wasm.sha256   its digest, as sha256sum writes it
 * NAME/VERSION/NAME.js.sig        a script's signature
 * </pre>
 *
 * <p>A version is written once: what a name and a version mean does not change.
 */
public final class ToolRegistry {

  private static final class Patterns {
    static final Pattern REFERENCE =
        Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,63})@([A-Za-z0-9][A-Za-z0-9._+-]{0,63})");

    static final Pattern DIGEST = Pattern.compile("([0-9a-f]{64})  (.{1,200})\\n?");

    private Patterns() {}
  }

  private static final int MAX_ENTRIES = 16;

  private final Path root;

  /** Makes one over a folder, which need not be there to be read. */
  public ToolRegistry(Path root) {
    this.root = root;
  }

  /**
   * Returns the folder where none is named: {@code $CLOCHE_REGISTRY}, or {@code
   * .local/share/cloche/tools} in the user's home; empty where neither is set.
   */
  public static Optional<Path> defaultRoot() {
    return folder(System.getenv("CLOCHE_REGISTRY"))
        .or(() -> folder(System.getenv("HOME")).map(at -> at.resolve(".local/share/cloche/tools")));
  }

  private static Optional<Path> folder(@Nullable String path) {
    return path == null || path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path));
  }

  /**
   * A name and a version.
   *
   * @param name of the tool
   * @param version of the tool
   */
  public record Reference(String name, String version) {

    /** Reads {@code NAME@VERSION}; empty if it is something else. */
    public static Optional<Reference> parse(String text) {
      if (text.indexOf('@') < 0) {
        return Optional.empty(); // before any expression is compiled: most names are plain
      }
      Matcher parts = Patterns.REFERENCE.matcher(text);
      return parts.matches()
          ? Optional.of(new Reference(parts.group(1), parts.group(2)))
          : Optional.empty();
    }
  }

  /**
   * Reads a tool.
   *
   * @throws IOException if it is not there, not what its digest says, or reached by a link
   */
  public StoredTool read(Reference reference) throws IOException {
    SafeFolder folder = new SafeFolder(root);
    String name = reference.name();
    String version = reference.version();
    String file = fileName(folder.list(MAX_ENTRIES, name, version), name);
    byte[] content = folder.read(StoredTool.MAX_BYTES, name, version, file);
    byte[] digest = folder.read(1024, name, version, file + ".sha256");
    Matcher line = Patterns.DIGEST.matcher(new String(digest, StandardCharsets.UTF_8));
    if (!line.matches() || !line.group(2).equals(file)) {
      throw new IOException(file + ".sha256 is not a line of sha256sum for " + file);
    }
    if (!line.group(1).equals(Sha256.of(content))) {
      throw new IOException(file + " has another digest than " + file + ".sha256 says");
    }
    Optional<StoredTool.Content> signature = Optional.empty();
    if (folder.list(MAX_ENTRIES, name, version).contains(file + ".sig")) {
      byte[] beside = folder.read(StoredTool.MAX_SIGNATURE_BYTES, name, version, file + ".sig");
      signature = Optional.of(new StoredTool.Content(beside));
    }
    String extension = file.substring(name.length() + 1);
    return new StoredTool(name, extension, new StoredTool.Content(content), signature);
  }

  private static String fileName(List<String> entries, String name) throws IOException {
    List<String> files =
        entries.stream()
            .filter(entry -> entry.startsWith(name + "."))
            .filter(entry -> entry.indexOf('.', name.length() + 1) < 0)
            .toList();
    if (files.size() != 1) {
      throw new IOException(
          files.isEmpty() ? "there is no such tool" : "there are several files of that name");
    }
    return files.get(0);
  }

  /**
   * Writes a tool.
   *
   * @throws FileAlreadyExistsException if there is one of that name and version
   * @throws IOException if it cannot be written, or a folder on the way is a link
   */
  public void add(Reference reference, StoredTool tool) throws IOException {
    Path named = root.resolve(reference.name());
    Path folder = named.resolve(reference.version());
    Files.createDirectories(root);
    if (!Files.isDirectory(named, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(named);
    }
    Files.createDirectory(folder);
    String file = reference.name() + "." + tool.extension();
    byte[] content = tool.content().bytes();
    write(folder.resolve(file), content);
    if (tool.signature().isPresent()) {
      write(folder.resolve(file + ".sig"), tool.signature().get().bytes());
    }
    // Last, so that half a tool is none.
    String line = Sha256.of(content) + "  " + file + "\n";
    write(folder.resolve(file + ".sha256"), line.getBytes(StandardCharsets.UTF_8));
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Path unused = Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }
}
