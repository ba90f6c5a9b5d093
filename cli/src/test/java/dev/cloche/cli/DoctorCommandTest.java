package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.HostReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {

  @Test
  void json_isWhatTheEngineReports() throws IOException {
    Invocation run = Invocation.of(FakeEngine.untouched(), "doctor", "--json");

    JsonNode json = new ObjectMapper().readTree(run.out());
    HostReport report = HostReport.current();
    assertEquals(0, run.status());
    assertEquals(report.java(), json.path("java").asText());
    assertEquals(report.heapBytes(), json.path("heapBytes").asLong());
    assertTrue(json.path("callMemoryBytes").asLong() < json.path("heapBytes").asLong());
    assertEquals(
        report.hugeMethodsCompiled().orElseThrow(), json.path("hugeMethodsCompiled").asBoolean());
  }

  @Test
  void json_tellsOfEachPartOfTheSandbox() throws IOException {
    JsonNode json =
        new ObjectMapper()
            .readTree(Invocation.of(FakeEngine.untouched(), "doctor", "--json").out())
            .path("native");

    assertTrue(json.path("usable").asBoolean());
    List<String> ids = new ArrayList<>();
    json.path("capabilities").forEach(each -> ids.add(each.path("id").asText()));
    assertTrue(
        ids.containsAll(List.of("platform", "bwrap", "setpriv", "control-groups", "sandbox")),
        ids.toString());
    json.path("capabilities")
        .forEach(each -> assertEquals("found", each.path("state").asText(), each.toString()));
  }

  @Test
  void text_namesNoPathOfTheHost() {
    Invocation run = Invocation.of(FakeEngine.untouched(), "doctor");

    assertEquals(0, run.status());
    assertTrue(run.out().contains("8000 bytes"), run.out());
    assertTrue(run.out().lines().anyMatch(line -> line.matches(" +sandbox +found .*")), run.out());
    assertTrue(!run.out().contains(System.getProperty("java.home")), run.out());
  }
}
