package dev.cloche.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** Puts the commands together and sets the parser to what this command line promises. */
final class Commands {

  /** Keeps help within a common terminal without breaking the examples. */
  private static final int HELP_WIDTH = 100;

  private Commands() {}

  /** Returns the parser of all commands. */
  static CommandLine create(Host host) {
    CommandLine root = new CommandLine(new ClocheCommand());
    CommandLine run = command(new RunCommand(host));
    root.addSubcommand(run)
        .addSubcommand(command(new ToolsCommand(host)))
        .addSubcommand(command(new InspectCommand(host)))
        .addSubcommand(new HelpCommand());
    // An argument such as @file would be replaced by the file's lines: nothing is ambient.
    root.setExpandAtFiles(false);
    root.setUsageHelpWidth(HELP_WIDTH);
    root.setOut(host.streams().outWriter());
    root.setErr(new PrintWriter(host.streams().errWriter(), true));
    run.setStopAtPositional(true);
    return root;
  }

  private static CommandLine command(Object command) {
    return new CommandLine(command).addMixin("help", new HelpOption());
  }
}
