package dev.cloche.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Finds the command that was named, and answers what is asked of all of them. */
final class Commands {

  private static final List<String> NAMES =
      List.of(
          "run",
          "shell",
          "serve",
          "replay",
          "trace",
          "reach",
          "tools",
          "inspect",
          "explain",
          "policy",
          "audit",
          "new",
          "check",
          "pack",
          "keygen",
          "sign",
          "verify",
          "doctor",
          "cache",
          "completion");

  private final Host host;
  private boolean json;

  Commands(Host host) {
    this.host = host;
  }

  /**
   * Tells whether the arguments of the command that ran asked for JSON, also where others of them
   * are wrong: a script that asked for JSON wants its error as JSON.
   */
  boolean wantsJson() {
    return json;
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
      case "-h", "--help" -> print(rootHelp());
      case "-V", "--version" -> print(Version.line() + System.lineSeparator());
      case "help" -> help(rest);
      default -> run(require(name), rest);
    };
  }

  private int run(Command command, List<String> rest) throws IOException {
    Optional<Arguments> plain = command.withoutOptions(rest);
    if (plain.isPresent()) {
      return command.run(plain.get());
    }
    ParseResult parsed = Parser.parse(command.spec(), rest);
    json = parsed.hasMatchedOption(Options.JSON);
    if (parsed.isUsageHelpRequested()) {
      return print(Parser.help(HelpExamples.addTo(parsed.commandSpec())));
    }
    Parser.refuseMistakes(parsed);
    return command.run(Arguments.of(parsed));
  }

  private int help(List<String> rest) {
    return print(
        rest.isEmpty() ? rootHelp() : Parser.help(HelpExamples.addTo(require(rest.get(0)).spec())));
  }

  private String rootHelp() {
    return Parser.help(root());
  }

  private CommandSpec root() {
    return RootHelp.of(NAMES.stream().map(this::require).toList());
  }

  /**
   * Returns the command of a name.
   *
   * @throws UsageException if there is none
   */
  Command require(String name) {
    String kind = name.startsWith("-") ? "option" : "command";
    return find(name).orElseThrow(() -> UsageErrors.unknown(kind, name, NAMES, "cloche"));
  }

  private Optional<Command> find(String name) {
    return switch (name) {
      case "run" -> Optional.of(new RunCommand(host));
      case "shell" -> Optional.of(new ShellCommand(host));
      case "serve" -> Optional.of(new ServeCommand(host));
      case "reach" -> Optional.of(new ReachCommand(host));
      case "replay" -> Optional.of(new ReplayCommand(host));
      case "trace" -> Optional.of(new TraceCommand(host));
      case "tools" -> Optional.of(new ToolsCommand(host));
      case "inspect" -> Optional.of(new InspectCommand(host));
      case "explain" -> Optional.of(new ExplainCommand(host));
      case "policy" -> Optional.of(new PolicyCommand(host));
      case "audit" -> Optional.of(new AuditCommand(host));
      case "new" -> Optional.of(new NewCommand(host));
      case "check" -> Optional.of(new CheckCommand(host));
      case "pack" -> Optional.of(new PackCommand(host));
      case "keygen" -> Optional.of(new KeygenCommand(host));
      case "sign" -> Optional.of(new SignCommand(host));
      case "verify" -> Optional.of(new VerifyCommand(host));
      case "doctor" -> Optional.of(new DoctorCommand(host));
      case "cache" -> Optional.of(new CacheCommand(host));
      case "completion" -> Optional.of(new CompletionCommand(host, this::root));
      default -> Optional.empty();
    };
  }

  private int print(String text) {
    PrintWriter out = host.streams().outWriter();
    out.print(text);
    out.flush();
    return ExitStatus.OK;
  }
}
