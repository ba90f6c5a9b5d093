package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extism plugins and their manifests on the command line, with the real engine. */
class PluginRunTest {

  /*
   * directory/
   *   plugin.wasm     two functions
   *   plugin.json     its manifest
   */
  @TempDir Path directory;
  private String module;
  private String manifest;

  @BeforeEach
  void write() throws IOException {
    module = Files.write(directory.resolve("plugin.wasm"), Guests.PLUGIN).toString();
    manifest =
        Files.writeString(
                directory.resolve("plugin.json"), "{\"wasm\":[{\"path\":\"plugin.wasm\"}]}")
            .toString();
  }

  private static Invocation run(String... arguments) {
    return Invocation.of(EngineFactory.standard(), Catalogue.bundled(), "hello", arguments);
  }

  @Test
  void plugin_runsTheFunctionThatIsNamed() {
    assertEquals(new Invocation(0, "hello", ""), run("run", module, "say"));
    assertEquals(3, run("run", module, "fail").status());
    assertEquals(new Invocation(0, "hello", ""), run("run", manifest, "say"));
  }

  @Test
  void plugin_withoutAFunction_isRefused() {
    assertEquals(ExitStatus.REFUSED, run("run", module).status());
    assertEquals(ExitStatus.REFUSED, run("run", module, "sing").status());
  }

  @Test
  void manifest_thatIsNotAcceptable_isRefused() throws IOException {
    for (String text : new String[] {"{", "{\"wasm\":[{\"url\":\"https://x.example/a.wasm\"}]}"}) {
      String bad = Files.writeString(directory.resolve("bad.json"), text).toString();
      assertEquals(ExitStatus.REFUSED, run("run", bad, "say").status());
    }
  }

  @Test
  void f21_manifestInAMount_isRefused() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    assertEquals(
        ExitStatus.REFUSED, run("run", "--mount", directory + ":/m", manifest, "say").status());
    assertEquals(0, run("run", "--mount", other + ":/m", manifest, "say").status());
  }

  @Test
  void inspect_namesTheFunctions() throws IOException {
    String text = run("inspect", module).out();
    assertTrue(text.contains("plugin     of Extism"), text);
    JsonNode json = new ObjectMapper().readTree(run("inspect", "--json", module).out());
    assertEquals("[\"fail\",\"say\"]", json.path("pluginFunctions").toString());
    assertTrue(json.path("runs").asBoolean());
  }
}
