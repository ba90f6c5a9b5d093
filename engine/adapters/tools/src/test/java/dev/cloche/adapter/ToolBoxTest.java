package dev.cloche.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model calls tools, and is told what came of it. */
class ToolBoxTest {

  private static final String JSON_OUT =
      """
      ,"input":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}},
      "additionalProperties":false},
      "output":{"type":"object","required":["n"],"properties":{"n":{"type":"integer","maximum":9}}}""";

  private static Engine engine;
  private static Session session;
  private static ToolBox box;

  @BeforeAll
  static void open() {
    engine = Engine.create();
    session = engine.openSession(Limits.builder().fuel(5_000_000).build());
    box =
        ToolBox.builder(SessionSource.of(session))
            .add(Guests.act())
            .add(Guests.arguments())
            .add(Guests.described("number.out", JSON_OUT))
            .textLimit(1_000)
            .build();
  }

  @AfterAll
  static void close() {
    session.close();
    engine.close();
  }

  private static ToolAnswer act(String stdin) {
    return box.call("act", Map.of("stdin", stdin));
  }

  @Test
  void tools_haveNameDescriptionAndSchema() throws IOException {
    AgentTool own = box.find("number_out").orElseThrow();
    AgentTool without = box.find("act").orElseThrow();

    assertEquals(List.of("act", "arguments", "number_out"), names(box));
    assertEquals("says it back", own.description());
    assertEquals(
        List.of("n"), keys(new ObjectMapper().readTree(own.inputSchema()).get("properties")));
    assertEquals(
        List.of("arguments", "stdin"),
        keys(new ObjectMapper().readTree(without.inputSchema()).get("properties")));
  }

