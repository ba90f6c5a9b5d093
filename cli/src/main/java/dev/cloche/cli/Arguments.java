package dev.cloche.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one command, sorted by the parser: options in any order, as {@code --name value}
 * or {@code --name=value}, until {@code --} or, where the command takes the rest as it is, until
 * the first argument that is none. Nothing else has a meaning: no file of arguments, no
 * abbreviation, no variable.
 */
final class Arguments {

  private final CommandSpec command;
  private final List<String> given;
  private final Map<String, List<String>> values = new HashMap<>();
  private final List<String> positional = new ArrayList<>();
  private int next;
  private boolean help;

  private Arguments(CommandSpec command, List<String> given) {
    this.command = command;
    this.given = given;
  }

  /**
   * Sorts the arguments that follow a command's name.
   *
   * @throws UsageException with the first mistake; none after {@code --help}
   */
  static Arguments parse(CommandSpec command, List<String> given) {
    Arguments arguments = new Arguments(command, given);
    arguments.sort();
    if (!arguments.help) {
      arguments.requireParameters();
    }
    return arguments;
  }

  /** Tells whether {@code --help} was given; then nothing else has been checked. */
  boolean wantsHelp() {
    return help;
  }

  /** Tells whether an option was given. */
  boolean has(OptionSpec option) {
    return values.containsKey(option.name());
  }

  /** Returns an option's value, if it was given. */
  Optional<String> value(OptionSpec option) {
    List<String> all = values(option);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
  }

  /** Returns all values of an option, in the order they were given. */
  List<String> values(OptionSpec option) {
    return values.getOrDefault(option.name(), List.of());
  }

  /** Returns the arguments that are no options. */
  List<String> positional() {
    return positional;
  }

  private void sort() {
    boolean options = true;
    while (next < given.size() && !help) {
      String argument = given.get(next++);
      if (options && argument.equals("--")) {
        options = false;
      } else if (options && argument.startsWith("-") && argument.length() > 1) {
        option(argument);
      } else {
        positional.add(argument);
        options = options && !command.takesRest();
      }
    }
  }

  private void option(String argument) {
    if (argument.equals("-h") || argument.equals(OptionSpec.HELP.name())) {
      help = true;
      return;
    }
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument : argument.substring(0, equals);
    OptionSpec option = command.option(name);
    if (option == null || (option.isFlag() && equals >= 0)) {
      throw UsageErrors.unknown("option", name, optionNames(), "cloche " + command.name());
    }
    String value = equals >= 0 ? argument.substring(equals + 1) : valueOf(option);
    List<String> all = values.computeIfAbsent(name, fresh -> new ArrayList<>());
    if (!all.isEmpty() && !option.repeatable() && !option.isFlag()) {
      throw new UsageException(name + " is given twice; give it once");
    }
    all.add(value);
  }

  /** What looks like one of the command's own options is no value: it is one that was forgotten. */
  private String valueOf(OptionSpec option) {
    if (option.isFlag()) {
      return "";
    }
    @Nullable String candidate = next < given.size() ? given.get(next) : null;
    if (candidate == null || command.option(candidate) != null) {
      if (option.hidden()) {
        return "";
      }
      throw new UsageException(
          option.name() + " needs a value: " + option.name() + " " + option.label());
    }
    next++;
    return candidate;
  }

  private List<String> optionNames() {
    List<String> names = new ArrayList<>();
    names.add(OptionSpec.HELP.name());
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        names.add(option.name());
      }
    }
    return names;
  }

  private void requireParameters() {
    int index = 0;
    for (CommandSpec.ParameterSpec parameter : command.parameters()) {
      if (parameter.arity() == CommandSpec.Arity.ONE && index >= positional.size()) {
        throw UsageErrors.missing(command, parameter);
      }
      index++;
    }
    if (positional.size() > index && !command.takesRest()) {
      throw UsageErrors.unknown(
          "argument", positional.get(index), List.of(), "cloche " + command.name());
    }
  }
}
