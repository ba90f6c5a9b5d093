package dev.cloche.run;

import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.Tool;
import dev.cloche.ToolFiles;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Sha256;
import dev.cloche.workspace.Workspace;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The build's step that compiles the tools of a jar: {@code Precompiler CLASSES_DIR PACKAGE}
 * compiles each {@code NAME.wasm} in that package of a directory of classes, and leaves what {@link
 * PackagedCode} reads beside it. Does nothing for a tool that neither it nor the engine has changed
 * since.
 *
 * <p>Public because the build starts it; the package is not exported.
 */
public final class Precompiler {

  private static final String MACHINE = "CompiledMachine";
  private static final String STAMP = ".stamp";
  private static final String DIGEST = ".sha256";

  private final Path directory;
  private final String owner;
  private final String engine;
  private final CompiledStore store = CompiledStore.ofUser();

  private Precompiler(Path classes, String owner) throws IOException {
    this.directory = classes.resolve(owner.replace('.', '/'));
    this.owner = owner;
    this.engine = digestOfAll();
  }

  /**
   * Compiles all tools of a package.
   *
   * @param arguments the directory of classes, and the package
   * @throws IOException if a file cannot be read or written, or a tool does not compile
   */
  public static void main(String... arguments) throws IOException {
    Path classes = Path.of(arguments[0]);
    Precompiler precompiler = new Precompiler(classes, arguments[1]);
    for (Path tool : files(precompiler.directory, ".wasm")) {
      precompiler.compile(withFiles(Tool.read(tool), precompiler.directory));
    }
  }

  private static Tool withFiles(Tool tool, Path directory) throws IOException {
    Path place = directory.resolve(tool.name() + ".files.path");
    if (!Files.exists(place)) {
      return tool;
    }
    byte[] zip = Files.readAllBytes(directory.resolve(tool.name() + ".files.zip"));
    return tool.withFiles(ToolFiles.of(Files.readString(place).strip(), zip));
  }

  private void compile(Tool tool) throws IOException {
    Path stamp = directory.resolve(tool.name() + STAMP);
    String wanted = engine + " " + tool.digest();
    if (Files.exists(stamp) && Files.readString(stamp).equals(wanted) && isComplete(tool)) {
      return;
    }
    Path code = Files.createDirectories(code(tool));
    for (Path old : files(code, ".class")) {
      Files.delete(old);
    }
    String key = tool.name() + "-" + hash(wanted);
    if (!store.restore(key, directory) || !isComplete(tool)) {
      System.out.println("==> compiling " + tool.name() + " to Java bytecode");
      write(tool);
      store.keep(key, directory, written(tool));
    }
    Files.writeString(stamp, wanted);
  }

  private List<Path> written(Tool tool) throws IOException {
    List<Path> files = new ArrayList<>(files(code(tool), ".class"));
    files.add(directory.resolve(tool.name() + PackagedCode.SUFFIX));
    files.add(directory.resolve(tool.name() + DIGEST));
    return files;
  }

  private boolean isComplete(Tool tool) {
    return Files.exists(code(tool).resolve(MACHINE + ".class"))
        && Files.exists(directory.resolve(tool.name() + PackagedCode.SUFFIX));
  }

  private Path code(Tool tool) {
    return directory.resolve(packageName(tool));
  }

  private static String packageName(Tool tool) {
    return tool.name().replace('-', '_');
  }

  private void write(Tool tool) throws IOException {
    CheckedModule checked;
    MeteredModule metered;
    Image.Facts facts;
    try {
      checked = ModuleCheck.check(tool.bytes(), PluginFunctions.none());
      metered = Outliner.apply(Meter.apply(checked));
      facts = ModuleCheck.facts(checked, metered);
    } catch (RefusedException | ModuleException e) {
      throw new IOException(tool.name() + " is no tool: " + e.getMessage(), e);
    }
    String machine = owner + "." + packageName(tool) + "." + MACHINE;
    WasmModule module = Parser.parse(metered.bytes());
    CompilerResult result = GuestCompiler.compile(module, machine);
    Map<String, byte[]> classes =
        ((GuestClasses) result.collector()).portable(facts.fieldGlobals(module));
    for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
      String simpleName = entry.getKey().substring(entry.getKey().lastIndexOf('.') + 1);
      Files.write(code(tool).resolve(simpleName + ".class"), entry.getValue());
    }
    HugeMethods methods = HugeMethods.of(classes, result.interpretedFunctions());
    GuestJumps.requireOneEngine(Imported.of(module), !methods.interpreted().isEmpty());
    Image cold = new Image(facts, module, machines(machine, classes, result));
    Image image = WarmUp.apply(cold, tool.files(), true);
    CompiledModule rest =
        new CompiledModule(image, metered, methods, new GuestClasses(machine, Map.of()));
    Files.write(
        directory.resolve(tool.name() + PackagedCode.SUFFIX),
        new PackagedCode(PackagedCode.key(tool.digest()), rest.toBytes()).toBytes());
    String packaged = tool.files().isPresent() ? tool.digest() + " files" : tool.digest();
    Files.writeString(directory.resolve(tool.name() + DIGEST), packaged);
  }

  /** Start-up runs in the code just made where it can: that of an interpreter takes a while. */
  private static Function<Instance, Machine> machines(
      String machine, Map<String, byte[]> classes, CompilerResult result) {
    return result.interpretedFunctions().isEmpty()
        ? new GuestClasses(machine, classes).verifiedMachines()
        : InterpreterMachine::new;
  }

  private static List<Path> files(Path directory, String suffix) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  /**
   * Of all that the result depends on: a change of the engine's or the shim's classes, or another
   * version of a library, compiles anew.
   */
  private static String digestOfAll() throws IOException {
    StringBuilder all = new StringBuilder();
    all.append(digestOf(Precompiler.class)).append(digestOf(Workspace.class));
    Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
        .map(element -> new File(element).getName())
        .filter(name -> name.endsWith(".jar") && !name.startsWith("cloche-"))
        .sorted()
        .forEach(all::append);
    return hash(all.toString());
  }

  /** The same whether classes lie in a directory or a jar. */
  private static String digestOf(Class<?> one) throws IOException {
    try {
      Path classes = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(classes)) {
        return digestOf(classes);
      }
      try (FileSystem jar = FileSystems.newFileSystem(classes)) {
        return digestOf(jar.getPath("/"));
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static String digestOf(Path root) throws IOException {
    MessageDigest digest = Sha256.begin();
    SortedMap<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      all.filter(file -> file.toString().endsWith(".class"))
          .forEach(file -> files.put(root.relativize(file).toString(), file));
    }
    files.remove("module-info.class"); // which a jar's packaging adds to
    for (Map.Entry<String, Path> file : files.entrySet()) {
      digest.update(file.getKey().getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(file.getValue()));
    }
    return Sha256.end(digest);
  }

  private static String hash(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