  private static List<String> names(ToolBox of) {
    return of.tools().stream().map(AgentTool::name).toList();
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @Test
  void description_ofAToolWithoutASchema_hasItsUsage() {
    AgentTool tool = AgentTool.of(Guests.described("plain", ""));

    assertTrue(tool.description().contains("plain < text"), tool.description());
  }

  @Test
  void call_withArguments_passesThemAsTheyAre() {
    ToolAnswer answer = box.call("arguments", "{\"arguments\":[\"-a\",\"b c\"]}");

    assertFalse(answer.isError());
    assertEquals("arguments\0-a\0b c\0", answer.outcome().stdout().text());
    assertEquals("arguments\uFFFD-a\uFFFDb c\uFFFD", answer.text());
  }

  @Test
  void call_ofAMap_isTheCallOfItsJson() {
    assertEquals("hi", act("hi").text());
    assertEquals("hi", box.call("act", "{\"stdin\":\"hi\"}").text());
    assertEquals("{\"n\":7}", box.call("number_out", Map.of("n", 7)).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{}"})
  void call_withoutInput_isAnEmptyObject(String json) {
    ToolAnswer answer = box.call("act", json);

    assertFalse(answer.isError());
    assertEquals("act succeeded and wrote nothing", answer.text());
  }

  @Test
  void json_isTheOutcomeOfTheCommandLine() throws IOException {
    JsonNode json = new ObjectMapper().readTree(box.call("number_out", Map.of("n", 7)).json());

    assertEquals(
        List.of("outcome", "exit", "stdout", "stderr", "result", "usage", "message"), keys(json));
    assertEquals("completed", json.get("outcome").textValue());
    assertEquals(7, json.get("result").get("n").intValue());
    assertTrue(json.get("usage").get("fuel").longValue() > 0);
  }

  @Test
  void output_thatIsNotAsDescribed_isTheToolsFault() {
    ToolAnswer answer = box.call("number_out", Map.of("n", 12));

    assertTrue(answer.isError());
    assertInstanceOf(Outcome.Completed.class, answer.outcome());
    assertTrue(answer.text().contains("/n"), answer.text());
  }

  /** What a model makes up: told by pointer, nothing is run. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "number_out|{\"n\":\"seven\"}|/n",
        "number_out|{}|n",
        "number_out|{\"n\":1,\"m\":2}|m",
        "number_out|[1]|object",
        "number_out|{\"n\":1|value",
        "act|{\"stdin\":5}|/stdin",
        "act|{\"argv\":[]}|argv",
        "none|{}|act, arguments, number_out",
      })
  void input_thatIsMadeUp_isRefusedWithWhatIsAllowed(String name, String json, String told) {
    ToolAnswer answer = box.call(name, json);

    assertInstanceOf(Outcome.Refused.class, answer.outcome());
    assertTrue(answer.isError());
    assertTrue(answer.text().contains(told), answer.text());
  }

  @Test
  void map_withABeanOrACycle_isRefused() {
    Map<String, Object> cycle = new HashMap<>();
    cycle.put("stdin", cycle);

    assertInstanceOf(
        Outcome.Refused.class, box.call("act", Map.of("stdin", new Secret())).outcome());
    assertInstanceOf(Outcome.Refused.class, box.call("act", cycle).outcome());
  }

  /** What a bean holds is not the model's to send. */
  static final class Secret {
    public String getPassword() {
      return "hunter2";
    }
  }

  @Test
  void exitStatus_isToldWithStandardError() {
    ToolAnswer answer = act("error of the tool");

    assertTrue(answer.isError());
    assertEquals(3, assertInstanceOf(Outcome.Completed.class, answer.outcome()).exitStatus());
    assertEquals(
        "act failed: exited with status 3\nstandard error:\nerror of the tool", answer.text());
  }

  @Test
  void trapAndLimit_areToldWithoutABacktrace() {
    ToolAnswer trap = act("trap");
    ToolAnswer loop = act("loop");

    assertInstanceOf(Outcome.Trapped.class, trap.outcome());
    assertEquals(
        LimitKind.FUEL, assertInstanceOf(Outcome.LimitExceeded.class, loop.outcome()).which());
    for (ToolAnswer answer : List.of(trap, loop)) {
      assertTrue(answer.isError());
      assertEquals(3, answer.text().lines().count(), answer.text());
    }
  }

  @Test
  void denial_isTold() {
    SessionOptions options =
        SessionOptions.builder(Policy.builder().build())
            .gate(plan -> Gate.Answer.deny("not on a Sunday"))
            .build();
    ToolBox denied =
        ToolBox.builder(SessionSource.ofEachCall(engine, () -> options)).add(Guests.act()).build();

    ToolAnswer answer = denied.call("act", "{}");
    assertInstanceOf(Outcome.Denied.class, answer.outcome());
    assertTrue(answer.text().contains("not on a Sunday"), answer.text());
  }

  @Test
  void text_isCutAndHasNoControls() {
    String long1 = "x".repeat(999) + "\uD83D\uDE00" + "y".repeat(9_000);
    ToolAnswer cut = act(long1);
    ToolAnswer error = act("e" + "n".repeat(5_000) + "END");

    assertTrue(cut.text().startsWith("x".repeat(999) + "\n[cut"), cut.text());
    assertTrue(cut.text().length() < 1_050, "" + cut.text().length());
    assertEquals(long1, cut.outcome().stdout().text());
    assertTrue(error.text().contains("nEND\n[cut"), error.text());
    assertEquals("a\uFFFD[31m\tb\n", act("a\u001b[31m\tb\n").text());
  }

  @Test
  void source_thatFails_isAHostFaultThatSaysNothingOfIt() {
    SessionSource broken =
        (conversation, call) -> {
          throw new IllegalStateException("the secret place of sessions");
        };
    ToolAnswer answer = ToolBox.builder(broken).add(Guests.act()).build().call("act", "{}");

    assertInstanceOf(Outcome.HostFault.class, answer.outcome());
    assertFalse((answer.text() + answer.json()).contains("secret"), answer.text());
  }

  @Test
  void h5_namesThatCollideOrAreNoNames_areRefusedAtRegistration() {
    ToolBox.Builder taken = ToolBox.builder(SessionSource.of(session)).add(Guests.act());

    assertThrows(IllegalArgumentException.class, () -> taken.add(Guests.described("act", "")));
    for (String name : List.of("a b", "t\u0430x", "a\u200b", "x".repeat(65))) {
      Tool tool = Tool.of(name, Guests.act().bytes());
      assertThrows(IllegalArgumentException.class, () -> AgentTool.of(tool), name);
    }
    assertEquals("a_b", AgentTool.of(Guests.described("a.b", "")).name());
    assertEquals("other", AgentTool.of(Guests.act(), "other", "d").name());
  }

  @Test
  void manifest_thatIsNotAcceptable_isRefusedAtRegistration() {
    assertThrows(
        PolicyException.class, () -> AgentTool.of(Guests.described("x", ",\"unknown\":1")));
  }

  @Test
  void results_areKeptApart() {
    assertEquals(Collections.nCopies(2, "a"), List.of(act("a").text(), act("a").text()));
    assertEquals("b", act("b").text());
  }
}
