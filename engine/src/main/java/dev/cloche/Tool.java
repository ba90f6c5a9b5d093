package dev.cloche;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.module.ScriptModule;
import dev.cloche.module.Sha256;
import dev.cloche.policy.ManifestDocument;
import dev.cloche.policy.NativePolicy;
import dev.cloche.policy.PolicyException;
import dev.cloche.signature.ToolSignature;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tool: a name, and the bytes of one WebAssembly module, a script for one, or the beginning of a
 * native command line.
 *
 * <p>Of a module nothing is checked here: bytes that are no acceptable module make a call end in
 * {@link Outcome.Refused}. Two tools with the same bytes share everything that the engine prepares
 * for them. Immutable and thread-safe.
 */
public final class Tool {

  /** 1 MiB of source. */
  public static final int MAX_SCRIPT_BYTES = 1 << 20;

  private final String name;
  private final String digest;
  private final Optional<Class<?>> owner;
  private final List<String> command;
  private final @Nullable Script script;
  private volatile byte @Nullable [] module;
  private volatile byte @Nullable [] sidecar;
  private volatile @Nullable Manifest manifest;
  private volatile @Nullable Capabilities capabilities;
  private volatile @Nullable FilesOf files;
  private volatile @Nullable ToolSignature signature;
  private byte @Nullable [] detached;
  private final @Nullable Plugin plugin;

  private Tool(String name, byte[] module, Optional<ToolFiles> files) {
    this.name = name;
    this.module = module;
    this.digest = digest(module, files);
    this.owner = Optional.empty();
    this.command = List.of();
    this.files = new FilesOf(files);
    this.script = null;
    this.plugin = null;
  }

  private Tool(Tool runner, ExtismManifest manifest) {
    this.name = runner.name;
    this.plugin = new Plugin(runner, manifest);
    this.digest =
        Sha256.of(("extism\0" + runner.digest + "\0" + manifest.canonical()).getBytes(UTF_8));
    this.owner = Optional.empty();
    this.command = List.of();
    this.files = new FilesOf(Optional.empty());
    this.script = null;
  }

  private Tool(String name, Script script) {
    this.name = name;
    this.script = script;
    this.digest =
        Sha256.of(
            ("script\0" + script.interpreter().digest() + "\0" + script.source()).getBytes(UTF_8));
    this.owner = Optional.empty();
    this.command = List.of();
    this.files = new FilesOf(Optional.empty());
    this.plugin = null;
  }

  private Tool(List<String> command) {
    this.name = command.get(0);
    this.command = command;
    this.module = new byte[0];
    this.manifest = new Manifest(Optional.empty());
    this.digest = Sha256.of(("native command\0" + String.join("\0", command)).getBytes(UTF_8));
    this.owner = Optional.empty();
    this.files = new FilesOf(Optional.empty());
    this.script = null;
    this.plugin = null;
  }

  private Tool(String name, String[] facts, Class<?> owner) {
    this.name = name;
    this.digest = facts[0];
    // A resource that is not there is looked for in every jar: 15 ms of a cold JVM's first call.
    this.files = facts.length > 1 ? null : new FilesOf(Optional.empty());
    this.owner = Optional.of(owner);
    this.command = List.of();
    this.script = null;
    this.plugin = null;
  }

  /** What start-up code reads of the files is in the image, and so they are part of the tool. */
  private static String digest(byte[] module, Optional<ToolFiles> files) {
    String own = Sha256.of(module);
    return files
        .map(some -> String.join("\n", "tool with files", own, some.at(), some.digest()))
        .map(text -> Sha256.of(text.getBytes(StandardCharsets.UTF_8)))
        .orElse(own);
  }

  /** A script and how its interpreter is given it. */
  private record Script(Tool interpreter, ScriptForm form, String source) {}

  /** The module of an Extism plugin, and the manifest that it came by. */
  private record Plugin(Tool runner, ExtismManifest manifest) {}

  /**
   * Returns a tool.
   *
   * @param name how the tool is called in messages and as the guest's {@code argv[0]}; not empty
   * @param module the module's bytes; copied
   */
  public static Tool of(String name, byte[] module) {
    return new Tool(requireName(name), module.clone(), Optional.empty());
  }

  /**
   * Returns a tool whose module is somebody else's and carries no manifest, with the manifest that
   * lies beside it. Neither is checked here: calls are refused if the manifest is not acceptable,
   * or the module carries one as well.
   *
   * @param name how the tool is called in messages and as the guest's {@code argv[0]}; not empty
   * @param module the module's bytes; copied
   * @param manifest the manifest, JSON in UTF-8; copied
   */
  public static Tool of(String name, byte[] module, byte[] manifest) {
    Tool tool = of(name, module);
    tool.sidecar = manifest.clone();
    return tool;
  }

