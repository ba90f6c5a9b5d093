package dev.cloche.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command is called, says about itself, and accepts. A value of plain data: the parser and
 * the help are made from it without reflection, which would cost every start a tenth of a second.
 *
 * @param name what the user types
 * @param synopsis the usage line behind {@code Usage: }
 * @param description for its help; the first sentence stands in the list of commands
 * @param parameters what may stand behind the options, in order
 * @param options without {@code --help}
 */
record CommandSpec(
    String name,
    String synopsis,
    String description,
    List<ParameterSpec> parameters,
    List<OptionSpec> options) {

  /**
   * An argument that is no option.
   *
   * @param label what stands for it in the help
   * @param description for the help
   * @param arity whether it may be absent, or takes all that follows
   */
  record ParameterSpec(String label, String description, Arity arity) {}

  /** How many arguments a parameter takes. */
  enum Arity {
    /** Just one. */
    ONE,
    /** One or none. */
    OPTIONAL,
    /** All that is left, whatever it looks like: options after the first argument are no more. */
    REST
  }

  /** Returns the option of that name; null if there is none. */
  @Nullable OptionSpec option(String typed) {
    for (OptionSpec option : options) {
      if (option.name().equals(typed)) {
        return option;
      }
    }
    return null;
  }

  /** Whether what follows the first argument is handed on as it is. */
  boolean takesRest() {
    return !parameters.isEmpty() && parameters.get(parameters.size() - 1).arity() == Arity.REST;
  }
}
