package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SDK for AssemblyScript, through its example. */
@Tag("one-jdk")
class AssemblyScriptTest {

  private static final Engine ENGINE = Engine.create();

  private static final String TEXT = "The cat and the dog: and \"The\" bird.\n";

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static Outcome run(Call.Builder call) {
    try (Session session = ENGINE.openSession(Limits.defaults())) {
      session.workspace().writeFile("/texts/a.txt", TEXT.getBytes(UTF_8));
      return session.call(Guest.example("words").tool(), call.build());
    }
  }

  private static Outcome.Completed completed(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"files\":[\"texts/a.txt\"],\"least\":2}",
        " { \"least\" : 2.0 , \"files\" : [ \"/\\u0074exts\\/a.txt\" ], \"more\": [null, -1e2, {}] } "
      })
  void input_asArgumentOrOnStandardInput_isCounted(String input) {
    String expected = "{\"and\":2,\"the\":3}\n";
    assertEquals(expected, completed(run(Call.builder().arguments(input))).stdout().text());
    Outcome piped = run(Call.builder().stdin(input));
    assertEquals(expected, completed(piped).stdout().text());
    assertEquals("5 words\n", piped.stderr().text());
  }

  @Test
  void file_thatIsNotThere_failsWithItsErrno() {
    Outcome.Completed end =
        completed(run(Call.builder().arguments("{\"files\":[\"texts/b.txt\"]}")));
    assertEquals(1, end.exitStatus());
    assertEquals("cannot read texts/b.txt: errno 44\n", end.stderr().text());
    assertEquals("", end.stdout().text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[1,]",
        "{\"a\":01}",
        "\"\\q\"",
        "\"\t\"",
        "tru",
        "{} x",
        "{a:1}",
        "[1 2]",
        "-",
        "1.",
        "1e",
        "\"\\u12g4\""
      })
  void h2_inputThatIsNoJson_isRefusedWithStatus2(String input) {
    Outcome.Completed end = completed(run(Call.builder().arguments(input)));
    assertEquals(2, end.exitStatus());
    assertTrue(end.stderr().text().startsWith("the input is not JSON: "), end.stderr().text());
  }

  @Test
  void h2_inputNestedWithoutEnd_isRefused() {
    assertEquals(2, completed(run(Call.builder().stdin("[".repeat(100_000)))).exitStatus());
  }

  @Test
  void request_thatNoRuleAllows_isDenied() {
    Outcome outcome = run(Call.builder().arguments("{\"urls\":[\"http://example.com/\"]}"));
    assertEquals("network.default", assertInstanceOf(Outcome.Denied.class, outcome).rule());
  }

  @Test
  void example_ofTheDocument_isTheOneThatIsBuilt() throws Exception {
    String example = Files.readString(Path.of("sdk/assemblyscript/example.ts"));
    assertTrue(Files.readString(Path.of("../docs/writing-tools.md")).contains(example));
  }
}
