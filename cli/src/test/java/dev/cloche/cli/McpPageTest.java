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

/** What docs/mcp.md has its readers write. */
class McpPageTest {

  private static final Path PAGE = Path.of("..", "docs", "mcp.md");

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
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
  void commands_areTaken() throws IOException {
    List<String> lines = blocks("sh").get(0).lines().toList();

    assertEquals(4, lines.size());
    for (String line : lines) {
      List<String> words = List.of(line.split(" "));
      assertEquals(List.of("cloche", "serve"), words.subList(0, 2));
      assertTaken(words.subList(2, words.size()));
    }
  }

  @Test
  void snippets_areJsonAndStartTheServer() throws IOException {
    List<JsonNode> servers = new ArrayList<>();
    for (String block : blocks("json")) {
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
