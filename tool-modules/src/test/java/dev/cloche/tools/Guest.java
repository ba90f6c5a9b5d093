package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasi.WasiExitException;
import com.dylibso.chicory.wasi.WasiOptions;
import com.dylibso.chicory.wasi.WasiPreview1;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.wasi.Wasi;
import dev.cloche.workspace.Workspace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/** A guest under test. */
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

  private static final long DENIED = 1;
  private static final long STACK_BYTES = 64L << 20;
  private static final Map<String, Guest> LOADED = new ConcurrentHashMap<>();
  private static final Engine ENGINE = Engine.create();

  private static final Limits LIMITS =
      Limits.builder()
          .fuel(100_000_000_000L)
          .wall(Duration.ofMinutes(2))
          .outputBytes(64L << 20)
          .build();

  private final String name;
  private final Tool tool;

  private Guest(String name, byte[] wasm) {
    this.name = name;
    this.tool = Tool.of(name, wasm);
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

  Tool tool() {
    return tool;
  }

  WasmModule module() {
    return Parser.parse(tool.bytes());
  }

  /** Runs on the engine, over a workspace that holds a copy of the directory's files. */
  Run run(Path directory, String stdin, String... arguments) {
    return run(directory, stdin.getBytes(UTF_8), arguments);
  }

  Run run(Path directory, byte[] stdin, String... arguments) {
    try (Session session = ENGINE.openSession(LIMITS)) {
      copy(directory, session.workspace());
      Call call =
          Call.builder().arguments(arguments).environment("GREETING", "hello").stdin(stdin).build();
      if (session.call(tool, call) instanceof Outcome.Completed end) {
        return new Run(end.exitStatus(), end.stdout().bytes(), end.stderr().text());
      }
      throw new AssertionError(session.call(tool, call).message());
    }
  }

  private static void copy(Path directory, Workspace workspace) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        workspace.writeFile("/" + directory.relativize(file), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Calls exported functions in order on plain Chicory, which the engine does not; after an exit
   * the later ones are left out.
   */
  Run runOnChicory(Path directory, List<String> functions, String... arguments) {
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(List.of(arguments));
    WasiOptions options =
        WasiOptions.builder()
            .withArguments(all)
            .withStdin(new ByteArrayInputStream(new byte[0]))
            .withStdout(stdout)
            .withStderr(stderr)
            .withDirectory("/", directory)
            .build();
    int status = onLargeStack(() -> start(options, functions));
    return new Run(status, stdout.toByteArray(), stderr.toString(UTF_8));
  }

  private int start(WasiOptions options, List<String> functions) {
    try (WasiPreview1 wasi = WasiPreview1.builder().withOptions(options).build()) {
      WasmModule module = module();
      ImportValues imports =
          ImportValues.builder()
              .addFunction(wasi.toHostFunctions())
              .addFunction(denials(module))
              .build();
      Instance instance =
          Instance.builder(module)
              .withImportValues(imports)
              .withMachineFactory(MachineFactoryCompiler.compile(module))
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

  /** The functions that Chicory lacks: whatever is asked for is denied. */
  private static HostFunction[] denials(WasmModule module) {
    return module.importSection().stream()
        .filter(one -> one.module().equals(Wasi.FETCH_MODULE))
        .map(
            one ->
                new HostFunction(
                    one.module(),
                    one.name(),
                    Wasi.signature(one.module(), one.name()).orElseThrow(),
                    (instance, arguments) -> new long[] {DENIED}))
        .toArray(HostFunction[]::new);
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
