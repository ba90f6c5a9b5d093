package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

class ParserTest {

  private static CommandSpec strict() {
    return Parser.command("do", "cloche do", "Does.")
        .addPositional(Parser.required("TOOL", "A tool."))
        .addOption(Options.flag("--flag", "A flag."))
        .addOption(Options.value("--one", "N", "One value."))
        .addOption(Options.values("--many", "X", "Values."));
  }

  private static CommandSpec takingRest() {
    CommandSpec command = strict().addPositional(Parser.rest("ARG", "More."));
    command.parser().stopAtPositional(true);
    return command;
  }

  private static Arguments rest(String... given) {
    ParseResult parsed = Parser.parse(takingRest(), List.of(given));
    Parser.refuseMistakes(parsed);
    return Arguments.of(parsed);
  }

  /** What needs no parser is what the parser would say, whatever follows the tool. */
  @Property(tries = 300)
  void withoutOptions_anyWords_isWhatTheParserFinds(@ForAll("words") List<String> given) {
    Command run =
        new RunCommand(
            new Host(Streams.ofProcess(), FakeEngine.untouched(), List::of, new Interruption()));
    Optional<Arguments> plain = run.withoutOptions(given);
    assertEquals(!given.isEmpty() && !given.get(0).startsWith("-"), plain.isPresent());
    if (plain.isPresent()) {
      ParseResult parsed = Parser.parse(run.spec(), given);
      Parser.refuseMistakes(parsed);
      assertEquals(positional(Arguments.of(parsed)), positional(plain.get()));
      for (OptionSpec option : parsed.commandSpec().options()) {
        String name = option.longestName();
        assertFalse(parsed.hasMatchedOption(name), name);
        assertFalse(plain.get().hasMatchedOption(name), name);
        assertEquals("x", plain.get().matchedOptionValue(name, "x"));
      }
    }
  }

  @Provide
  static Arbitrary<List<String>> words() {
    return Arbitraries.of(
            "js",
            "-e",
            "1",
            "--",
            "-",
            "",
            "--json",
            "--fuel=1",
            "--fuel",
            "@file",
            "-h",
            "run",
            "\"quoted\"",
            "${sys:user.dir}",
            "a,b",
            " ",
            "--help",
            "x=y",
            "\u00e9")
        .list()
        .ofMaxSize(6);
  }

  private static List<String> positional(Arguments arguments) {
    List<String> all = new ArrayList<>();
    all.add(arguments.matchedPositionalValue(0, ""));
    all.addAll(arguments.matchedPositionalValue(1, List.<String>of()));
    return all;
  }

  @Test
  void options_inAnyOrderAndForm_areSorted() {
    Arguments arguments =
        rest("--many", "a", "--flag", "--one=1=2", "--many=", "--many", "-b", "tool", "--flag");

    assertTrue(arguments.hasMatchedOption("--flag"));
    assertEquals("1=2", Options.given(arguments, "--one").orElseThrow());
    assertEquals(List.of("a", "", "-b"), arguments.matchedOptionValue("--many", List.of()));
    assertEquals(List.of("tool", "--flag"), positional(arguments));
  }

  @Test
  void doubleDash_endsOptions() {
    assertEquals(List.of("--flag", "--"), positional(rest("--", "--flag", "--")));
    assertEquals(List.of("tool", "--", "-x"), positional(rest("tool", "--", "-x")));
    assertEquals(List.of("-"), positional(rest("-")));
  }

  @Test
  void valuesAndArguments_areTakenAsTheyAre() {
    List<String> odd = List.of("@file", "\"quoted\"", "${sys:user.dir}", "a,b", "", "%s");
    List<String> given = new ArrayList<>();
    odd.forEach(value -> given.addAll(List.of("--many", value)));
    given.addAll(odd);

    Arguments arguments = rest(given.toArray(String[]::new));

    assertEquals(odd, arguments.matchedOptionValue("--many", List.of()));
    assertEquals(odd, positional(arguments));
  }

  @Test
  void flags_countOnceHoweverOftenTheyAreGiven() {
    assertTrue(rest("--flag", "--flag", "tool").hasMatchedOption("--flag"));
  }

  @Test
  void help_countsWithoutAToolAndBesideMistakes() {
    for (List<String> given :
        List.of(List.of("--one", "1", "-h", "--nonsense"), List.of("--help"))) {
      assertTrue(Parser.parse(takingRest(), given).isUsageHelpRequested(), given.toString());
    }
  }

  @Test
  void optionsAfterArguments_countUnlessTheRestIsTaken() {
    ParseResult arguments = Parser.parse(strict(), List.of("tool", "--flag"));

    assertTrue(arguments.hasMatchedOption("--flag"));
    ParseResult surplus = Parser.parse(strict(), List.of("tool", "x", "y"));
    assertThrows(UsageException.class, () -> Parser.refuseMistakes(surplus));
  }

  @Test
  void mistakes_areRefused() {
    for (List<String> wrong :
        List.of(
            List.<String>of(),
            List.of("--flag"),
            List.of("--flag=1", "t"),
            List.of("--on", "1", "t"),
            List.of("--one"),
            List.of("--one", "--flag", "t"),
            List.of("--one", "1", "--one", "2", "t"))) {
      assertThrows(
          UsageException.class, () -> rest(wrong.toArray(String[]::new)), wrong.toString());
    }
  }

  @Property(tries = 200)
  void anyArguments_areSortedOrRefused(@ForAll List<String> given) {
    try {
      assertTrue(given.containsAll(positional(rest(given.toArray(String[]::new)))));
    } catch (UsageException refused) {
      assertTrue(refused.getMessage() != null);
    }
  }
}
