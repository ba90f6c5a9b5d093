package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.HostReport;
import java.io.IOException;
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
  void text_namesNoPathOfTheHost() {
    Invocation run = Invocation.of(FakeEngine.untouched(), "doctor");

    assertEquals(0, run.status());
    assertTrue(run.out().contains("8000 bytes"), run.out());
    assertTrue(!run.out().contains(System.getProperty("java.home")), run.out());
  }
}
