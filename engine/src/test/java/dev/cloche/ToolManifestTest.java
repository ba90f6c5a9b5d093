package dev.cloche;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolManifestTest {

  private static final String VALID =
      """
      {"name":"x","title":"X","description":"does x","version":"1","license":"MIT","source":"here","abi":"wasi-command","usage":["x A","x B"]}""";

  @Test
  void parse_everyKey_givesTheRecord() {
    ToolManifest expected =
        new ToolManifest(
            "x", "X", "does x", "1", "MIT", "here", "wasi-command", List.of("x A", "x B"));

    assertEquals(expected, parse(VALID));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "unknown key   | \"name\":\"x\"    | \"name\":\"x\",\"more\":1     | more",
        "missing key   | \"title\":\"X\",  |                               | title",
        "repeated key  | \"version\":\"1\" | \"version\":\"1\",\"version\":\"2\" | version",
        "null          | \"title\":\"X\"   | \"title\":null                | title",
        "number        | \"version\":\"1\" | \"version\":1                 | number",
        "line not list | [\"x A\",\"x B\"] | \"x A\"                       | list",
        "second value  | \"x B\"]}         | \"x B\"]} {}                  | second",
        "not JSON      | {\"name\"         | name                          | name",
      })
  void parse_wrongDocument_saysWhatIsWrong(
      String label, String part, String replacement, String named) {
    String json = VALID.replace(part, replacement == null ? "" : replacement);

    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> parse(json));

    assertTrue(
        error.getMessage().toLowerCase(Locale.ROOT).contains(named.toLowerCase(Locale.ROOT)),
        error::getMessage);
  }

  private static ToolManifest parse(String json) {
    return ToolManifest.parse(json.getBytes(UTF_8));
  }
}
