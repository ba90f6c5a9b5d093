package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  private static final OptionSpec FLAG = OptionSpec.flag("--flag", "A flag.");
  private static final OptionSpec ONE = OptionSpec.value("--one", "N", "One value.");
  private static final OptionSpec MANY = OptionSpec.values("--many", "X", "Values.");

  private static CommandSpec command(CommandSpec.Arity last) {
    return new CommandSpec(
        "do",
        "cloche do",
        "Does.",
        List.of(
            new CommandSpec.ParameterSpec("TOOL", "A tool.", CommandSpec.Arity.ONE),
            new CommandSpec.ParameterSpec("REST", "More.", last)),
        List.of(FLAG, ONE, MANY, OptionSpec.unavailable("--gone")));
  }

  private static Arguments rest(String... given) {
    return Arguments.parse(command(CommandSpec.Arity.REST), List.of(given));
  }

  @Test
  void options_inAnyOrderAndForm_areSorted() {
    Arguments arguments =
        rest("--many", "a", "--flag", "--one=1=2", "--many=", "--many", "-b", "tool", "--flag");

    assertTrue(arguments.has(FLAG));
    assertEquals(Optional.of("1=2"), arguments.value(ONE));
    assertEquals(List.of("a", "", "-b"), arguments.values(MANY));
    assertEquals(List.of("tool", "--flag"), arguments.positional());
  }

  @Test
  void doubleDash_endsOptions() {
    assertEquals(List.of("--flag", "--"), rest("--", "--flag", "--").positional());
    assertEquals(List.of("-"), rest("-").positional());
  }

  @Test
  void help_stopsEverything() {
    assertTrue(rest("--one", "1", "-h", "--nonsense").wantsHelp());
    assertTrue(rest("--help").wantsHelp());
  }

  @Test
  void optionsAfterArguments_countUnlessTheRestIsTaken() {
    CommandSpec strict = command(CommandSpec.Arity.OPTIONAL);
    assertTrue(Arguments.parse(strict, List.of("tool", "--flag")).has(FLAG));
    assertThrows(UsageException.class, () -> Arguments.parse(strict, List.of("tool", "x", "y")));
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
          UsageException.class,
          () -> Arguments.parse(command(CommandSpec.Arity.REST), wrong),
          wrong.toString());
    }
  }

  @Property(tries = 200)
  void anyArguments_areSortedOrRefused(@ForAll List<String> given) {
    try {
      Arguments arguments = Arguments.parse(command(CommandSpec.Arity.REST), given);
      assertTrue(given.containsAll(arguments.positional()));
    } catch (UsageException refused) {
      assertTrue(refused.getMessage() != null);
    }
  }
}
