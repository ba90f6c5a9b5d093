package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Inspection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {

  @TempDir Path directory;
  private String tool = "";
  private final FakeEngine engine = FakeEngine.answering(Outcomes.completed(0));

  @BeforeEach
  void writeTool() throws IOException {
    tool = Files.write(directory.resolve("guest.wasm"), new byte[8]).toString();
  }

  @Test
  void inspect_acceptable_showsAllAndEscapesNames() {
    Invocation run = Invocation.of(engine, "inspect", "--fuel", "1M", tool);

    assertEquals(0, run.status());
    assertEquals("", run.err());
    assertEquals(
        """
        tool       guest
        size       8 bytes
        sha256     af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc
        functions  3 of 2 types, the largest 99 bytes
        memory     64Ki at the start, at most 128Ki
        features
          sign-extension
        imports    1
          wasi_snapshot_preview1.fd_write (func)
        exports    2
          _start (func)
          evil\\u{1b}[2J (func)
        manifest   {"name":"x"}
        java code  1 methods above 8000 bytes, which this JVM interprets; 1 functions too large for a method
          func[7] 9000 bytes
          func[8] interpreted
        runs       yes
        limits     --fuel 1M --wall 10s --memory 256Mi --output 1Mi
        """,
        run.out());
  }

  @Test
  void inspect_refused_saysWhyAndEndsWith120() {
    engine.inspecting(FakeEngine.inspection(Optional.of("memory is too large")));

    Invocation run = Invocation.of(engine, "inspect", tool);

    assertEquals(120, run.status());
    assertTrue(run.out().contains("runs       no, it would be refused\n"));
    assertEquals("cloche: guest: memory is too large\n", run.err());
  }

  @Test
  void inspectJson_isOneObjectWithTheManifestInIt() throws IOException {
    engine.inspecting(FakeEngine.inspection(Optional.of("memory is too large")));

    Invocation run = Invocation.of(engine, "inspect", "--json", tool);

    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals(120, run.status());
    assertEquals("", run.err());
    assertEquals("guest", json.path("tool").asText());
    assertEquals(65_536, json.path("memory").path("minBytes").asLong());
    assertEquals("x", json.path("manifest").path("name").asText());
    assertFalse(json.path("runs").asBoolean());
    assertEquals("memory is too large", json.path("refusal").asText());
  }

  @Test
  void inspectJson_manifestThatIsNotJson_isText() throws IOException {
    for (String text : List.of("{", "{} {}", "", "[1,")) {
      engine.inspecting(withManifest(text));

      String out = Invocation.of(engine, "inspect", "--json", tool).out();

      assertEquals(text, new ObjectMapper().readTree(out).path("manifestText").asText(), out);
    }
  }

  private static Inspection withManifest(String text) {
    return new Inspection(
        8,
        0,
        0,
        List.of(),
        List.of(),
        0,
        Optional.empty(),
        List.of(),
        0,
        Optional.empty(),
        Optional.of(text),
        Optional.empty(),
        List.of());
  }

  @Test
  void slowFunctions_areNamed() throws IOException {
    String json = Invocation.of(engine, "inspect", "--json", tool).out();
    JsonNode code = new ObjectMapper().readTree(json).path("javaCode");

    assertEquals(7, code.path("hugeMethods").path(0).path("function").asInt());
    assertEquals(9000, code.path("hugeMethods").path(0).path("bytes").asInt());
    assertEquals(8, code.path("interpretedFunctions").path(0).asInt());
    assertFalse(code.path("hugeMethodsCompiled").asBoolean(true));
  }
}
