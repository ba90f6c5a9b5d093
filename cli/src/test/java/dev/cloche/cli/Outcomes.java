package dev.cloche.cli;

import dev.cloche.Captured;
import dev.cloche.CommandUsage;
import dev.cloche.GuestFrame;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.TrapKind;
import dev.cloche.Usage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One of each ending, with figures that are all different. */
final class Outcomes {

  static final Usage USAGE = new Usage(1_000_033, Duration.ofMillis(12), 65_536, 1, 3, 4, 5);
  static final Captured OUT = captured("out");
  static final Captured ERR = captured("err\n");

  private Outcomes() {}

  static Outcome completed(int exitStatus) {
    return new Outcome.Completed(exitStatus, OUT, ERR, USAGE);
  }

  static Outcome limitExceeded() {
    return new Outcome.LimitExceeded(LimitKind.FUEL, 1_000_000, 1_000_033, OUT, ERR, USAGE);
  }

  static Outcome denied() {
    return new Outcome.Denied("network", "GET https://example.org/", OUT, ERR, USAGE);
  }

  static Outcome trapped(int frames) {
    List<GuestFrame> backtrace =
        IntStream.range(0, frames).mapToObj(i -> new GuestFrame(i, "f" + i)).toList();
    return new Outcome.Trapped(
        TrapKind.INTEGER_DIVIDE_BY_ZERO, "integer divide by zero", backtrace, OUT, ERR, USAGE);
  }

  static Outcome refused() {
    return new Outcome.Refused("not a WebAssembly module: text");
  }

  static Outcome cancelled() {
    return new Outcome.Cancelled(OUT, ERR, USAGE);
  }

  static Outcome hostFault() {
    return new Outcome.HostFault("disk on fire", OUT, ERR, USAGE);
  }

  /** A native command that ran with less than all limits, and left more out than a screen shows. */
  static Outcome command() {
    List<CommandUsage.LeftOut> leftOut =
        IntStream.range(0, 12)
            .mapToObj(i -> new CommandUsage.LeftOut("/p" + i, "it is a FIFO"))
            .toList();
    CommandUsage command = new CommandUsage(Duration.ofMillis(8), 6, true, leftOut);
    return new Outcome.Completed(
        0, OUT, ERR, new Usage(0, Duration.ofMillis(12), 4096, 0, 3, 4, 0, Optional.of(command)));
  }

  static Captured captured(String text) {
    return Captured.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
