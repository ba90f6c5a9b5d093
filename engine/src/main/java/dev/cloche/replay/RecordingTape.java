package dev.cloche.replay;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.egress.Egress;
import dev.cloche.egress.Scrubber;
import dev.cloche.run.Tape;
import dev.cloche.run.TapedStop;
import dev.cloche.wasi.GuestClock;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.GuestRandom;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.WorkspaceCapture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes down one call. What cannot be taken down whole ends the call, or changes how it ended. */
final class RecordingTape implements Tape {

  /** Keeps a recording; the call fails if that fails. */
  interface Keeper {
    void keep(byte[] recording) throws IOException;
  }

  private final int most;
  private final Room room;
  private final Keeper keeper;
  private final TapedInput stdin;
  private final TapedFunctions functions;
  private final ByteArrayOutputStream random = new ByteArrayOutputStream();
  private @Nullable TapedClock clock;
  private boolean isRandom;
  private @Nullable TapedEgress egress;
  private @Nullable TapedStop stop;
  private @Nullable Begun begun;

  /** What a call began with. */
  private record Begun(Start start, WorkspaceCapture files, Snapshot before) {}

  RecordingTape(int most, Keeper keeper) {
    this.most = most;
    this.room = new Room(most);
    this.keeper = keeper;
    this.stdin = new TapedInput(room);
    this.functions = new TapedFunctions(room);
  }

  @Override
  public Optional<String> begin(Start start) {
    if (!start.alone().getAsBoolean()) {
      return Optional.of("another call runs in the session");
    }
    WorkspaceCapture files = start.workspace().capture(most);
    if (files.problem().isPresent()) {
      files.close();
      return files.problem();
    }
    begun = new Begun(start, files, start.workspace().snapshot());
    return Optional.empty();
  }

  @Override
  public Limits limits(Limits ofPlan) {
    return ofPlan;
  }

  @Override
  public Duration wall(Duration ofLimits) {
    return ofLimits;
  }

  @Override
  public WorkspaceUse files(WorkspaceUse ofPlan) {
    return ofPlan;
  }

  @Override
  public GuestClock clock(GuestClock real) {
    TapedClock taped = new TapedClock(real, room);
    clock = taped;
    return taped;
  }

  @Override
  public GuestRandom random(GuestRandom real) {
    isRandom = true;
    return (buffer, offset, length) -> {
      room.take(length);
      real.fill(buffer, offset, length);
      random.write(buffer, offset, length);
    };
  }

  @Override
  public GuestInput input(GuestInput real) {
    return stdin.of(real);
  }

  @Override
  public Egress egress(Egress real) {
    TapedEgress taped = new TapedEgress(real, room);
    egress = taped;
    return taped;
  }

  @Override
  public PluginFunction.Body function(PluginFunction real) {
    return functions.body(real);
  }

  @Override
  public boolean sleeps() {
    return true;
  }

  @Override
  public Optional<TapedStop> stop() {
    return Optional.empty();
  }

  @Override
  public void stopped(TapedStop where) {
    stop = where;
  }

  @Override
  public Outcome end(Outcome outcome) {
    Begun call = begun;
    if (call == null) {
      return failed(outcome, "it did not begin");
    }
    if (room.isFull()) {
      call.files().close();
      return failed(outcome, "it takes more than " + most + " bytes");
    }
    try (WorkspaceCapture files = call.files();
        Snapshot before = call.before()) {
      String changes = Changes.digest(call.start().workspace(), before);
      Optional<String> problem = problem(call);
      if (problem.isPresent()) {
        return failed(outcome, problem.get());
      }
      Sheet sheet = sheet(call, files, Endings.part(outcome, changes));
      return kept(outcome, sheet, call.start().secrets().get());
    } catch (RuntimeException fault) {
      return failed(outcome, fault.getClass().getSimpleName());
    }
  }

  private static Optional<String> problem(Begun call) {
    return call.start().alone().getAsBoolean()
        ? call.files().problem()
        : Optional.of("another call ran in the session meanwhile");
  }

  private Outcome kept(Outcome outcome, Sheet sheet, Scrubber secrets) {
    byte[] bytes = SheetText.write(sheet);
    if (bytes.length > most) {
      return failed(outcome, "it takes more than " + most + " bytes");
    }
    if (Leaks.any(secrets, sheet, bytes)) {
      return failed(outcome, "a secret that was lent would stand in it");
    }
    try {
      keeper.keep(bytes);
      return outcome;
    } catch (IOException unwritten) {
      return failed(
          outcome, "it could not be written (" + unwritten.getClass().getSimpleName() + ")");
    }
  }

  private static Outcome failed(Outcome outcome, String why) {
    return new Outcome.HostFault(
        "the call could not be recorded: " + why,
        outcome.stdout(),
        outcome.stderr(),
        outcome.usage());
  }

  private Sheet sheet(Begun call, WorkspaceCapture files, Sheet.EndPart end) {
    TapedClock read = clock;
    TapedEgress asked = egress;
    TapedStop ended = stop;
    return Sheets.begin(
        call.start(),
        new Sheets.Met(
            files.image(),
            files.contents(),
            stdin.part(),
            read == null ? null : read.part(),
            isRandom ? random.toByteArray() : null,
            asked == null ? List.of() : asked.parts(),
            functions,
            ended == null
                ? null
                : new Sheet.StopPart(
                    ended.cancelled(), ended.usedMillis(), ended.fuel(), ended.place())),
        end);
  }
}
