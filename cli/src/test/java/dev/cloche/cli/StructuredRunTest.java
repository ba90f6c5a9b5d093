package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --input}, scripts, and manifests beside modules, with the real engine. */
class StructuredRunTest {

  private static final String MANIFEST =
      """
      {"name":"echo","title":"Echo","description":"copies its input","version":"1","license":"MIT",
       "source":"here","abi":"wasi-command","usage":["echo"],
       "input":{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}},
       "call":{"stdin":{"property":"text"}},
       "output":{"type":"object","required":["a"]}}""";

  private static final String SUM =
      """
      /* cloche: {"name": "sum", "description": "Adds up",
        "input": {"type": "object", "properties": {"n": {"type": "array"}}},
        "call": {"arguments": [{"property": "n", "verbatim": true}]},
        "output": {"type": "integer"}} */
      console.log(args.map(Number).reduce((a, b) => a + b, 0));
      """;

  @TempDir Path directory;

  private static Invocation run(String... arguments) {
    return Invocation.of(EngineFactory.standard(), Catalogue.bundled(), "", arguments);
  }

  private String echo(String manifest) throws IOException {
    Path file = Files.write(directory.resolve("echo.wasm"), Guests.ECHO);
    Files.writeString(directory.resolve("echo.wasm.json"), manifest);
    return file.toString();
  }

  private String script(String name, String source) throws IOException {
    assumeTrue(BundledTools.find("js").orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    return Files.writeString(directory.resolve(name), source).toString();
  }

  @Test
  void input_isMappedAndTheAnswerChecked() throws IOException {
    String tool = echo(MANIFEST);

    Invocation text = run("run", "--input", "{\"text\":\"{\\\"a\\\":1}\"}", tool);
    assertEquals(new Invocation(0, "{\"a\":1}", ""), text);
    JsonNode json =
        new ObjectMapper()
            .readTree(
                run("run", "--json", "--input", "{\"text\":\"{ \\\"a\\\": 1 }\"}", tool).out());
    assertEquals(1, json.path("result").path("a").asInt());
    assertFalse(json.has("resultProblems"));
    JsonNode wrong =
        new ObjectMapper()
            .readTree(run("run", "--json", "--input", "{\"text\":\"{}\"}", tool).out());
    assertEquals(1, wrong.path("resultProblems").size());
    assertFalse(wrong.has("result"));
    assertTrue(run("run", "--input", "{\"text\":\"{}\"}", tool).err().contains("\"a\""));
  }

  @Test
  void input_comesFromAFileOrStandardInput() throws IOException {
    String tool = echo(MANIFEST);
    Path file = Files.writeString(directory.resolve("in.json"), "{\"text\":\"{\\\"a\\\":2}\"}");

    assertEquals("{\"a\":2}", run("run", "--input", "@" + file, tool).out());
    assertEquals(
        "{\"a\":3}",
        Invocation.of(
                EngineFactory.standard(),
                Catalogue.bundled(),
                "{\"text\":\"{\\\"a\\\":3}\"}",
                "run",
                "--input",
                "-",
                tool)
            .out());
    assertEquals(ExitStatus.REFUSED, run("run", "--input", "@" + file + ".none", tool).status());
  }

  @Test
  void input_thatIsWrong_isRefusedBeforeAnythingRuns() throws IOException {
    String tool = echo(MANIFEST);

    Invocation invalid = run("run", "--input", "{\"text\":1}", tool);
    assertEquals(ExitStatus.REFUSED, invalid.status());
    assertTrue(invalid.err().contains("/text"), invalid.err());
    assertEquals("", invalid.out());
    assertEquals(ExitStatus.REFUSED, run("run", "--input", "{}", tool, "argument").status());
    Files.delete(directory.resolve("echo.wasm.json"));
    assertEquals(ExitStatus.REFUSED, run("run", "--input", "{\"text\":\"\"}", tool).status());
  }

  @Test
  void h4_sidecarThatIsNoManifest_refusesTheCall() throws IOException {
    String tool = echo("{}");

    assertEquals(ExitStatus.REFUSED, run("run", tool).status());
    assertEquals(ExitStatus.REFUSED, run("run", "--input", "{}", tool).status());
  }

  @Test
  void f21_sidecarInAMount_isRefused() throws IOException {
    String tool = echo(MANIFEST);
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    String input = "{\"text\":\"{\\\"a\\\":1}\"}";

    Invocation inside = run("run", "--mount", directory + ":/m", "--input", input, tool);
    assertEquals(ExitStatus.REFUSED, inside.status(), inside.err());
    assertEquals(0, run("run", "--mount", elsewhere + ":/m", "--input", input, tool).status());
  }

  @Test
  void f21_sidecarThatIsALinkThroughAMount_isRefused() throws IOException {
    String tool = echo(MANIFEST);
    Path mount = Files.createDirectory(directory.resolve("mount"));
    Path sidecar = directory.resolve("echo.wasm.json");
    Files.move(sidecar, mount.resolve("m.json"));
    Files.createSymbolicLink(sidecar, mount.resolve("m.json"));

    assertEquals(ExitStatus.REFUSED, run("run", "--mount", mount + ":/m", tool).status());
  }

  @Test
  void script_byExtension_isRunByItsInterpreter() throws IOException {
    String file = script("hello.js", "console.log('hi', args.join()); std.exit(3)");

    assertEquals(new Invocation(3, "hi a,--json\n", ""), run("run", file, "a", "--json"));
  }

  @Test
  void script_withManifest_takesInput() throws IOException {
    String file = script("x.js", SUM);
    JsonNode json =
        new ObjectMapper().readTree(run("run", "--json", "--input", "{\"n\":[1,-3]}", file).out());

    assertEquals(-2, json.path("result").asInt());
  }

  @Test
  void script_withBadManifest_isRefusedWithItsPlace() throws IOException {
    String file = script("x.js", "\n/* cloche: {\"name\": 1} */");
    Invocation refused = run("run", file);

    assertEquals(ExitStatus.REFUSED, refused.status());
    assertTrue(refused.err().contains("x.js:2:"), refused.err());
  }

  @Test
  void f21_scriptInAMount_getsNoMoreThanItsInterpreter() throws IOException {
    String file = script("x.js", "console.log(std.exists('/m/x.js'))");

    assertEquals("true\n", run("run", "--mount", directory + ":/m", file).out());
  }

  @Test
  void tools_ofOne_printsItsExamples() {
    Invocation jq = run("tools", "jq");

    assertTrue(jq.out().contains("\nExamples\n"), jq.out());
    assertTrue(jq.out().contains("$ cloche run --input '{\"filter\":\"map(. * 2)\""), jq.out());
  }

  @Test
  void tools_json_hasSchemaMappingAndExamples() throws IOException {
    JsonNode jq = new ObjectMapper().readTree(run("tools", "--json", "jq").out()).get(0);

    assertEquals("object", jq.path("input").path("type").asText());
    assertEquals("--", jq.path("call").path("arguments").get(4).asText());
    assertEquals("exact", jq.path("metering").asText());
    assertTrue(jq.path("examples").size() >= 3);
  }
}
