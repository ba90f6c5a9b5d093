package dev.cloche.cli;

import java.util.List;

/**
 * Tells whether {@code --json} was meant for a command, also where the arguments are wrong: the
 * parser stops at the first error, and a script that asked for JSON wants its error as JSON.
 */
final class JsonFlag {

  private JsonFlag() {}

  /** Looks at options up to the first argument that is none: the rest may belong to a guest. */
  static boolean isIn(Commands commands, List<String> arguments) {
    return !arguments.isEmpty()
        && commands
            .find(arguments.get(0))
            .map(command -> isIn(command.spec(), arguments))
            .orElse(false);
  }

  private static boolean isIn(CommandSpec command, List<String> arguments) {
    int next = 1;
    while (next < arguments.size() && isOption(arguments.get(next))) {
      String argument = arguments.get(next);
      if (argument.equals(OptionSpec.JSON.name())) {
        return true;
      }
      OptionSpec option = command.option(argument);
      next += option == null || option.isFlag() ? 1 : 2;
    }
    return false;
  }

  private static boolean isOption(String argument) {
    return argument.startsWith("-") && !argument.equals("--");
  }
}
