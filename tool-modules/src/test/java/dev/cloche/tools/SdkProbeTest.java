package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.run.EgressSessions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All that an SDK can, by guests that do steps and answer what came of each: those of {@code
 * src/test/sdk}. They answer alike in every language.
 */
@ParameterizedClass
@ValueSource(strings = {"java-probe", "rust-probe"})
@Tag("one-jdk")
class SdkProbeTest {

  private static final Engine ENGINE = Engine.create();

  @Parameter String guest;

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private String probe(String steps) {
    return completed(0, Call.builder().stdin(steps)).stdout().text().strip();
  }

  private Outcome completed(int status, Call.Builder call) {
    try (Session session = EgressSessions.open(ENGINE, new FakeWeb())) {
      Outcome outcome =
          session.call(Guest.example(guest).tool(), call.environment("A", "b\u00e4").build());
      Outcome.Completed end = assertInstanceOf(Outcome.Completed.class, outcome);
      assertEquals(status, end.exitStatus(), () -> outcome.stderr().text());
      return end;
    }
  }

  @Test
  void files_writtenAndListed_areThere() {
    assertEquals(
        "[null,null,null,null,\"\u00e4bc\",true,[\"a\",\"b\"]]",
        probe(
            """
            [["makeDirectory", "/d"], ["write", "d/b", "\u00e4b"], ["append", "/d/b", "c"],
             ["append", "d/a", ""], ["read", "/d/b"], ["exists", "d"], ["list", "d"]]"""));
  }

  @Test
  void files_removed_areNotThere() {
    assertEquals(
        "[null,null,\"failed\",null,null,false,[]]",
        probe(
            """
            [["makeDirectory", "d"], ["write", "d/b", "x"], ["remove", "d"], ["remove", "d/b"],
             ["remove", "d"], ["exists", "d"], ["list", "/"]]"""));
  }

  @Test
  void directory_ofManyNames_isListedWhole() {
    String steps =
        IntStream.range(1000, 1150)
            .mapToObj(i -> "[\"write\", \"a-name-of-some-length-" + i + "\", \"\"]")
            .collect(Collectors.joining(",", "[", ", [\"list\", \"/\"]]"));
    String names =
        IntStream.range(1000, 1150)
            .mapToObj(i -> "\"a-name-of-some-length-" + i + "\"")
            .collect(Collectors.joining(",", "[", "]"));
    assertEquals("[" + "null,".repeat(150) + names + "]", probe(steps));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"read\", \"none\"]",
        "[\"write\", \"none/x\", \"\"]",
        "[\"append\", \"/\", \"\"]",
        "[\"list\", \"none\"]",
        "[\"makeDirectory\", \"/\"]",
        "[\"remove\", \"none\"]",
        "[\"read\", \"../x\"]",
        "[\"write\", \"a/../../x\", \"\"]"
      })
  void files_thatCannotBe_areErrorsOfTheTool(String step) {
    assertEquals("[\"failed\",true]", probe("[" + step + ", [\"exists\", \"/\"]]"));
  }

  @Test
  void environmentAndArguments_areTheCalls() {
    Call.Builder call =
        Call.builder()
            .arguments(
                "[[\"environment\",\"A\"],[\"environment\",\"B\"],[\"arguments\"]]", "\u20ac", "");
    assertEquals("[\"b\u00e4\",\"\",[\"\u20ac\",\"\"]]\n", completed(0, call).stdout().text());
  }

  @Test
  void numbers_ofAllKinds_keepTheirDigits() {
    assertEquals(
        "[9223372036854775807,-5,1200,9007199254740993,0.1,null,-2.5,1e400,\"\"]",
        probe(
            """
            [["integer", 9223372036854775807], ["integer", -5.0], ["integer", 1.2e3],
             ["same", 9007199254740993], ["number", 1e-1], ["same", null], ["number", -25E-1],
             ["same", 1e400], ["same", ""]]"""));
  }

  @Test
  void texts_ofAllKinds_comeBackAsTheyWere() {
    String text = "\"\\\"\\\\/\\n\\u0000\\u001f\u007f\u00e9\ud83d\ude00\"";
    assertEquals(
        "[" + text + "," + text + "]",
        probe(
            "[[\"same\","
                + text
                + "],[\"same\",\"\\u0022\\\\\\/\\u000A\\u0000\\u001f\u007f\\u00e9\\uD83d\\uDe00\"]]"));
  }

  @Test
  void request_withHeadersAndBody_isSentAsItIs() {
    assertEquals(
        "[{\"cookie\":\"a=1\",\"status\":200,\"success\":true,"
            + "\"text\":\"PUT [X-A=1] \ufffdb\",\"url\":\"http://web/echo\"}]",
        probe("[[\"fetch\",\"PUT\",\"http://web/echo\",{\"X-A\":\"1\"},\"\\u00ffb\"]]"));
  }

  @Test
  void redirect_notFollowed_isTheAnswer() {
    String answer = probe("[[\"fetch\",\"GET\",\"http://web/moved\",null,null,true]]");
    assertTrue(answer.contains("\"status\":302,\"success\":false"), answer);
    String followed = probe("[[\"fetch\",\"GET\",\"http://web/moved\"]]");
    assertTrue(followed.contains("\"url\":\"http://web/hello\""), followed);
  }

  @Test
  void body_largerThanAPiece_isSentWhole() {
    String answer =
        probe("[[\"fetch\",\"POST\",\"http://web/echo\",null,\"" + "y".repeat(150_000) + "\"]]");
    assertTrue(answer.contains("POST [] " + "y".repeat(150_000) + "\""));
  }

  @Test
  void header_withALineEnd_isRefusedBeforeTheHostSeesIt() {
    for (String end : List.of("\\n", "\\r")) {
      assertEquals(
          "[{\"code\":2,\"rule\":\"\"}]",
          probe("[[\"fetch\",\"GET\",\"http://web/echo\",{\"a\":\"b" + end + "Host: c\"}]]"));
    }
  }

  @Test
  void request_thatIsDenied_namesItsRuleAndLetsTheToolGoOn() {
    assertEquals(
        "[{\"code\":1,\"rule\":\"network.default\"},7]",
        probe("[[\"fetch\",\"GET\",\"http://other/\"],[\"same\",7]]"));
  }

  @Test
  void requests_moreThanMayBeOpen_areClosedOneByOne() {
    String answer =
        probe("[" + "[\"fetch\",\"GET\",\"http://web/missing\"],".repeat(40) + "[\"same\",1]]");
    assertEquals(40, answer.split("\"status\":404", -1).length - 1);
  }

  @Test
  void failure_ofTheTool_isItsStatusAndMessage() {
    Outcome failed = completed(7, Call.builder().stdin("[[\"fail\",\"no \u00e4\",7]]"));
    assertEquals("no \u00e4\n", failed.stderr().text());
    assertEquals("", failed.stdout().text());
    Outcome crashed = completed(1, Call.builder().stdin("[[\"crash\",\"why\"]]"));
    assertEquals("why\n", crashed.stderr().text());
  }
}
