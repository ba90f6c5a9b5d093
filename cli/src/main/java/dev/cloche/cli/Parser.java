package dev.cloche.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParseResult;

/**
 * Sets the argument parser to what this command line promises, and turns what it objects to into
 * one sentence.
 *
 * <p>Commands are described to it in code, and only the one that was named, so that no start reads
 * annotations of fields by reflection or builds what it does not use.
 */
final class Parser {

  /** Keeps help within a common terminal without breaking the examples. */
  private static final int HELP_WIDTH = 100;

  private Parser() {}

  /**
   * Returns a command with {@code --help} and no other option.
   *
   * @param name what the user types
   * @param synopsis the usage line
   * @param description sentences; the first stands in the list of commands
   */
  static CommandSpec command(String name, String synopsis, String... description) {
    CommandSpec command = CommandSpec.create().name(name).addOption(Options.help());
    command.usageMessage().width(HELP_WIDTH).customSynopsis(synopsis).description(description);
    command
        .parser()
        // An argument such as @file would be replaced by the file's lines: nothing is ambient.
        .expandAtFiles(false)
        .posixClusteredShortOptionsAllowed(false)
        // All of them, so that --json counts also behind a mistake.
        .collectErrors(true);
    return command;
  }

  /** Returns the first argument, which must be there. */
  static PositionalParamSpec required(String label, String description) {
    return first("1", label, description).required(true).build();
  }

  /** Returns the first argument, which may be absent. */
  static PositionalParamSpec optional(String label, String description) {
    return first("0..1", label, description).build();
  }

  private static PositionalParamSpec.Builder first(String arity, String label, String description) {
    return PositionalParamSpec.builder()
        .index("0")
        .arity(arity)
        .type(String.class)
        .paramLabel(label)
        .description(description);
  }

  /** Returns the arguments behind the first, however many. */
  static PositionalParamSpec rest(String label, String description) {
    return PositionalParamSpec.builder()
        .index("1..*")
        .arity("0..*")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /**
   * Returns the one argument behind the first.
   *
   * @param otherwise what to say if there is none, or more than one
   */
  static String only(Arguments arguments, String otherwise) {
    List<String> rest = arguments.matchedPositionalValue(1, List.<String>of());
    if (rest.size() != 1) {
      throw new UsageException(otherwise);
    }
    return rest.get(0);
  }

  /**
   * Returns the first argument behind the first; what follows it is not looked at.
   *
   * @param otherwise what to say if there is none
   */
  static String atLeastOne(Arguments arguments, String otherwise) {
    List<String> rest = arguments.matchedPositionalValue(1, List.<String>of());
    if (rest.isEmpty()) {
      throw new UsageException(otherwise);
    }
    return rest.get(0);
  }

  /** Sorts the arguments that follow a command's name; {@link #refuseMistakes} must follow. */
  static ParseResult parse(CommandSpec command, List<String> given) {
    return new CommandLine(command).parseArgs(given.toArray(String[]::new));
  }

  /**
   * Objects to what is wrong with the arguments.
   *
   * @throws UsageException with one mistake, if there is any
   */
  static void refuseMistakes(ParseResult arguments) {
    if (!arguments.unmatched().isEmpty()) {
      throw unknown(arguments.commandSpec(), arguments.unmatched().get(0));
    }
    for (Exception error : arguments.errors()) {
      if (error instanceof MissingParameterException missing) {
        throw missing(arguments.commandSpec(), missing.getMissing().get(0));
      } else if (!(error instanceof OverwrittenOptionException twice)) {
        throw new UsageException(sentence(String.valueOf(error.getMessage())));
      } else if (twice.getOverwritten() instanceof OptionSpec option && option.arity().max() > 0) {
        throw new UsageException(option.longestName() + " is given twice; give it once");
      }
    }
  }

  /** Returns the help of a command. */
  static String help(CommandSpec command) {
    return new CommandLine(command).getUsageMessage(Ansi.OFF);
  }

  private static UsageException unknown(CommandSpec command, String typed) {
    String asked = "cloche " + command.name();
    if (!typed.startsWith("-")) {
      return UsageErrors.unknown("argument", typed, List.of(), asked);
    }
    // Of --fule=1M only the name is misspelt.
    String name = typed.replaceFirst("(?s)=.*", "");
    return UsageErrors.unknown("option", name, optionNames(command), asked);
  }

  private static List<String> optionNames(CommandSpec command) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        names.add(option.longestName());
      }
    }
    return names;
  }

  private static UsageException missing(CommandSpec command, ArgSpec argument) {
    if (argument instanceof OptionSpec option) {
      String name = option.longestName();
      return new UsageException(name + " needs a value: " + name + " " + option.paramLabel());
    }
    if (!argument.paramLabel().equals("TOOL")) {
      return new UsageException(
          command.name()
              + " needs "
              + argument.paramLabel()
              + ": "
              + command.usageMessage().customSynopsis()[0]);
    }
    return new UsageException(
        command.name()
            + " needs a TOOL: a .wasm file or the name of a bundled tool (\"cloche tools\" lists"
            + " them)");
  }

  private static String sentence(String message) {
    return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }
}
