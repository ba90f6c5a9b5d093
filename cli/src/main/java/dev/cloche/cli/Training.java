package dev.cloche.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.Execution;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * A short run of all that a first call needs. The launcher runs it once after a build, and has the
 * JVM write down which classes it loaded, so that later runs map them instead of loading them.
 */
final class Training {

  /**
   * A command that writes a line, in the binary format.
   *
   * <pre>{@code
   * (module
   *   (import "wasi_snapshot_preview1" "fd_write"
   *     (func $fd_write (param i32 i32 i32 i32) (result i32)))
   *   (memory (export "memory") 1)
   *   (data (i32.const 8) "\10\00\00\00\03\00\00\00hi\0a")
   *   (func (export "_start")
   *     (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0)))))
   * }</pre>
   */
  static final String MODULE =
      "0061736d01000000010c0260047f7f7f7f017f60000002230116776173695f736e617073"
          + "686f745f70726576696577310866645f7772697465000003020101050301000107130206"
          + "6d656d6f72790200065f737461727400010a0f010d00410141084101410010001a0b0b11"
          + "010041080b0b100000000300000068690a";

  /** Something of what scripts do. */
  private static final String SCRIPT =
      "console.log(JSON.stringify({a: [1, 2.5, 'x'.repeat(3)]}.a.map(String)))";

  private Training() {}

  /**
   * Runs it; ends with a status other than 0 where there is nothing worth writing down.
   *
   * @param arguments nothing, or {@code js} for scripts alone
   */
  public static void main(String... arguments) throws IOException {
    // As Main does it, for its classes; it finds that the run has ended.
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook());
    interruption.ended();
    System.exit(
        arguments.length == 0
            ? withFile(".wasm", HexFormat.of().parseHex(MODULE), Training::runAll)
            : withFile(".js", SCRIPT.getBytes(UTF_8), Training::runScripts));
  }

  private static int withFile(String suffix, byte[] content, ToIntFunction<String> runs)
      throws IOException {
    Path file = Files.createTempFile("cloche-training", suffix);
    try {
      Files.write(file, content);
      return runs.applyAsInt(file.toString());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static int runScripts(String file) {
    // With the process's own streams: output to an array would not need all that output needs.
    Host host =
        new Host(
            Streams.ofProcess(), EngineFactory.standard(), Catalogue.bundled(), new Interruption());
    return Main.execute(host, "run", "js", "-e", SCRIPT) | Main.execute(host, "run", file);
  }

  private static int runAll(String file) {
    int status = run("run", file);
    for (Execution how : Execution.values()) {
      String name = how.name().toLowerCase(Locale.ROOT);
      status |= run("run", "--json", "--execution", name, file);
    }
    for (BundledTool tool : BundledTools.all()) {
      if (tool.isBuilt()) {
        status |= run("run", tool.name(), "-h");
      }
    }
    status |= run("tools");
    return status | run("inspect", file);
  }

  private static int run(String... arguments) {
    Streams streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), System.err, false);
    return Main.execute(streams, EngineFactory.standard(), arguments);
  }
}
