package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class StdioTest {

  private McpServer server;
  private Wire wire;

  @BeforeEach
  void connect() throws Exception {
    server = TestServer.open();
    wire = Wire.initialized(server);
  }

  @AfterEach
  void disconnect() throws Exception {
    wire.close();
    server.close();
  }

  @Test
  void list_tellsSchemasAndHintsOfThePlan() throws Exception {
    wire.request(1, "tools/list", "{}");
    JsonNode tools = wire.answer(1).path("tools");

    assertEquals(TestTools.all().size(), tools.size());
    assertEquals("object", tool(tools, "echo").path("outputSchema").path("type").asText());
    assertFalse(tool(tools, "count").has("outputSchema"));
    assertTrue(tool(tools, "count").path("inputSchema").path("properties").has("arguments"));
    assertTrue(tool(tools, "count").path("annotations").path("readOnlyHint").asBoolean());
    assertTrue(tool(tools, "note").path("annotations").path("destructiveHint").asBoolean());
    assertFalse(tool(tools, "note").path("annotations").path("readOnlyHint").asBoolean());
    assertFalse(tool(tools, "note").path("annotations").path("openWorldHint").asBoolean());
  }

  private static JsonNode tool(JsonNode tools, String name) {
    return StreamSupport.stream(tools.spliterator(), false)
        .filter(tool -> tool.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void call_structured_answersTextAndStructure() throws Exception {
    JsonNode result = wire.call(1, "echo", "{\"a\":[1,2.5]}");

    assertFalse(result.path("isError").asBoolean());
    assertEquals("{\"a\":[1,2.5]}", result.path("structuredContent").toString());
    assertEquals("{\"a\":[1,2.5]}", text(result));
    assertEquals("completed", outcome(result));
  }

  @ParameterizedTest
  @CsvSource({"count,completed", "trap,trapped"})
  void call_otherEndings_areErrorsWithTheOutcome(String tool, String outcome) throws Exception {
    JsonNode result = wire.call(1, tool, "{}");

    assertTrue(result.path("isError").asBoolean());
    assertEquals(outcome, outcome(result));
    assertTrue(text(result).startsWith(tool + ": "), text(result));
  }

  @Test
  void call_withArguments_passesThem() throws Exception {
    JsonNode result = wire.call(1, "count", "{\"arguments\":[\"a\",\"b\"]}");

    assertTrue(text(result).contains("status 3"), text(result));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"x\":1}",
        "{\"arguments\":\"a\"}",
        "{\"arguments\":[1]}",
        "{\"arguments\":[\"\\u0000\"]}",
        "{\"stdin\":{}}"
      })
  void call_withWrongArguments_isAnError(String arguments) throws Exception {
    JsonNode result = wire.call(1, "count", arguments);

    assertTrue(result.path("isError").asBoolean());
    assertFalse(result.has("_meta"), "nothing was run");
  }

  @Test
  void call_withProgressToken_hearsOfFuelThatGrows() throws Exception {
    wire.start(1, "echo", "{}", "{\"progressToken\":\"p\"}");
    JsonNode ignored = wire.answer(1);

    List<JsonNode> told =
        wire.passed().stream()
            .filter(message -> message.path("method").asText().equals("notifications/progress"))
            .map(message -> message.path("params"))
            .toList();
    assertFalse(told.isEmpty());
    double before = -1;
    for (JsonNode each : told) {
      assertEquals("p", each.path("progressToken").asText());
      assertTrue(each.path("progress").asDouble() > before);
      before = each.path("progress").asDouble();
    }
    assertTrue(before > 0);
  }

  @Test
  void cancelled_stopsTheGuestAndIsNotAnswered() throws Exception {
    wire.start(1, "spin", "{}", "{\"progressToken\":1}");
    wire.next(message -> message.path("params").path("progress").asDouble() > 0);
    wire.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    awaitNoCall();
    JsonNode after = wire.call(2, "echo", "{}");

    assertFalse(after.path("isError").asBoolean());
    assertTrue(wire.passed().stream().noneMatch(message -> message.path("id").asInt(-1) == 1));
  }

  /** A session takes four calls at once: that it takes four more says that the first is over. */
  private void awaitNoCall() throws Exception {
    int id = 10;
    while (true) {
      for (int i = 0; i < 4; i++) {
        wire.start(id + i, "echo", "{}", "{}");
      }
      boolean all = true;
      for (int i = 0; i < 4; i++) {
        int wanted = id + i;
        JsonNode answer =
            wire.passed().stream()
                .filter(message -> message.path("id").asInt(-1) == wanted)
                .findFirst()
                .map(message -> message.path("result"))
                .orElse(null);
        all &= !(answer == null ? wire.answer(wanted) : answer).path("isError").asBoolean();
      }
      if (all) {
        return;
      }
      id += 4;
    }
  }

  @Test
  void cancelled_ofAnotherRequest_doesNothing() throws Exception {
    wire.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"1\"}}");
    JsonNode result = wire.call(1, "echo", "{}");

    assertFalse(result.path("isError").asBoolean());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense|-32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}|-32700",
        "{} {}|-32700",
        "[]|-32600",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]|-32600",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":2}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1}|-32600"
      })
  void malformed_isAnsweredAndPassedOver(String line, int code) throws Exception {
    wire.send(line);
    JsonNode error = wire.next(message -> message.has("error"));
    wire.request(7, "ping", "{}");

    assertEquals(code, error.path("error").path("code").asInt());
    assertTrue(error.path("id").isNull());
    assertEquals("{}", wire.answer(7).toString());
  }

  @Test
  void nesting_thatIsTooDeep_isMalformed() throws Exception {
    wire.send("[".repeat(200) + "]".repeat(200));

    JsonNode error = wire.next(message -> message.has("error"));
    assertEquals(-32700, error.path("error").path("code").asInt());
  }

  @Test
  void oversized_isPassedOver() throws Exception {
    wire.send("x".repeat(Frame.MAX_BYTES + 1));
    JsonNode error = wire.next(message -> message.has("error"));
    wire.request(7, "ping", "{}");

    assertEquals(-32600, error.path("error").path("code").asInt());
    assertEquals("{}", wire.answer(7).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tools/call|{\"name\":\"nix\"}|-32602",
        "tools/call|{}|-32602",
        "tools/call|{\"name\":\"echo\",\"arguments\":[]}|-32602",
        "logging/setLevel|{\"level\":\"loud\"}|-32602",
        "resources/read|{\"uri\":\"workspace:///nix\"}|-32002",
        "resources/read|{\"uri\":\"file:///etc/passwd\"}|-32002",
        "resources/read|{\"uri\":\"workspace:///../../etc/passwd\"}|-32002",
        "nix|{}|-32601"
      })
  void wrongParameters_areErrors(String method, String params, int code) throws Exception {
    wire.request(1, method, params);

    assertEquals(
        code, wire.next(message -> message.has("error")).path("error").path("code").asInt());
  }

  @Test
  void l8_log_isBoundedAndWithoutControls() throws Exception {
    JsonNode result = wire.call(1, "spam", "{}");

    List<String> lines =
        wire.passed().stream()
            .filter(message -> message.path("method").asText().equals("notifications/message"))
            .map(message -> message.path("params").path("data").asText())
            .toList();
    assertEquals(GuestLog.MAX_LINES + 1, lines.size());
    assertEquals("\\u{1b}[2Jx", lines.get(0));
    assertEquals("limit-exceeded", outcome(result));
    assertFalse(text(result).contains("\u001b"));
  }

  @Test
  void l8_log_isNotSentToWhoWantsLess() throws Exception {
    wire.request(1, "logging/setLevel", "{\"level\":\"warning\"}");
    assertEquals("{}", wire.answer(1).toString());
    JsonNode result = wire.call(2, "spam", "{}");

    assertEquals("limit-exceeded", outcome(result));
    assertTrue(
        wire.passed().stream()
            .noneMatch(m -> m.path("method").asText().equals("notifications/message")));
  }

  @Test
  void l8_outputWithControls_isShownAndAddedAsItIs() throws Exception {
    JsonNode result = wire.call(1, "escape", "{}");

    assertEquals("\\u{1b}[2Jx\n", text(result));
    assertEquals("G1sySngK", result.path("content").path(1).path("resource").path("blob").asText());
  }

  @Test
  void producedFiles_areContentAndResources() throws Exception {
    JsonNode drawn = wire.call(1, "draw", "{}");
    JsonNode noted = wire.call(2, "note", "{}");
    wire.request(3, "resources/list", "{}");
    JsonNode listed = wire.answer(3).path("resources");
    wire.request(4, "resources/read", "{\"uri\":\"workspace:///note.txt\"}");
    JsonNode read = wire.answer(4).path("contents").path(0);

    assertEquals("image", drawn.path("content").path(1).path("type").asText());
    assertEquals("image/png", drawn.path("content").path(1).path("mimeType").asText());
    assertEquals("resource_link", noted.path("content").path(1).path("type").asText());
    assertEquals("workspace:///note.txt", noted.path("content").path(1).path("uri").asText());
    assertEquals(8, noted.path("content").path(1).path("size").asInt());
    assertEquals(2, listed.size());
    assertEquals("hi there", read.path("text").asText());
  }

  @Test
  void end_whileACallRuns_cancelsAndAnswersIt() throws Exception {
    wire.start(1, "spin", "{}", "{\"progressToken\":1}");
    wire.next(message -> message.path("params").path("progress").asDouble() > 0);
    wire.end();

    JsonNode result = wire.answer(1);
    assertTrue(result.path("isError").asBoolean());
    assertEquals("cancelled", outcome(result));
  }

  private static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asText();
  }

  private static String outcome(JsonNode result) {
    return result.path("_meta").path("dev.cloche/outcome").path("outcome").asText();
  }
}