  /**
   * Returns a script as a tool. Its calls start from the same image as those of its interpreter;
   * the script is an argument, never a file, so that no guest can change it. It may say what it is
   * in a comment at its beginning, such as {@code /* cloche: {"name": ...} *}{@code /}; what it
   * asks for there only narrows what its interpreter asks for.
   *
   * @param interpreter a tool whose manifest has the block {@code script}
   * @param name how the tool is called in messages; not empty
   * @param source the script; 1 MiB at most
   * @throws dev.cloche.policy.PolicyException if the interpreter's manifest is not acceptable
   * @throws IllegalArgumentException if the interpreter is none, or the source is too long or holds
   *     a NUL character
   */
  public static Tool script(Tool interpreter, String name, String source) {
    Optional<ScriptForm> form = interpreter.manifest().flatMap(ToolManifest::script);
    if (form.isEmpty()) {
      throw new IllegalArgumentException("tool \"" + interpreter.name + "\" takes no scripts");
    }
    if (source.indexOf('\0') >= 0 || source.getBytes(UTF_8).length > MAX_SCRIPT_BYTES) {
      throw new IllegalArgumentException("script holds a NUL character or is larger than 1Mi");
    }
    return new Tool(requireName(name), new Script(interpreter, form.get(), source));
  }

  private static String requireName(String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("tool name is empty or holds a NUL character");
    }
    return name;
  }

  /**
   * Returns this tool with files that its guest sees; those that it had are no part of it.
   *
   * @throws IllegalStateException if it is a native command
   */
  public Tool withFiles(ToolFiles some) {
    if (!command.isEmpty()) {
      throw new IllegalStateException("a native command has no files of its own");
    }
    if (script != null || plugin != null) {
      throw new IllegalStateException("a script or plugin has the files of what runs it");
    }
    Tool tool = new Tool(name, module(), Optional.of(some));
    tool.sidecar = sidecar;
    tool.detached = detached;
    return tool;
  }

  /**
   * Returns this tool with the signature that lies beside it; it is not checked here.
   *
   * @param beside what {@code cloche sign} wrote; copied
   * @throws IllegalStateException if it is a native command, comes from a jar, or has an Extism
   *     manifest, which no signature covers
   */
  public Tool withSignature(byte[] beside) {
    if (!command.isEmpty() || owner.isPresent() || plugin != null) {
      throw new IllegalStateException(
          "a native command, a packaged tool or one with an Extism manifest has no signature");
    }
    Tool tool = script == null ? new Tool(name, module(), files()) : new Tool(name, script);
    tool.sidecar = sidecar;
    tool.detached = beside.clone();
    return tool;
  }

  /**
   * Returns who signed the tool: all that a call runs by, so the manifest too, which therefore has
   * to be in the module. Found out at the first call.
   */
  public ToolSignature signature() {
    ToolSignature known = signature;
    if (known == null) {
      known =
          SignatureReading.of(
              this, Optional.ofNullable(detached), sidecar != null || plugin != null);
      signature = known;
    }
    return known;
  }

  /** Returns the source of a script, as it is signed. */
  Optional<byte[]> signedScript() {
    return script == null
        ? Optional.empty()
        : Optional.of(ScriptModule.of(script.interpreter().name(), script.source()));
  }

  /**
   * Returns this module as a plugin with an Extism manifest, which takes the place of one of its
   * own. Its calls start from the same image as those of the module alone.
   *
   * @throws PolicyException if it has a manifest of its own, or one beside it
   * @throws IllegalStateException if it is no module, or a plugin already
   */
  public Tool withExtism(ExtismManifest given) {
    if (!command.isEmpty() || script != null || plugin != null) {
      throw new IllegalStateException("tool \"" + name + "\" is no module without a manifest");
    }
    if (manifest().isPresent()) {
      throw new PolicyException("", "the module carries a manifest; a plugin has one of them");
    }
    return new Tool(this, given);
  }

  /** Returns the Extism manifest that it came by, if it did. */
  public Optional<ExtismManifest> extismManifest() {
    return Optional.ofNullable(plugin).map(Plugin::manifest);
  }

  /**
   * Returns a native command, for an engine with a {@link Backend}. Its policy has to name the
   * command; the arguments of a call follow those given here. No shell reads them.
   *
   * @param program the file name of a program of the system, such as {@code git}; never a path. It
   *     is the tool's name
   * @param arguments its first arguments
   * @throws IllegalArgumentException if the program is no file name, or something holds NUL
   */
  public static Tool command(String program, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(NativePolicy.command(program));
    words.addAll(List.of(arguments));
    if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException("argument holds a NUL character");
    }
    return new Tool(List.copyOf(words));
  }

  /**
   * Returns a tool that lies beside a class in its jar, as {@code NAME.wasm}, together with what
   * the build made of it: its digest, {@code NAME.sha256}, and its compiled code; and with its
   * files, where a word behind the digest says that there are some: {@code NAME.files.zip} and,
   * with their place in it, {@code NAME.files.path}. Module and files are read only if they are
   * needed. All of it is trusted as the jar's code is.
   *
   * @throws IllegalStateException if the jar has no such module
   */
  public static Tool packaged(String name, Class<?> owner) {
    byte[] facts = resource(owner, name + ".sha256");
    if (facts != null) {
      return new Tool(name, new String(facts, StandardCharsets.US_ASCII).strip().split(" "), owner);
    }
    return new Tool(name, packagedModule(name, owner), ToolFiles.packaged(name, owner));
  }

  /**
   * Reads a tool from a file; its name is the file name without {@code .wasm}.
   *
   * @throws IOException if the file cannot be read
   */
  public static Tool read(Path file) throws IOException {
    String fileName = Objects.requireNonNull(file.getFileName(), "file name").toString();
    String name =
        fileName.endsWith(".wasm") && fileName.length() > 5
            ? fileName.substring(0, fileName.length() - 5)
            : fileName;
    return new Tool(name, Files.readAllBytes(file), Optional.empty());
  }

  /**
   * Returns what the tool says about itself, read at the first call; empty if it says nothing.
   *
   * @throws dev.cloche.policy.PolicyException if the manifest is not acceptable, or the bytes are
   *     no module
   */
  public Optional<ToolManifest> manifest() {
    Manifest read = manifest;
    if (read == null) {
      read = new Manifest(readManifest());
      manifest = read;
    }
    return read.content();
  }

  private record Manifest(Optional<ToolManifest> content) {}

  /** What the manifest asks for; of a packaged tool without reading all of it. */
  Capabilities capabilities() {
    if (plugin != null) {
      return plugin.manifest().capabilities();
    }
    Capabilities known = capabilities;
    if (known == null) {
      known =
          packagedManifest()
              .map(ManifestDocument::capabilities)
              .orElseGet(
                  () -> manifest().map(ToolManifest::capabilities).orElseGet(Capabilities::all));
      capabilities = known;
    }
    return known;
  }

  private Optional<ToolManifest> readManifest() {
    if (script != null) {
      return ToolManifest.ofScript(script.source());
    }
    if (plugin != null) {
      return Optional.empty();
    }
    Optional<byte[]> packaged = packagedManifest();
    if (packaged.isPresent()) {
      return packaged.map(ToolManifest::parse);
    }
    byte[] beside = sidecar;
    return beside == null
        ? ToolManifest.of(module())
        : Optional.of(ToolManifest.beside(module(), beside));
  }

  /** Returns the tool's name. */
  public String name() {
    return name;
  }

  /**
   * Returns the tool whose module runs: the interpreter of a script, the module of a plugin with a
   * manifest, else this tool.
   */
  public Tool runner() {
    if (plugin != null) {
      return plugin.runner();
    }
    return script == null ? this : script.interpreter();
  }

  /** Whether it is a script. */
  public boolean isScript() {
    return script != null;
  }

  /** Returns what the guest is given as arguments in a call with these. */
  List<String> arguments(List<String> ofCall) {
    if (script == null) {
      return ofCall;
    }
    List<String> all = new ArrayList<>(script.form().before());
    all.add(script.source());
    all.addAll(script.form().after());
    all.addAll(ofCall);
    return List.copyOf(all);
  }

  /** Returns program and first arguments of a native command; empty for a module. */
  public List<String> command() {
    return command;
  }

  /**
   * Returns SHA-256 in lower-case hexadecimal: of the module's bytes, for a tool with files one
   * over both; for a script, of its interpreter's digest and its source; for a plugin with a
   * manifest, of its module's digest and the manifest; for a native command of its words, not of
   * the program.
   */
  public String digest() {
    return digest;
  }

  /** Returns the files that its guest sees, if it has some. */
  public Optional<ToolFiles> files() {
    if (plugin != null) {
      return plugin.runner().files();
    }
    if (script != null) {
      return script.interpreter().files();
    }
    FilesOf known = files;
    if (known == null) {
      known = new FilesOf(ToolFiles.packaged(name, owner.orElseThrow()));
      files = known;
    }
    return known.content();
  }

  private record FilesOf(Optional<ToolFiles> content) {}

  /** Returns the class beside which the tool was packaged with its compiled code, if it was. */
  public Optional<Class<?>> owner() {
    return owner;
  }

  /** Returns the size of the module that runs, in bytes; 0 for a native command. */
  public int size() {
    return module().length;
  }

  /** Returns a copy of the bytes of the module that runs; none for a native command. */
  public byte[] bytes() {
    return module().clone();
  }

  private byte[] module() {
    if (script != null) {
      return script.interpreter().module();
    }
    if (plugin != null) {
      return plugin.runner().module();
    }
    byte[] read = module;
    if (read == null) {
      read = packagedModule(name, owner.orElseThrow());
      module = read;
    }
    return read;
  }

  /** Beside packaged code lies the manifest too: the module need not be read for it. */
  private Optional<byte[]> packagedManifest() {
    return owner.map(type -> resource(type, name + "/manifest.json"));
  }

  private static byte[] packagedModule(String name, Class<?> owner) {
    byte[] module = resource(owner, name + ".wasm");
    if (module == null) {
      throw new IllegalStateException("tool \"" + name + "\" is not in its jar");
    }
    return module;
  }

  static byte @Nullable [] resource(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + name, e);
    }
  }

  @Override
  public String toString() {
    return "Tool[" + name + ", sha256:" + digest + "]";
  }
}
