package dev.cloche.host;

import dev.cloche.CommandUsage;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Usage;
import dev.cloche.host.NativeEnding.Cancelled;
import dev.cloche.host.NativeEnding.Exited;
import dev.cloche.host.NativeEnding.Failed;
import dev.cloche.host.NativeEnding.LimitExceeded;
import dev.cloche.host.NativeEnding.Refused;
import java.util.Optional;

/** What the endings of native commands are among all outcomes. */
final class Outcomes {
  private Outcomes() {}

  static Outcome of(NativeResult result) {
    NativeEnding ending = result.ending();
    Usage usage = usage(result);
    if (ending instanceof Refused refused) {
      return new Outcome.Refused("call refused: " + refused.message());
    } else if (ending instanceof Exited exited) {
      return new Outcome.Completed(exited.status(), result.stdout(), result.stderr(), usage);
    } else if (ending instanceof LimitExceeded exceeded) {
      return new Outcome.LimitExceeded(
          kind(exceeded.which()),
          exceeded.limit(),
          exceeded.used(),
          result.stdout(),
          result.stderr(),
          usage);
    } else if (ending instanceof Cancelled) {
      return new Outcome.Cancelled(result.stdout(), result.stderr(), usage);
    }
    Failed failed = (Failed) ending;
    return new Outcome.HostFault(failed.message(), result.stdout(), result.stderr(), usage);
  }

  private static LimitKind kind(NativeLimit which) {
    return switch (which) {
      case WALL -> LimitKind.WALL;
      case MEMORY -> LimitKind.MEMORY;
      case PROCESSES -> LimitKind.PROCESSES;
      case OUTPUT -> LimitKind.OUTPUT;
      case FILE -> LimitKind.FILE;
      case WORKSPACE -> LimitKind.WORKSPACE;
    };
  }

  private static Usage usage(NativeResult result) {
    NativeUsage used = result.usage();
    CommandUsage command =
        new CommandUsage(
            used.cpu(),
            used.peakProcesses(),
            result.degraded(),
            result.leftOut().stream()
                .map(each -> new CommandUsage.LeftOut(each.path(), each.why()))
                .toList());
    return new Usage(
        0,
        used.wall(),
        used.peakMemoryBytes(),
        0,
        used.stdoutBytes(),
        used.stderrBytes(),
        0,
        Optional.of(command));
  }
}
