package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wabt.Wat2Wasm;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All that is wrong, in one go. */
@Timeout(60)
class CheckCommandTest {

  static final String MANIFEST =
      """
      {
        "name": "hello",
        "title": "Hello",
        "description": "Says hello to whoever listens",
        "version": "1",
        "license": "Apache-2.0",
        "source": "a test",
        "abi": "wasi-command",
        "usage": ["hello"],
        "capabilities": { "network": [], "environment": [], "workspace": "none" },
        "input": { "type": "object", "additionalProperties": false },
        "examples": [ { "title": "Hello", "arguments": [], "stdout": "hello\\n", "exit": 7 } ]
      }
      """;

  @TempDir Path directory;

  private Invocation check(byte[] module) throws IOException {
    String file = Files.write(directory.resolve("guest.wasm"), module).toString();
    return Invocation.of(EngineFactory.standard(), "check", "--json", file);
  }

  private List<String> rules(byte[] module, int status) throws IOException {
    Invocation run = check(module);
    assertEquals(status, run.status(), run.out() + run.err());
    List<String> rules = new ArrayList<>();
    for (JsonNode one : new ObjectMapper().readTree(run.out()).path("findings")) {
      rules.add(one.path("kind").asText() + " " + one.path("rule").asText());
      assertFalse(one.path("fix").asText().isEmpty());
    }
    return rules;
  }

  @Test
  void aSoundTool_hasNothingToMend() throws IOException {
    byte[] module = Wat2Wasm.parse("(module (memory 1 2) (func (export \"_start\")))");
    Files.writeString(directory.resolve("guest.wasm.json"), MANIFEST);

    assertEquals(List.of(), rules(module, 0));
    Invocation text =
        Invocation.of(
            EngineFactory.standard(), "check", directory.resolve("guest.wasm").toString());
    assertEquals(new Invocation(0, "guest: nothing to mend\n", ""), text);
  }

  @Test
  void everythingWrong_isSaidAtOnce() throws IOException {
    byte[] module =
        Wat2Wasm.parse(
            """
            (module
              (import "wasi_snapshot_preview1" "fd_writ"
                (func (param i32 i32 i32 i32) (result i32)))
              (import "wasi_snapshot_preview1" "http_open" (func))
              (import "wasi_snapshot_preview1" "proc_exit" (func))
              (import "env" "missing" (func))
              (import "env" "memory" (memory 1))
              (func (export "_initialize")))
            """);
    Files.writeString(directory.resolve("guest.wasm.json"), "{ \"name\": \"A\", \"nam\": 1 }");

    List<String> rules = rules(module, 1);
    assertEquals(5, rules.stream().filter("error unknown-import"::equals).count(), rules::toString);
    assertTrue(rules.contains("error no-entry"), rules::toString);
    assertTrue(rules.stream().filter("error manifest"::equals).count() >= 2, rules::toString);
    String out = check(module).out();
    assertTrue(out.contains("did you mean wasi_snapshot_preview1.fd_write?"), out);
    assertTrue(out.contains("did you mean cloche.http_open?"), out);
    assertTrue(out.contains("without -mexec-model=reactor"), out);
  }

  @Test
  void memory_thatIsTooLargeOrUnbounded_isNamed() throws IOException {
    byte[] module = Wat2Wasm.parse("(module (memory 5000) (func (export \"_start\")))");

    assertEquals(
        List.of("error initial-memory", "warning unbounded-memory", "warning no-manifest"),
        rules(module, 1));
  }

  @Test
  void aFeatureThatIsOff_andWhatElseIsWrong() throws IOException {
    byte[] module =
        Wat2Wasm.parse(
            """
            (module (import "env" "missing" (func))
              (memory 1 1)
              (func (export "_start") (drop (v128.const i32x4 1 2 3 4))))
            """);

    List<String> rules = rules(module, 1);
    assertEquals(List.of("error simd", "error unknown-import", "warning no-manifest"), rules);
    assertTrue(check(module).out().contains("-mno-simd128"));
  }

  @Test
  void aManifestThatSaysLittle_isANote() throws IOException {
    byte[] module = Wat2Wasm.parse("(module (memory 1 2) (func (export \"_start\")))");
    String little =
        MANIFEST
            .replaceFirst("\"Says[^\"]*\"", "\"Hello\"")
            .replaceFirst("(?s),\\s*\"input\".*", "}");
    Files.writeString(directory.resolve("guest.wasm.json"), little);

    assertEquals(
        List.of("note short-description", "note no-input-schema", "note no-examples"),
        rules(module, 0));
  }

  @Test
  void hugeFunctions_areNamedWithTheirSize() throws IOException {
    byte[] module = Wat2Wasm.parse("(module (memory 1 2) (func (export \"_start\")))");
    String file = Files.write(directory.resolve("guest.wasm"), module).toString();
    Files.writeString(directory.resolve("guest.wasm.json"), MANIFEST);

    Invocation run = Invocation.of(FakeEngine.answering(Outcomes.completed(0)), "check", file);
    List<String> lines = run.out().lines().toList();
    assertEquals(0, run.status());
    assertTrue(
        lines.get(0).matches("warning huge-function: function 7 becomes 9000 .*"), run.out());
    assertTrue(lines.get(2).matches("warning huge-function: function 8 .*"), run.out());
    assertEquals(4, lines.size(), "each with what to do");
  }

  @Test
  void noModule_is120() throws IOException {
    for (String text : List.of("", "hello", "(module)", "\0asm\15\0\1\0")) {
      Invocation run = check(text.getBytes(StandardCharsets.ISO_8859_1));
      assertEquals(120, run.status(), run.out());
    }
  }

  @Test
  void cutAnywhere_isFoundAndNeverAFault() throws IOException {
    for (int length = 9; length < Guests.HELLO.length; length += 3) {
      int status = check(Arrays.copyOf(Guests.HELLO, length)).status();
      assertEquals(1, status, "cut at " + length);
    }
  }
}
