package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code cloche tools} with a catalogue of the test's own, and once with the real one. */
class ToolsCommandTest {

  private static final Catalogue CATALOGUE =
      () ->
          List.of(
              new Catalogue.Entry(
                  manifest("jq", "Queries JSON"), Optional.empty(), () -> new byte[1]),
              new Catalogue.Entry(
                  manifest("python", "Runs Python"), Optional.of("build it"), () -> new byte[0]));

  private static ToolManifest manifest(String name, String description) {
    return new ToolManifest(
        name,
        "The " + name,
        description,
        "1.6",
        "MIT",
        "deb",
        "wasi-command",
        List.of("usage: " + name, "  -h  help"));
  }

  private static Invocation tools(String... arguments) {
    return Invocation.of(FakeEngine.untouched(), CATALOGUE, "", arguments);
  }

  @Test
  void tools_list_alignsAndSaysWhatIsMissing() {
    assertEquals(
        """
        jq      1.6  MIT  Queries JSON
        python  1.6  MIT  Runs Python
                not built: build it
        """,
        tools("tools").out());
  }

  @Test
  void tools_oneName_isItsUsage() {
    assertEquals(
        """
        The jq 1.6 (MIT)
        Queries JSON

        usage: jq
          -h  help
        """,
        tools("tools", "jq").out());
    assertTrue(tools("tools", "python").out().endsWith("\nNot built: build it\n"));
  }

  @Test
  void tools_json_isTheManifests() throws IOException {
    JsonNode json = new ObjectMapper().readTree(tools("tools", "--json").out());

    assertEquals(2, json.size());
    assertEquals("jq", json.get(0).path("name").asText());
    assertEquals("  -h  help", json.get(0).path("usage").get(1).asText());
    assertTrue(json.get(0).path("built").asBoolean());
    assertEquals("build it", json.get(1).path("howToBuild").asText());
  }

  @Test
  void tools_ofThisBuild_areListed() {
    Invocation run = Invocation.of(FakeEngine.untouched(), Catalogue.bundled(), "", "tools");

    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().lines().anyMatch(line -> line.startsWith("js ")), run.out());
  }
}
