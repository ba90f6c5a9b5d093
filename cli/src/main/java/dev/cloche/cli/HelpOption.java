package dev.cloche.cli;

import picocli.CommandLine.Option;

/** The option that every command has. The parser acts on it before the command would run. */
final class HelpOption {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  void help(boolean requested) {}
}
