package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The help of every command has examples, and the command line takes them. */
class HelpExamplesTest {

  static Stream<String> commands() {
    String help = Invocation.of(FakeEngine.untouched(), "--help").out();
    String list = help.substring(help.indexOf("Commands:"), help.indexOf("Exit status:"));
    return Pattern.compile("^  ([a-z]+) ", Pattern.MULTILINE)
        .matcher(list)
        .results()
        .map(found -> found.group(1))
        .filter(name -> !name.equals("help"));
  }

  private static Commands commandsOf() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Streams streams = new Streams(new ByteArrayInputStream(new byte[0]), out, out, false);
    return new Commands(new Host(streams, FakeEngine.untouched(), List::of, new Interruption()));
  }

  @Test
  void commands_areAll() {
    assertTrue(commands().toList().containsAll(List.of("run", "shell", "cache", "completion")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_ofEachCommand_hasItsExamples(String command) {
    String help = Invocation.of(FakeEngine.untouched(), command, "--help").out();

    assertFalse(HelpExamples.of(command).isEmpty(), command);
    for (String example : HelpExamples.of(command)) {
      assertTrue(help.contains("\n  " + example + "\n"), help);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void examples_ofEachCommand_areUnderstood(String command) {
    Commands all = commandsOf();
    for (String example : HelpExamples.of(command)) {
      List<String> words = words(example);
      assertEquals(command, words.get(0), example);
      Parser.refuseMistakes(
          Parser.parse(all.require(command).spec(), words.subList(1, words.size())));
    }
  }

  /** Those behind a prompt in the page for plugin authors. */
  @Test
  void commandsOfTheAuthorsPage_areUnderstood() throws IOException {
    Commands all = commandsOf();
    List<String> lines =
        Files.readAllLines(Path.of("../docs/writing-tools.md")).stream()
            .filter(line -> line.startsWith("$ cloche "))
            .map(line -> line.substring(2))
            .toList();

    assertTrue(lines.size() >= 5, lines::toString);
    for (String line : lines) {
      List<String> words = words(line);
      Parser.refuseMistakes(
          Parser.parse(all.require(words.get(0)).spec(), words.subList(1, words.size())));
    }
  }

  @Test
  void exampleWithAnUnknownOption_isNotUnderstood() {
    Commands all = commandsOf();
    assertThrows(
        UsageException.class,
        () ->
            Parser.refuseMistakes(
                Parser.parse(all.require("run").spec(), List.of("--fule", "1M", "js"))));
  }

  /** The words behind "cloche", as a shell makes them of these simple lines. */
  private static List<String> words(String example) {
    String line = example.replaceFirst("^source <\\((.*)\\)$", "$1").replaceFirst(" > .*", "");
    List<String> words = new ArrayList<>();
    Matcher each = Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
    while (each.find()) {
      words.add(each.group(1) != null ? each.group(1) : each.group(2));
    }
    assertEquals("cloche", words.remove(0), example);
    return words;
  }
}
