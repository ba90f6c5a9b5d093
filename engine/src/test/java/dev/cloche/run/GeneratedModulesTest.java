package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import dev.cloche.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The meter on random valid modules: binaryen's {@code wasm-opt -ttf} turns seeded bytes into
 * modules that always end. For each, what the guest does (results, traps, every logged value) and
 * what it costs must be the same plain and metered, interpreted and compiled.
 *
 * <p>{@code -Dcloche.generated=N} tests N modules, 20 by default.
 */
class GeneratedModulesTest {

  private static final int COUNT = Integer.getInteger("cloche.generated", 20);
  private static final long PLENTY = 1_000_000_000_000L;
  private static final String[] FEATURES = {
    "--mvp-features",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int"
  };

  @TempDir static Path scratch;

  @BeforeAll
  static void needsBinaryen() {
    TestPrograms.require("wasm-opt");
  }

  private static byte[] generate(int seed) throws IOException, InterruptedException {
    return generate(scratch, seed);
  }

  static byte[] generate(Path scratch, int seed) throws IOException, InterruptedException {
    byte[] bytes = new byte[1000 + new Random(seed).nextInt(3000)];
    new Random(seed).nextBytes(bytes);
    Path input = scratch.resolve("in");
    Path output = scratch.resolve("out.wasm");
    Files.write(input, bytes);
    List<String> command =
        new ArrayList<>(List.of("wasm-opt", input.toString(), "-ttf", "--denan"));
    command.addAll(List.of(FEATURES));
    command.addAll(List.of("-o", output.toString()));
    assertEquals(0, TestPrograms.run(command), "wasm-opt fails on seed " + seed);
    return Files.readAllBytes(output);
  }

  static List<String> exportedFunctions(byte[] wasm) {
    WasmModule module = Parser.parse(wasm);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      if (module.exportSection().getExport(i).exportType() == ExternalType.FUNCTION) {
        names.add(module.exportSection().getExport(i).name());
      }
    }
    return names;
  }

  static long[] arguments(byte[] wasm, String export) {
    WasmModule module = Parser.parse(wasm);
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      var entry = module.exportSection().getExport(i);
      if (entry.name().equals(export)) {
        int defined = entry.index() - module.importSection().importCount();
        var type = module.functionSection().getFunctionType(defined, module.typeSection());
        return new long[type.params().size()];
      }
    }
    throw new AssertionError(export);
  }

  @Test
  void generatedModules_plainAndMetered_behaveAndCostTheSame() throws Exception {
    int traps = 0;
    int results = 0;
    for (int seed = 0; seed < COUNT; seed++) {
      byte[] wasm = generate(seed);
      MeteredGuest interpreted = MeteredGuest.of(wasm, Execution.INTERPRETED);
      MeteredGuest compiled = MeteredGuest.of(wasm, Execution.COMPILED);
      for (String export : exportedFunctions(wasm)) {
        String where = "seed " + seed + ", " + export;
        long[] arguments = arguments(wasm, export);
        PlainGuest plain = new PlainGuest(wasm);
        MeteredGuest.Ending expected = plain.call(export, arguments);
        MeteredGuest.Ending ending = interpreted.call(PLENTY, export, arguments);
        assertEquals(expected.kind(), ending.kind(), where);
        assertEquals(plain.log(), interpreted.log(), where);
        if (expected.kind().startsWith("ok")) {
          results++;
          assertEquals(expected.fuel(), ending.fuel(), where);
        } else {
          traps++;
        }
        assertEquals(ending, compiled.call(PLENTY, export, arguments), where);
        assertEquals(plain.log(), compiled.log(), where);
      }
    }
    assertTrue(traps > 0 && results > 0, traps + " traps, " + results + " results");
  }
}
