package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Captured;
import dev.cloche.GuestFrame;
import dev.cloche.Outcome;
import dev.cloche.TrapKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the outside sees of each ending: status, standard error, JSON. */
class OutcomeReportTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path directory;
  private String tool = "";

  @BeforeEach
  void writeTool() throws IOException {
    tool = Files.write(directory.resolve("guest.wasm"), new byte[8]).toString();
  }

  static Stream<Arguments> endings() {
    return Stream.of(
        Arguments.of(Outcomes.completed(0), 0, "completed", ""),
        Arguments.of(Outcomes.completed(7), 7, "completed", ""),
        Arguments.of(Outcomes.refused(), 120, "refused", "not a WebAssembly module: text"),
        Arguments.of(
            Outcomes.denied(), 121, "denied", "denied by network: GET https://example.org/"),
        Arguments.of(
            Outcomes.limitExceeded(),
            122,
            "limit-exceeded",
            "fuel limit exceeded: limit 1000000, used 1000033 instructions"),
        Arguments.of(Outcomes.trapped(0), 123, "trapped", "trapped: integer divide by zero"),
        Arguments.of(Outcomes.cancelled(), 124, "cancelled", "cancelled by the caller"),
        Arguments.of(Outcomes.hostFault(), 125, "host-fault", "host fault: disk on fire"));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void run_anyEnding_hasItsStatusAndOneLine(
      Outcome outcome, int status, String id, String message) {
    Invocation run = Invocation.of(FakeEngine.answering(outcome), "run", tool);

    assertEquals(status, run.status());
    assertEquals(message.isEmpty() ? "" : "cloche: guest: " + message + "\n", run.err());
    assertEquals("", run.out());
  }

  @ParameterizedTest
  @MethodSource("endings")
  void runJson_anyEnding_isOneObjectOnOneLine(
      Outcome outcome, int status, String id, String message) throws IOException {
    Invocation run = Invocation.of(FakeEngine.answering(outcome), "run", "--json", tool);

    JsonNode json = MAPPER.readTree(run.out());
    assertEquals(status, run.status());
    assertEquals("", run.err());
    assertEquals(1, run.out().lines().count());
    assertEquals(id, json.path("outcome").asText());
    assertEquals(outcome.message(), json.path("message").asText());
    assertEquals(id.equals("completed"), json.has("exit"));
    assertEquals(id.equals("limit-exceeded"), json.has("limit"));
    assertEquals(id.equals("denied"), json.has("denied"));
    assertEquals(id.equals("trapped"), json.has("trap"));
    assertEquals(outcome.stdout().text(), json.path("stdout").asText());
    assertEquals(outcome.usage().fuel(), json.path("usage").path("fuel").asLong());
  }

  @Test
  void runJson_completed_hasTheDocumentedShape() {
    Invocation run =
        Invocation.of(FakeEngine.answering(Outcomes.completed(3)), "run", "--json", tool);

    assertEquals(
        "{\"outcome\":\"completed\",\"exit\":3,\"stdout\":\"out\",\"stderr\":\"err\\n\","
            + "\"usage\":{\"fuel\":1000033,\"wallMillis\":12,\"memoryBytes\":65536,"
            + "\"growthsRefused\":1,\"stdoutBytes\":3,\"stderrBytes\":4,\"hostCalls\":5},"
            + "\"message\":\"exited with status 3\"}\n",
        run.out());
  }

  @Test
  void runJson_limitDeniedAndTrap_haveTheirParts() {
    assertTrue(
        json(Outcomes.limitExceeded())
            .contains("\"limit\":{\"which\":\"fuel\",\"limit\":1000000,\"used\":1000033}"));
    assertTrue(
        json(Outcomes.denied())
            .contains("\"denied\":{\"rule\":\"network\",\"what\":\"GET https://example.org/\"}"));
    assertTrue(
        json(Outcomes.trapped(1))
            .contains(
                "\"trap\":{\"kind\":\"integer-divide-by-zero\","
                    + "\"detail\":\"integer divide by zero\","
                    + "\"backtrace\":[{\"function\":0,\"name\":\"f0\"}]}"));
  }

  @Test
  void command_thatLeftThingsOut_isToldWithWhatItUsed() {
    Invocation run = Invocation.of(FakeEngine.answering(Outcomes.command()), "run", tool);

    List<String> lines = run.err().lines().toList();
    assertEquals(0, run.status());
    assertTrue(lines.get(0).contains("without control groups"), run.err());
    assertEquals("cloche: guest: not kept: /p0: it is a FIFO", lines.get(1));
    assertEquals("    and 2 more", lines.get(lines.size() - 1));
    String json = json(Outcomes.command());
    assertTrue(json.contains("\"cpuMillis\":8,\"processes\":6,\"degraded\":true"), json);
    assertTrue(json.contains("{\"path\":\"/p11\",\"why\":\"it is a FIFO\"}"), json);
  }

  @Test
  void runJson_outputThatIsNotText_isBase64() {
    Captured bytes = Captured.of(new byte[] {(byte) 0xff, 0, 'x'});
    String json = json(new Outcome.Completed(0, bytes, Captured.EMPTY, Outcomes.USAGE));

    assertTrue(json.contains("\"stdoutBase64\":\"/wB4\",\"stderr\":\"\""), json);
    assertFalse(json.contains("\"stdout\":"), json);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "255, 255", "256, 0", "257, 1", "-1, 255", "120, 120"})
  void run_guestStatus_isCutToEightBits(int guest, int status) {
    assertEquals(
        status,
        Invocation.of(FakeEngine.answering(Outcomes.completed(guest)), "run", tool).status());
  }

  @Test
  void run_trapWithManyFrames_showsTen() {
    Invocation run = Invocation.of(FakeEngine.answering(Outcomes.trapped(12)), "run", tool);

    List<String> lines = run.err().lines().toList();
    assertEquals(12, lines.size());
    assertEquals("    at f0", lines.get(1));
    assertEquals("    at f9", lines.get(10));
    assertEquals("    and 2 more", lines.get(11));
  }

  @Test
  void run_namesThatWouldForgeLines_areEscaped() {
    Outcome evil =
        new Outcome.Trapped(
            TrapKind.OTHER,
            "boo\ncloche: all is well",
            List.of(new GuestFrame(0, "\u001b[2Jx\n")),
            Captured.EMPTY,
            Captured.EMPTY,
            Outcomes.USAGE);

    Invocation run = Invocation.of(FakeEngine.answering(evil), "run", tool);

    assertEquals(
        "cloche: guest: trapped: boo\\ncloche: all is well\n    at \\u{1b}[2Jx\\n\n", run.err());
  }

  private String json(Outcome outcome) {
    return Invocation.of(FakeEngine.answering(outcome), "run", "--json", tool).out();
  }
}
