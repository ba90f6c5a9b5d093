package dev.cloche.bench.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.dylibso.chicory.wasi.WasiOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.extism.sdk.chicory.Manifest;
import org.extism.sdk.chicory.ManifestWasm;
import org.extism.sdk.chicory.Plugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plugins of tool-modules answer here what they answer in Cloche: see ExtismPdkTest there. */
class SamePluginTest {

  private static final Path TOOLS = Path.of("../../../tool-modules");

  static List<String> cases() throws IOException {
    return Files.readAllLines(TOOLS.resolve("src/test/plugins/cases.tsv")).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void plugin_ofTheTests_answersTheSame(String line) {
    String[] parts = line.split("\t", -1);
    Path file = TOOLS.resolve("target/test-classes/plugins/" + parts[0] + ".wasm");
    assumeTrue(Files.exists(file), "the plugin is not built: see tool-modules/toolchain/extism.sh");
    Manifest manifest =
        Manifest.ofWasms(ManifestWasm.fromFilePath(file).build())
            .withOptions(
                new Manifest.Options()
                    .withConfig(Map.of("thing", "a value"))
                    .withWasi(WasiOptions.builder().build()))
            .build();
    byte[] output = Plugin.ofManifest(manifest).build().call(parts[1], parts[2].getBytes(UTF_8));
    assertEquals(parts[3], new String(output, UTF_8));
  }
}
