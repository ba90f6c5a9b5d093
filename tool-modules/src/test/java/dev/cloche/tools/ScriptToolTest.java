package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Scripts as tools of their own. */
class ScriptToolTest {

  private static final Engine ENGINE = Engine.create();

  private static final String SUM =
      """
      #!/usr/bin/env js
      /* cloche: {
        "name": "sum", "description": "Adds numbers up",
        "input": { "type": "object", "additionalProperties": false, "required": ["numbers"],
          "properties": { "numbers": { "type": "array", "items": { "type": "number" } } } },
        "call": { "arguments": [ { "property": "numbers", "verbatim": true } ] },
        "output": { "type": "object", "required": ["sum"] }
      } */
      console.log(JSON.stringify({ sum: args.map(Number).reduce((a, b) => a + b, 0) }));
      """;

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static Tool tool(String name) {
    BundledTool tool = BundledTools.find(name).orElseThrow();
    assumeTrue(tool.isBuilt(), BundledTools.HOW_TO_BUILD);
    return tool.tool();
  }

  private static Tool script(String source) {
    return Tool.script(tool("js"), "script", source);
  }

  private static Outcome.Completed run(Tool tool, Call call) {
    try (Session session = ENGINE.openSession()) {
      Outcome outcome = session.call(tool, call);
      return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
    }
  }

  @Test
  void script_getsArgumentsAndInput() {
    Outcome.Completed done =
        run(
            script("console.log(args, std.readStdin())"),
            Call.builder().arguments("-e", "a b").stdin("in").build());

    assertEquals("[\"-e\", \"a b\"] in\n", done.stdout().text().replace('\'', '"'));
    assertEquals(0, done.exitStatus());
  }

  @Test
  void script_costsWhatItsInterpreterDoes() {
    String source = "console.log([1, 2, 3].map((n) => n * n).join())";
    long asScript = run(script(source), Call.builder().seed(1).build()).usage().fuel();
    long asArgument =
        run(tool("js"), Call.builder().arguments("-e", source).seed(1).build()).usage().fuel();

    assertEquals(asArgument, asScript);
  }

  @Test
  void script_isNoFileOfTheWorkspace() {
    Outcome.Completed done = run(script("console.log(std.listDir('/').length)"), Call.of());

    assertEquals("0\n", done.stdout().text());
  }

  @Test
  void script_error_hasItsLine() {
    Outcome.Completed done = run(script("\n\nthrow new Error('no')"), Call.of());

    assertEquals(1, done.exitStatus());
    assertTrue(done.stderr().text().contains(":3"), done.stderr()::text);
  }

  @Test
  void script_ofAlmostAMebibyte_runs() {
    String source = "console.log('" + "x".repeat(900_000) + "'.length)";

    assertEquals("900000\n", run(script(source), Call.of()).stdout().text());
    assertThrows(
        IllegalArgumentException.class, () -> script("x".repeat(Tool.MAX_SCRIPT_BYTES + 1)));
    assertThrows(IllegalArgumentException.class, () -> script("a\0b"));
  }

  @Test
  void script_withManifest_isAStructuredTool() {
    assumeTrue(tool("js").manifest().isPresent());
    Tool sum = BundledTools.script("js", "sum", SUM);
    StructuredTool structured = StructuredTool.of(sum);
    Outcome.Completed done = run(sum, structured.call("{\"numbers\":[1,-2,4.5]}").build());

    assertEquals(Optional.of("{\"sum\":3.5}"), structured.result(done).json());
    assertEquals("Adds numbers up", sum.manifest().orElseThrow().description());
  }

  @Test
  void script_digest_isOfInterpreterAndSource() {
    assertEquals(script("1").digest(), script("1").digest());
    assertNotEquals(script("1").digest(), script("2").digest());
    assertNotEquals(script("1").digest(), tool("js").digest());
  }

  @Test
  void script_ofWhatIsNoInterpreter_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Tool.script(tool("jq"), "s", "."));
    assertThrows(IllegalArgumentException.class, () -> Tool.script(script("1"), "s", "1"));
    assertThrows(IllegalArgumentException.class, () -> BundledTools.script("cobol", "s", "1"));
  }
}
