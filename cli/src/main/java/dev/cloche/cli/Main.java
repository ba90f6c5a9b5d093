package dev.cloche.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The {@code cloche} command. */
public final class Main {

  private Main() {}

  /** Runs one command and ends the process with its exit status. */
  public static void main(String... arguments) {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook());
    Host host =
        new Host(Streams.ofProcess(), EngineFactory.standard(), Catalogue.bundled(), interruption);
    int status = execute(host, arguments);
    interruption.ended();
    System.exit(status);
  }

  /**
   * Runs one command; returns the exit status, and never throws.
   *
   * @param streams what the command reads and writes
   * @param engines how it gets an engine
   */
  public static int execute(Streams streams, EngineFactory engines, String... arguments) {
    return execute(new Host(streams, engines, Catalogue.bundled(), new Interruption()), arguments);
  }

  static int execute(Host host, String... arguments) {
    Complaints complaints = new Complaints(host.streams(), false);
    try {
      CommandLine commands = Commands.create(host);
      complaints = new Complaints(host.streams(), JsonFlag.isIn(commands, arguments));
      return execute(commands, complaints, arguments);
    } catch (Throwable fault) { // also errors: whatever happens, one line says it
      return complaints.fault(fault);
    }
  }

  private static int execute(CommandLine commands, Complaints complaints, String... arguments) {
    commands.setParameterExceptionHandler(
        (error, all) -> complaints.refuse(UsageErrors.sentence(error)));
    commands.setExecutionExceptionHandler((error, command, parsed) -> fail(complaints, error));
    return commands.execute(arguments);
  }

  private static int fail(Complaints complaints, Exception error) {
    if (error instanceof UsageException usage) {
      return complaints.refuse(String.valueOf(usage.getMessage()));
    } else if (error instanceof ParameterException parameter) {
      return complaints.refuse(UsageErrors.sentence(parameter));
    }
    return complaints.fault(error);
  }
}
