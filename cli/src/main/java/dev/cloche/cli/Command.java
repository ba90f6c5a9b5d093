package dev.cloche.cli;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One command of the command line. */
interface Command {

  /** Returns what it is called, says about itself, and accepts; made anew for each parse. */
  CommandSpec spec();

  /**
   * Runs it; returns the exit status.
   *
   * @throws UsageException if the arguments cannot be understood
   * @throws IOException if a stream fails
   */
  int run(ParseResult arguments) throws IOException;
}
