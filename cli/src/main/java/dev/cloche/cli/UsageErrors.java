package dev.cloche.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what the argument parser objects to into one sentence that says what would be right. */
final class UsageErrors {

  private UsageErrors() {}

  /** Returns the sentence, without a full stop. */
  static String sentence(ParameterException error) {
    CommandSpec command = error.getCommandLine().getCommandSpec();
    if (error instanceof UnmatchedArgumentException unmatched) {
      return unknown(command, unmatched.getUnmatched().get(0));
    } else if (error instanceof MissingParameterException missing) {
      return missing(command, missing.getMissing());
    } else if (error instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + " is given twice; give it once";
    }
    String message = String.valueOf(error.getMessage());
    String sentence = Character.toLowerCase(message.charAt(0)) + message.substring(1);
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private static String unknown(CommandSpec command, String typed) {
    boolean isOption = typed.startsWith("-");
    boolean isCommand = !command.subcommands().isEmpty();
    String kind = isOption ? "option" : isCommand ? "command" : "argument";
    // Of --fule=1M only the name is misspelt.
    String word = isOption ? typed.replaceFirst("=.*", "") : typed;
    Optional<String> meant =
        Suggestions.nearest(
            word, isOption ? options(command) : List.copyOf(command.subcommands().keySet()));
    return String.format(
        "unknown %s %s; %s",
        kind,
        Printable.quote(word),
        meant
            .map(near -> "did you mean " + near + "?")
            .orElse("\"" + command.qualifiedName() + " --help\" lists what there is"));
  }

  private static List<String> options(CommandSpec command) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        names.add(option.longestName());
      }
    }
    return names;
  }

  private static String missing(CommandSpec command, List<ArgSpec> missing) {
    ArgSpec first = missing.get(0);
    return first.isOption()
        ? name(first) + " needs a value: " + name(first) + " " + first.paramLabel()
        : command.name()
            + " needs a TOOL: a .wasm file or the name of a bundled tool (\"cloche tools\" lists"
            + " them)";
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }
}
