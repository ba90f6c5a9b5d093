package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client that most MCP hosts are built on, from npm; the build installs it. */
@Timeout(180)
@Tag("one-jdk")
class NpmClientTest {

  private static final Path CLIENT = Path.of("target/npm").toAbsolutePath();

  @TempDir Path directory;

  @BeforeAll
  static void requireClient() {
    assumeTrue(
        Files.exists(CLIENT.resolve("installed-lock.json")),
        "the MCP client from npm is not installed: src/test/npm/install.sh target/npm says why");
  }

  @Test
  void stdio_isUnderstood() throws Exception {
    List<String> command = new ArrayList<>(List.of("stdio"));
    command.addAll(ServerFiles.command(directory));

    assertFindings(run(command), 4);
  }

  @Test
  void http_isUnderstood() throws Exception {
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (McpServer server = TestServer.open()) {
      HttpListener listener =
          server.http(new HttpSettings(loopback, Optional.empty(), Set.of(), Set.of()));
      try {
        assertFindings(run(List.of("http", listener.url())), TestTools.all().size());
        // The first session was ended by its client; the second was only left.
        assertEquals(1, listener.sessions());
      } finally {
        listener.stop();
      }
    }
  }

  private static void assertFindings(Map<String, JsonNode> found, int tools) {
    assertEquals("\"cloche\"", found.get("server").toString());
    assertEquals(tools, found.get("tools").size());
    assertEquals("{\"a\":[1,\"ü\"]}", found.get("echo").toString());
    assertEquals("[true,\"completed\"]", found.get("error").toString());
    assertTrue(found.get("progress").asBoolean());
    assertTrue(found.get("cancelled").asBoolean());
    assertEquals("[\"workspace:///note.txt\"]", found.get("resources").toString());
    assertEquals("hi there", found.get("text").asText());
    assertEquals(-32602, found.get("unknown").asInt());
    assertEquals("[]", found.get("again").toString());
  }

  private Map<String, JsonNode> run(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("node", "client.mjs"));
    command.addAll(arguments);
    Path out = directory.resolve("out");
    Process node =
        new ProcessBuilder(command)
            .directory(CLIENT.toFile())
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    try {
      assertTrue(node.waitFor(150, TimeUnit.SECONDS), this::said);
      assertEquals(0, node.exitValue(), this::said);
    } finally {
      node.destroyForcibly();
    }
    Map<String, JsonNode> found = new LinkedHashMap<>();
    for (String line : Files.readAllLines(out)) {
      JsonNode finding = HttpClientOf.json(line);
      found.put(finding.path("what").asText(), finding.path("value"));
    }
    return found;
  }

  private String said() {
    try {
      return Files.readString(directory.resolve("out"), StandardCharsets.UTF_8)
          + Files.readString(directory.resolve("err"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
