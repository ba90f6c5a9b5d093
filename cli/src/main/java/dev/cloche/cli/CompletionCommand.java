package dev.cloche.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche completion}: a script that lets a shell complete commands and options. */
final class CompletionCommand implements Command {

  private static final List<String> SHELLS = List.of("bash", "zsh");

  private final Host host;
  private final Supplier<CommandSpec> root;

  /**
   * @param host where the script goes
   * @param root all commands, below one
   */
  CompletionCommand(Host host, Supplier<CommandSpec> root) {
    this.host = host;
    this.root = root;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "completion",
            "cloche completion bash|zsh",
            "Prints a script with which a shell completes commands and options.")
        .addPositional(Parser.required("bash|zsh", "The shell."));
  }

  @Override
  public int run(Arguments arguments) {
    String shell = arguments.matchedPositionalValue(0, "");
    if (!SHELLS.contains(shell)) {
      throw UsageErrors.unknown("shell", shell, SHELLS, "cloche completion");
    }
    PrintWriter out = host.streams().outWriter();
    // One script for both: in zsh it turns on the completion of bash first.
    out.print(AutoComplete.bash("cloche", new CommandLine(root.get())));
    out.flush();
    return ExitStatus.OK;
  }
}
