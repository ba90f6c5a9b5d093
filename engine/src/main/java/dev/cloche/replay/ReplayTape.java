package dev.cloche.replay;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.egress.Egress;
import dev.cloche.run.Tape;
import dev.cloche.run.TapeStop;
import dev.cloche.run.TapedStop;
import dev.cloche.wasi.GuestClock;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.GuestRandom;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives a call what its recording holds, and takes note of what that does not hold. */
final class ReplayTape implements Tape {

  private final Sheet sheet;
  private final Limits limits;
  private final Gap gap;
  private final PlayedInput stdin;
  private final PlayedEgress egress;
  private final PlayedFunctions functions;
  private int drawn;
  private @Nullable Workspace workspace;
  private @Nullable Snapshot before;
  private @Nullable TapedStop stopped;
  private String changes = "";

  ReplayTape(Sheet sheet, Limits limits, Gap gap) {
    this.sheet = sheet;
    this.limits = limits;
    this.gap = gap;
    this.stdin = new PlayedInput(sheet.stdin());
    this.egress = new PlayedEgress(sheet.fetch(), gap);
    this.functions = new PlayedFunctions(sheet.functions(), sheet.functionCalls(), gap);
  }

  /** Returns the digest of what the call changed; empty if it did not end. */
  String changes() {
    return changes;
  }

  /** Whether this call was ended from outside otherwise than the recorded one. */
  boolean isEndedHere() {
    TapedStop now = stopped;
    Sheet.StopPart then = sheet.stop();
    return now != null
        && (then == null
            || then.cancelled() != now.cancelled()
            || then.usedMillis() != now.usedMillis());
  }

  @Override
  public Optional<String> begin(Start start) {
    workspace = start.workspace();
    before = start.workspace().snapshot();
    return Optional.empty();
  }

  @Override
  public Limits limits(Limits ofPlan) {
    return limits;
  }

  /** The bound of the replay, with which its session was opened. */
  @Override
  public Duration wall(Duration ofLimits) {
    return Limits.MAX_WALL;
  }

  @Override
  public WorkspaceUse files(WorkspaceUse ofPlan) {
    return SheetCheck.use(sheet.files());
  }

  @Override
  public GuestClock clock(GuestClock real) {
    Sheet.ClockPart part = sheet.clock();
    return new PlayedClock(
        part == null ? new Sheet.ClockPart(1, java.util.List.of(), java.util.List.of()) : part,
        gap);
  }

  @Override
  public GuestRandom random(GuestRandom real) {
    byte[] recorded = sheet.random();
    byte[] bytes = recorded == null ? new byte[0] : recorded;
    return (buffer, offset, length) -> {
      if (length > bytes.length - drawn) {
        throw gap.found("random", bytes.length + " bytes", "more");
      }
      System.arraycopy(bytes, drawn, buffer, offset, length);
      drawn += length;
    };
  }

  @Override
  public GuestInput input(GuestInput real) {
    return (buffer, offset, length) -> {
      int count = stdin.read(buffer, offset, length);
      if (count != PlayedInput.MISSING) {
        return count;
      }
      if (stdin.end().equals(Sheet.InputPart.FAILED)) {
        throw new java.io.UncheckedIOException(new java.io.IOException("standard input failed"));
      }
      throw gap.found("stdin", sheet.stdin().content().length + " bytes", "more");
    };
  }

  @Override
  public Egress egress(Egress real) {
    return egress;
  }

  @Override
  public PluginFunction.Body function(PluginFunction real) {
    return functions.body(real);
  }

  @Override
  public boolean sleeps() {
    return false;
  }

  @Override
  public Optional<TapedStop> stop() {
    return Optional.ofNullable(sheet.stop())
        .map(part -> new TapedStop(part.cancelled(), part.usedMillis(), part.fuel(), part.place()));
  }

  @Override
  public void stopped(TapedStop where) {
    stopped = where;
  }

  @Override
  public Outcome end(Outcome outcome) {
    Workspace files = workspace;
    Snapshot old = before;
    if (files != null && old != null) {
      try (old) {
        changes = Changes.digest(files, old);
      } catch (TapeStop unknown) {
        // A file of the host that was not read then: the gap tells of it.
        changes = "";
      }
    }
    egress.requireAllOpened();
    return outcome;
  }
}
