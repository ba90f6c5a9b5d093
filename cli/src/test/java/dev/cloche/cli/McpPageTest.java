package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParseResult;

/** What docs/mcp.md has its readers write into the files of clients. */
class McpPageTest {

  private static final Path PAGE = Path.of("..", "docs", "mcp.md");

  private static List<String> blocks() throws IOException {
    return Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map((MatchResult block) -> block.group(1))
        .toList();
  }

  private static void assertTaken(List<String> arguments) {
    ServeCommand command =
        new ServeCommand(
            new Host(Streams.ofProcess(), FakeEngine.untouched(), List::of, new Interruption()));
    ParseResult parsed = Parser.parse(command.spec(), arguments);
    Parser.refuseMistakes(parsed);
    assertFalse(parsed.matchedOptions().isEmpty());
  }

  @Test
  void snippets_areJsonAndStartTheServer() throws IOException {
    List<JsonNode> servers = new ArrayList<>();
    for (String block : blocks()) {
      JsonNode json = new ObjectMapper().readTree(block);
      servers.add(json.elements().next().path("cloche"));
    }

    assertEquals(3, servers.size());
    for (JsonNode server : servers) {
      List<String> arguments = new ArrayList<>();
      server.path("args").forEach(word -> arguments.add(word.asText()));
      if (server.has("command")) {
        assertEquals("serve", arguments.get(0));
        assertTaken(arguments.subList(1, arguments.size()));
      } else {
        assertTrue(server.path("url").asText().endsWith("/mcp"));
      }
    }
  }
}
