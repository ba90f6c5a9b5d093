package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.ToolExample;
import dev.cloche.run.EgressSessions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for the example of every SDK whose module carries a manifest. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SdkContract {

  private final String name;
  private final Path source;
  private Engine compiled;
  private Engine interpreted;

  /** For a tool by its name, and the source of its example. */
  SdkContract(String name, String source) {
    this.name = name;
    this.source = Path.of("sdk", source);
  }

  @BeforeAll
  void open() {
    compiled = Engine.builder().execution(Execution.COMPILED).build();
    interpreted = Engine.builder().execution(Execution.INTERPRETED).build();
  }

  @AfterAll
  void close() {
    compiled.close();
    interpreted.close();
  }

  final Tool tool() {
    return Guest.example(name).tool();
  }

  /** Runs with these files in the workspace and without a network. */
  final Outcome run(Map<String, String> files, Call.Builder call) {
    return run(compiled, files, call);
  }

  private Outcome run(Engine engine, Map<String, String> files, Call.Builder call) {
    try (Session session = engine.openSession(Limits.defaults())) {
      return run(session, files, call);
    }
  }

  /** Runs with these files in the workspace, and a web of the test's own. */
  final Outcome run(FakeWeb web, Map<String, String> files, Call.Builder call) {
    try (Session session = EgressSessions.open(compiled, web)) {
      return run(session, files, call);
    }
  }

  private Outcome run(Session session, Map<String, String> files, Call.Builder call) {
    files.forEach((path, text) -> session.workspace().writeFile(path, text.getBytes(UTF_8)));
    return session.call(tool(), call.seed(1).build());
  }

  /** The outcome of a tool that ended by itself, with this status. */
  static Outcome completed(int status, Outcome outcome) {
    Outcome.Completed end =
        assertInstanceOf(Outcome.Completed.class, outcome, () -> outcome + said(outcome));
    assertEquals(status, end.exitStatus(), () -> said(outcome));
    return end;
  }

  private static String said(Outcome outcome) {
    return outcome.message() + "\n" + outcome.stderr().text();
  }

  private List<ToolExample> examples() {
    return tool().manifest().orElseThrow().examples();
  }

  private Call.Builder call(ToolExample example) {
    return StructuredTool.of(tool()).call(example.input().orElseThrow());
  }

  @Test
  void examples_ofTheManifest_doWhatTheyShow() {
    for (ToolExample example : examples()) {
      Outcome outcome = completed(example.exit(), run(compiled, example.files(), call(example)));
      assertEquals(example.stdout(), outcome.stdout().text());
      assertEquals(List.of(), StructuredTool.of(tool()).result(outcome).problems());
    }
  }

  @Test
  void examples_interpretedAndCompiled_costTheSame() {
    for (ToolExample example : examples()) {
      Outcome one = run(compiled, example.files(), call(example));
      Outcome other = run(interpreted, example.files(), call(example));
      assertEquals(one.stdout().text(), other.stdout().text());
      assertEquals(one.usage().fuel(), other.usage().fuel());
      assertEquals(one.usage().memoryBytes(), other.usage().memoryBytes());
      assertTrue(one.usage().fuel() > 0);
    }
  }

  @Test
  void input_asArgumentOrOnStandardInput_isTheSame() {
    ToolExample example = examples().get(0);
    String input = example.input().orElseThrow();
    for (Call.Builder call :
        List.of(Call.builder().arguments(input), Call.builder().stdin(" " + input + "\n"))) {
      Outcome outcome = completed(0, run(compiled, example.files(), call));
      assertEquals(example.stdout(), outcome.stdout().text());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1,]",
        "[,1]",
        "{\"a\":01}",
        "{\"a\":1,}",
        "\"\\q\"",
        "\"\t\"",
        "tru",
        "{} x",
        "{a:1}",
        "[1 2]",
        "-",
        "1.",
        "1e",
        "+1",
        "\"\\u12g4\"",
        "\"\\u+123\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\u00",
        "\"\\",
        "\u00e4"
      })
  void h2_inputThatIsNoJson_isRefusedWithStatus2(String input) {
    Outcome end = completed(2, run(compiled, Map.of(), Call.builder().stdin(input)));
    assertTrue(end.stderr().text().startsWith("the input is not JSON: "), end.stderr().text());
    assertEquals("", end.stdout().text());
  }

  @Test
  void h2_inputThatIsNoUtf8_isRefusedWithStatus2() {
    byte[] input = {'"', (byte) 0xc3, '"'};
    Outcome end = completed(2, run(compiled, Map.of(), Call.builder().stdin(input)));
    assertTrue(end.stderr().text().startsWith("the input is not JSON: "), end.stderr().text());
  }

  @Test
  void h2_inputNestedWithoutEnd_isRefused() {
    for (String open : List.of("[", "{\"a\":")) {
      completed(2, run(compiled, Map.of(), Call.builder().stdin(open.repeat(50_000))));
    }
  }

  @Test
  void example_ofTheDocument_isTheOneThatIsBuilt() throws Exception {
    String document = Files.readString(Path.of("../docs/writing-tools.md"));
    assertTrue(document.contains(Files.readString(source)));
  }
}
