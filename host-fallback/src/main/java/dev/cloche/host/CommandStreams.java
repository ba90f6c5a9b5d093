package dev.cloche.host;

import dev.cloche.egress.Scrubber;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Where a command reads from, and where what it writes goes beside its result.
 *
 * @param stdin what it reads
 * @param stdout gets standard output as it is written, within the limit, on a thread of its own
 * @param stderr gets standard error likewise
 * @param scrubber takes secrets out of both, before anybody gets them
 */
record CommandStreams(
    CommandRun.Input stdin,
    Optional<OutputStream> stdout,
    Optional<OutputStream> stderr,
    Scrubber scrubber) {
  private static final int CHUNK = 16 * 1024;

  /** Input alone. */
  static CommandStreams of(CommandRun.Input stdin) {
    return new CommandStreams(stdin, Optional.empty(), Optional.empty(), Scrubber.none());
  }

  /** Returns these streams with somebody who gets standard output as it comes. */
  CommandStreams copyingTo(OutputStream out) {
    return new CommandStreams(stdin, Optional.of(out), stderr, scrubber);
  }

  /** Returns these streams with a line in front of the input. */
  CommandStreams after(byte[] line) {
    return new CommandStreams(
        out -> {
          out.write(line);
          out.flush();
          stdin.writeTo(out);
        },
        stdout,
        stderr,
        scrubber);
  }

  /** Hands on what comes at once: somebody may be typing. */
  static void pump(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[CHUNK];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
      out.flush();
    }
  }
}
