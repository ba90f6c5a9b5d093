package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasi.WasiExitException;
import com.dylibso.chicory.wasi.WasiOptions;
import com.dylibso.chicory.wasi.WasiPreview1;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/**
 * Runs a guest on plain Chicory: compiled, on a thread with a stack of the size that the engine
 * gives.
 */
final class Guest {

  /** How a run ended. */
  static final class Run {
    private final int status;
    private final byte[] stdout;
    private final String stderr;

    private Run(int status, byte[] stdout, String stderr) {
      this.status = status;
      this.stdout = stdout;
      this.stderr = stderr;
    }

    int status() {
      return status;
    }

    byte[] stdoutBytes() {
      return stdout.clone();
    }

    String stdout() {
      return new String(stdout, UTF_8);
    }

    String stderr() {
      return stderr;
    }
  }

  private static final long STACK_BYTES = 64L << 20;
  private static final Map<String, Guest> LOADED = new ConcurrentHashMap<>();

  private final String name;
  private final WasmModule module;
  private final Function<Instance, Machine> code;

  private Guest(String name, byte[] wasm) {
    this.name = name;
    this.module = Parser.parse(wasm);
    this.code = MachineFactoryCompiler.compile(module);
  }

  /** A bundled tool; the test is skipped where it could not be built. */
  static Guest tool(String name) {
    BundledTool tool = BundledTools.find(name).orElseThrow();
    assumeTrue(tool.isBuilt(), () -> name + " is not built: " + BundledTools.HOW_TO_BUILD);
    return LOADED.computeIfAbsent(name, key -> new Guest(key, tool.wasm()));
  }

  /** A guest of src/test/guests; the test is skipped where it could not be built. */
  static Guest example(String name) {
    try (InputStream in = Guest.class.getResourceAsStream("/guests/" + name + ".wasm")) {
      assumeTrue(in != null, () -> "the test guests are not built: " + BundledTools.HOW_TO_BUILD);
      byte[] wasm = in.readAllBytes();
      return LOADED.computeIfAbsent("guests/" + name, key -> new Guest(name, wasm));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  WasmModule module() {
    return module;
  }

  Run run(Path directory, String stdin, String... arguments) {
    return run(directory, stdin.getBytes(UTF_8), List.of("_start"), arguments);
  }

  /** Calls the exported functions in order; after an exit the later ones are left out. */
  Run run(Path directory, byte[] stdin, List<String> functions, String... arguments) {
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(List.of(arguments));
    WasiOptions options =
        WasiOptions.builder()
            .withArguments(all)
            .withEnvironment("GREETING", "hello")
            .withStdin(new ByteArrayInputStream(stdin))
            .withStdout(stdout)
            .withStderr(stderr)
            .withDirectory("/", directory)
            .build();
    int status = onLargeStack(() -> start(options, functions));
    return new Run(status, stdout.toByteArray(), stderr.toString(UTF_8));
  }

  private int start(WasiOptions options, List<String> functions) {
    try (WasiPreview1 wasi = WasiPreview1.builder().withOptions(options).build()) {
      ImportValues imports = ImportValues.builder().addFunction(wasi.toHostFunctions()).build();
      Instance instance =
          Instance.builder(module)
              .withImportValues(imports)
              .withMachineFactory(code)
              .withStart(false)
              .build();
      for (String function : functions) {
        instance.export(function).apply();
      }
      return 0;
    } catch (WasiExitException e) {
      return e.exitCode();
    }
  }

  private static int onLargeStack(Callable<Integer> work) {
    FutureTask<Integer> task = new FutureTask<>(work);
    new Thread(null, task, "guest", STACK_BYTES).start();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }
}
