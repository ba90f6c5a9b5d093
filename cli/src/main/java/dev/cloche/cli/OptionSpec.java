package dev.cloche.cli;

/**
 * An option of a command.
 *
 * @param name with its dashes, as it is typed
 * @param label what stands for its value in the help; empty for a flag
 * @param description for the help
 * @param repeatable whether it may be given more than once
 * @param hidden whether it is left out of the help and of suggestions, and its value may be absent
 */
record OptionSpec(
    String name, String label, String description, boolean repeatable, boolean hidden) {

  /** {@code --help}, which every command has and the parser acts on. */
  static final OptionSpec HELP = flag("--help", "Shows this help.");

  /** {@code --json}, for commands that can print one object instead of text. */
  static final OptionSpec JSON = flag("--json", "Prints one JSON object.");

  /** Returns an option without a value. */
  static OptionSpec flag(String name, String description) {
    return new OptionSpec(name, "", description, false, false);
  }

  /** Returns an option with a value. */
  static OptionSpec value(String name, String label, String description) {
    return new OptionSpec(name, label, description, false, false);
  }

  /** Returns an option with a value that may be given several times. */
  static OptionSpec values(String name, String label, String description) {
    return new OptionSpec(name, label, description, true, false);
  }

  /** Returns an option that is known in order to be refused with the reason. */
  static OptionSpec unavailable(String name) {
    return new OptionSpec(name, "VALUE", "", true, true);
  }

  boolean isFlag() {
    return label.isEmpty();
  }
}
