package dev.cloche.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the command that was named, and answers what is asked of all of them. */
final class Commands {

  private final Host host;
  private final List<Command> all;

  Commands(Host host) {
    this.host = host;
    this.all =
        List.of(
            new RunCommand(host),
            new ToolsCommand(host),
            new InspectCommand(host),
            new DoctorCommand(host),
            new CacheCommand(host));
  }

  /**
   * Runs the command that the first argument names; returns the exit status.
   *
   * @throws UsageException if the arguments cannot be understood
   * @throws IOException if a stream fails
   */
  int run(List<String> arguments) throws IOException {
    if (arguments.isEmpty()) {
      throw new UsageException(
          "name a command, such as run, tools or inspect; \"cloche --help\" says what they do");
    }
    String name = arguments.get(0);
    List<String> rest = arguments.subList(1, arguments.size());
    return switch (name) {
      case "-h", "--help" -> print(HelpText.of(all));
      case "-V", "--version" -> print(List.of(Version.line()));
      case "help" -> help(rest);
      default -> run(require(name), rest);
    };
  }

  private int run(Command command, List<String> rest) throws IOException {
    Arguments arguments = Arguments.parse(command.spec(), rest);
    return arguments.wantsHelp() ? print(HelpText.of(command.spec())) : command.run(arguments);
  }

  private int help(List<String> rest) {
    return print(rest.isEmpty() ? HelpText.of(all) : HelpText.of(require(rest.get(0)).spec()));
  }

  /** Returns the command of that name, if there is one. */
  Optional<Command> find(String name) {
    for (Command command : all) {
      if (command.spec().name().equals(name)) {
        return Optional.of(command);
      }
    }
    return Optional.empty();
  }

  private Command require(String name) {
    String kind = name.startsWith("-") ? "option" : "command";
    return find(name).orElseThrow(() -> UsageErrors.unknown(kind, name, names(), "cloche"));
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (Command command : all) {
      names.add(command.spec().name());
    }
    return names;
  }

  private int print(List<String> lines) {
    PrintWriter out = host.streams().outWriter();
    lines.forEach(out::println);
    out.flush();
    return ExitStatus.OK;
  }
}
