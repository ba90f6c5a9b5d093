package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheCommandTest {

  @TempDir Path directory;

  /*
   * directory/
   *   a.code  100 bytes
   *   b.code   23 bytes
   *   key      32 bytes
   */
  @BeforeEach
  void fill() throws IOException {
    Files.write(directory.resolve("a.code"), new byte[100]);
    Files.write(directory.resolve("b.code"), new byte[23]);
    Files.write(directory.resolve("key"), new byte[32]);
  }

  private static String run(Optional<Path> cache, String... arguments) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Streams streams = new Streams(new ByteArrayInputStream(new byte[0]), out, out, false);
    Host host = new Host(streams, FakeEngine.untouched(), List::of, new Interruption());
    CacheCommand command = new CacheCommand(host, cache);
    assertEquals(0, command.run(Arguments.of(Parser.parse(command.spec(), List.of(arguments)))));
    return out.toString(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  void cache_shows_entriesAndBytesAndNotTheKey() throws IOException {
    JsonNode json = new ObjectMapper().readTree(run(Optional.of(directory), "--json"));

    assertEquals(2, json.path("entries").asInt());
    assertEquals(123, json.path("bytes").asInt());
    assertEquals(512 << 20, json.path("maxBytes").asInt());
    assertTrue(run(Optional.of(directory)).startsWith("2 entries, 123 bytes of at most 512Mi"));
  }

  @Test
  void clear_deletesEntriesAndKeepsTheKey() throws IOException {
    String shown = run(Optional.of(directory), "clear");

    assertTrue(shown.startsWith("cleared 2 entries, 123 bytes\n0 entries"), shown);
    assertFalse(Files.exists(directory.resolve("a.code")));
    assertTrue(Files.exists(directory.resolve("key")));
  }

  @Test
  void cache_thatIsNotThereYet_isEmpty() throws IOException {
    String shown = run(Optional.of(directory.resolve("none")));

    assertTrue(shown.startsWith("0 entries, 0 bytes"), shown);
    assertFalse(Files.exists(directory.resolve("none")));
  }

  @Test
  void anythingElse_isRefused() {
    assertThrows(UsageException.class, () -> run(Optional.empty()));
    assertThrows(UsageException.class, () -> run(Optional.of(directory), "claer"));
    assertThrows(
        UsageException.class, () -> run(Optional.of(directory.resolve("key").resolve("x"))));
  }
}
