package dev.cloche.cli;

import java.util.List;

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
    List<String> given = List.of(arguments);
    Commands commands = new Commands(host);
    try {
      return commands.run(given);
    } catch (UsageException usage) {
      return complaints(host, commands).refuse(usage);
    } catch (HostFaultException fault) {
      return complaints(host, commands).fail(fault);
    } catch (Throwable fault) { // also errors: whatever happens, one line says it
      return complaints(host, commands).fault(fault);
    }
  }

  private static Complaints complaints(Host host, Commands commands) {
    return new Complaints(host.streams(), commands.wantsJson());
  }
}
