package dev.cloche.cli;

import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.Usage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Says what went wrong before or beside a call: one line on standard error, or with {@code --json}
 * one object on standard output. Never a stack trace, unless it was asked for.
 */
final class Complaints {

  /** The property that brings the stack trace back. */
  static final String DEBUG = "cloche.debug";

  private final Streams streams;
  private final boolean json;

  Complaints(Streams streams, boolean json) {
    this.streams = streams;
    this.json = json;
  }

  /** Returns {@code message} as the one line that all complaints are. */
  static String line(String message) {
    return "cloche: " + Printable.line(message);
  }

  /** Reports bad usage; returns the exit status. */
  int refuse(UsageException usage) {
    if (json) {
      return report(new Outcome.Refused(String.valueOf(usage.getMessage())));
    }
    usage.lines().forEach(line -> streams.errWriter().println(line(line)));
    return ExitStatus.REFUSED;
  }

  /** Reports what failed on the machine's side; returns the exit status. */
  int fail(HostFaultException fault) {
    return report(fault(String.valueOf(fault.getMessage())));
  }

  /** Reports a fault of our own; returns the exit status. */
  int fault(Throwable fault) {
    if (Boolean.getBoolean(DEBUG)) {
      fault.printStackTrace(new PrintStream(streams.err(), true, StandardCharsets.UTF_8));
    }
    String detail =
        fault instanceof OutOfMemoryError
            ? "out of memory; give the JVM more, as with CLOCHE_JAVA_OPTS=-Xmx2g"
            : "internal error in the command line: "
                + fault.getClass().getSimpleName()
                + "; CLOCHE_JAVA_OPTS=-Dcloche.debug=true shows where";
    return report(fault(detail));
  }

  private static Outcome fault(String detail) {
    return new Outcome.HostFault(detail, Captured.EMPTY, Captured.EMPTY, Usage.NONE);
  }

  private int report(Outcome outcome) {
    if (json) {
      writeJson(outcome);
    } else {
      streams.errWriter().println(line(outcome.message()));
    }
    return ExitStatus.of(outcome);
  }

  private void writeJson(Outcome outcome) {
    try {
      OutcomeJson.write(outcome, streams.out());
    } catch (IOException nobodyReads) {
      streams.errWriter().println(line(outcome.message()));
    }
  }
}
