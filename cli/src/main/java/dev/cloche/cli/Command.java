package dev.cloche.cli;

import java.io.IOException;

/** One command of the command line. */
interface Command {

  /** Returns what it accepts. */
  CommandSpec spec();

  /**
   * Runs it; returns the exit status.
   *
   * @throws UsageException if the arguments cannot be understood
   * @throws IOException if a stream fails
   */
  int run(Arguments arguments) throws IOException;
}
