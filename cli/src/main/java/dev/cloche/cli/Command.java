package dev.cloche.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** One command of the command line. */
interface Command {

  /** Returns what it is called, says about itself, and accepts; made anew for each parse. */
  CommandSpec spec();

  /**
   * Returns what it was given, if that can be told without the parser: because there is no option
   * among it.
   */
  default Optional<Arguments> withoutOptions(List<String> given) {
    return Optional.empty();
  }

  /**
   * Runs it; returns the exit status.
   *
   * @throws UsageException if the arguments cannot be understood
   * @throws IOException if a stream fails
   */
  int run(Arguments arguments) throws IOException;
}
