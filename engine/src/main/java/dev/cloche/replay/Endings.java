package dev.cloche.replay;

import dev.cloche.Captured;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.TrapKind;
import dev.cloche.Usage;
import dev.cloche.module.Sha256;
import dev.cloche.replay.Sheet.DeniedPart;
import dev.cloche.replay.Sheet.EndPart;
import dev.cloche.replay.Sheet.LimitPart;
import dev.cloche.replay.Sheet.TrapPart;
import dev.cloche.replay.Sheet.UsagePart;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Outcomes as a sheet says them. Wall time and the frames of a trap are not in it. */
final class Endings {

  private Endings() {}

  static EndPart part(Outcome outcome, String workspaceSha256) {
    Usage usage = outcome.usage();
    byte[] stdout = outcome.stdout().bytes();
    byte[] stderr = outcome.stderr().bytes();
    return new EndPart(
        outcome.id(),
        outcome instanceof Outcome.Completed completed ? completed.exitStatus() : null,
        limit(outcome),
        outcome instanceof Outcome.Denied denied
            ? new DeniedPart(denied.rule(), denied.what())
            : null,
        outcome instanceof Outcome.Trapped trapped
            ? new TrapPart(trapped.kind().name(), trapped.detail())
            : null,
        outcome instanceof Outcome.HostFault fault ? fault.detail() : null,
        stdout,
        Sha256.of(stdout),
        stderr,
        Sha256.of(stderr),
        new UsagePart(usage.fuel(), usage.memoryBytes(), usage.growthsRefused(), usage.hostCalls()),
        workspaceSha256);
  }

  private static @Nullable LimitPart limit(Outcome outcome) {
    return outcome instanceof Outcome.LimitExceeded exceeded
        ? new LimitPart(exceeded.which().id(), exceeded.limit(), exceeded.used())
        : null;
  }

  /**
   * Returns the outcome that a sheet says.
   *
   * @throws RecordingException if it says none
   */
  static Outcome outcome(EndPart part) {
    Captured out = Captured.of(part.stdout());
    Captured err = Captured.of(part.stderr());
    Usage usage = usage(part);
    try {
      return switch (part.outcome()) {
        case "completed" ->
            new Outcome.Completed(Objects.requireNonNull(part.exit()), out, err, usage);
        case "limit-exceeded" -> limit(Objects.requireNonNull(part.limit()), out, err, usage);
        case "denied" -> {
          DeniedPart denied = Objects.requireNonNull(part.denied());
          yield new Outcome.Denied(denied.rule(), denied.what(), out, err, usage);
        }
        case "trapped" -> {
          TrapPart trap = Objects.requireNonNull(part.trap());
          TrapKind kind = TrapKind.valueOf(trap.kind());
          yield new Outcome.Trapped(kind, trap.detail(), List.of(), out, err, usage);
        }
        case "cancelled" -> new Outcome.Cancelled(out, err, usage);
        case "host-fault" ->
            new Outcome.HostFault(Objects.requireNonNull(part.detail()), out, err, usage);
        default -> throw new IllegalArgumentException("no such outcome");
      };
    } catch (IllegalArgumentException | NullPointerException incomplete) {
      throw new RecordingException("the recording is wrong at end: it says no outcome whole");
    }
  }

  private static Outcome limit(LimitPart limit, Captured out, Captured err, Usage usage) {
    LimitKind which =
        Stream.of(LimitKind.values())
            .filter(kind -> kind.id().equals(limit.which()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no such limit"));
    return new Outcome.LimitExceeded(which, limit.limit(), limit.used(), out, err, usage);
  }

  private static Usage usage(EndPart part) {
    UsagePart usage = part.usage();
    return new Usage(
        usage.fuel(),
        Duration.ZERO,
        usage.memoryBytes(),
        usage.growthsRefused(),
        part.stdout().length,
        part.stderr().length,
        usage.hostCalls());
  }
}
