package dev.cloche.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Tells whether {@code --json} was meant for a command, also where the arguments are wrong: the
 * parser stops at the first error, and a script that asked for JSON wants its error as JSON.
 */
final class JsonFlag {

  private static final String NAME = "--json";

  private JsonFlag() {}

  /** Looks at options up to the first argument that is none: the rest may belong to a guest. */
  static boolean isIn(CommandLine root, String... arguments) {
    CommandLine command = arguments.length == 0 ? null : root.getSubcommands().get(arguments[0]);
    if (command == null) {
      return false;
    }
    int next = 1;
    while (next < arguments.length && isOption(arguments[next])) {
      if (arguments[next].equals(NAME)) {
        return true;
      }
      next += takesNext(command, arguments[next]) ? 2 : 1;
    }
    return false;
  }

  private static boolean isOption(String argument) {
    return argument.startsWith("-") && !argument.equals("--");
  }

  private static boolean takesNext(CommandLine command, String argument) {
    OptionSpec option = command.getCommandSpec().findOption(argument);
    return option != null && option.arity().max() > 0;
  }
}
