package dev.cloche.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Makes the options of commands for the argument parser. All values are texts: what they mean is
 * read by the commands, whose errors say what would be right.
 */
final class Options {

  /** {@code --help}, which every command has. */
  static final String HELP = "--help";

  /** {@code --json}, for commands that can print one object instead of text. */
  static final String JSON = "--json";

  private Options() {}

  /** Returns {@code --help}. */
  static OptionSpec help() {
    return OptionSpec.builder("-h", HELP)
        .usageHelp(true)
        .arity("0")
        .type(boolean.class)
        .description("Shows this help.")
        .build();
  }

  /** Returns {@code --json} of a command that prints one object. */
  static OptionSpec json() {
    return flag(JSON, "Prints one JSON object.");
  }

  /** Returns an option without a value; given twice, it means the same. */
  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).arity("0").type(boolean.class).description(description).build();
  }

  /** Returns an option with a value. */
  static OptionSpec value(String name, String label, String description) {
    return OptionSpec.builder(name)
        .arity("1")
        .type(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Returns an option with a value that may be given several times. */
  static OptionSpec values(String name, String label, String description) {
    return list(name, "1").paramLabel(label).description(description).build();
  }

  /** Returns the value of an option made by {@link #value}, if it was given. */
  static Optional<String> given(Arguments arguments, String name) {
    return Optional.ofNullable(arguments.matchedOptionValue(name, (String) null));
  }

  private static OptionSpec.Builder list(String name, String arity) {
    return OptionSpec.builder(name).arity(arity).type(List.class).auxiliaryTypes(String.class);
  }
}
