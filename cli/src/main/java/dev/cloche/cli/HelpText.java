package dev.cloche.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lays out the help of the commands for a terminal of {@link #WIDTH} columns. */
final class HelpText {

  private static final int WIDTH = 100;

  /** Where descriptions begin; what does not fit before them gets a line of its own. */
  private static final int COLUMN = 25;

  private static final List<String> STATUSES =
      List.of(
          "Exit status:",
          "  the guest's own, or",
          "  120  refused: bad module, bad policy, bad usage",
          "  121  denied by the policy",
          "  122  limit exceeded",
          "  123  trapped",
          "  124  cancelled",
          "  125  host fault",
          "",
          "Examples:",
          "  cloche run js -e 'console.log(6*7)'",
          "  cloche run --fuel 100M --wall 2s --mount .:/data tool.wasm /data/in.csv",
          "  cloche help run");

  private HelpText() {}

  /** Returns the lines about all commands. */
  static List<String> of(List<Command> commands) {
    List<String> lines = new ArrayList<>();
    lines.add("Usage: cloche COMMAND");
    lines.add("Runs untrusted WebAssembly tools under glass, inside a JVM.");
    entry(lines, "  -h, --help", OptionSpec.HELP.description());
    entry(lines, "  -V, --version", "Tells the version.");
    lines.add("Commands:");
    for (Command command : commands) {
      entry(lines, "  " + command.spec().name(), firstSentence(command.spec().description()));
    }
    entry(lines, "  help", "Shows the help of a command: cloche help COMMAND.");
    lines.add("");
    lines.addAll(STATUSES);
    return lines;
  }

  /** Returns the lines about one command. */
  static List<String> of(CommandSpec command) {
    List<String> lines = new ArrayList<>();
    lines.add("Usage: " + command.synopsis());
    lines.addAll(wrap(command.description(), WIDTH));
    for (CommandSpec.ParameterSpec parameter : command.parameters()) {
      entry(lines, "      " + shown(parameter), parameter.description());
    }
    List<OptionSpec> options = new ArrayList<>(command.options());
    options.add(OptionSpec.HELP);
    options.removeIf(OptionSpec::hidden);
    options.sort(Comparator.comparing(OptionSpec::name));
    for (OptionSpec option : options) {
      entry(lines, shown(option), option.description());
    }
    return lines;
  }

  private static String shown(CommandSpec.ParameterSpec parameter) {
    return switch (parameter.arity()) {
      case ONE -> parameter.label();
      case OPTIONAL -> "[" + parameter.label() + "]";
      case REST -> "[" + parameter.label() + "...]";
    };
  }

  private static String shown(OptionSpec option) {
    String dashes = option.equals(OptionSpec.HELP) ? "  -h, " : "      ";
    return dashes + option.name() + (option.isFlag() ? "" : " " + option.label());
  }

  private static void entry(List<String> lines, String what, String description) {
    String start = what;
    if (what.length() >= COLUMN - 1) {
      lines.add(what);
      start = "";
    }
    for (String line : wrap(description, WIDTH - COLUMN)) {
      lines.add(start + " ".repeat(COLUMN - start.length()) + line);
      start = "";
    }
  }

  private static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static String firstSentence(String description) {
    int end = description.indexOf(". ");
    return end < 0 ? description : description.substring(0, end + 1);
  }
}
