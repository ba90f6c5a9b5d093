package dev.cloche.replay;

import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.Usage;
import dev.cloche.meter.FuelSchedule;
import dev.cloche.module.GuestText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Compares a replayed call with the recorded one. */
final class Comparison {

  private final Recording recording;
  private final Outcome then;
  private final Outcome now;
  private final ReplayTape tape;
  private final Gap gap;
  private final List<String> notes = new ArrayList<>();

  Comparison(Recording recording, Outcome now, ReplayTape tape, Gap gap) {
    this.recording = recording;
    this.then = recording.outcome();
    this.now = now;
    this.tape = tape;
    this.gap = gap;
  }

  Verdict verdict() {
    int schedule = recording.sheet().engine().fuelSchedule();
    boolean fuel = schedule == FuelSchedule.VERSION;
    if (!fuel) {
      notes.add(
          "fuel is not compared: it was counted by schedule "
              + schedule
              + ", here by "
              + FuelSchedule.VERSION);
    }
    Optional<Difference> first = gap.first().or(() -> ending(fuel)).or(() -> rest(fuel));
    if (first.isEmpty()) {
      return verdict(Verdict.Kind.SAME, first);
    }
    boolean comparable = isComparable(fuel);
    return verdict(comparable ? Verdict.Kind.DIFFERENT : Verdict.Kind.INCOMPARABLE, first);
  }

  private Verdict verdict(Verdict.Kind kind, Optional<Difference> first) {
    return new Verdict(kind, then, now, first, notes);
  }

  private boolean isComparable(boolean sameSchedule) {
    if (tape.isEndedHere()) {
      notes.add("the replay was ended by its own time or its caller");
      return false;
    }
    if (then instanceof Outcome.HostFault && gap.first().isEmpty()) {
      notes.add("the recorded call ended by a fault of its host");
      return false;
    }
    boolean ofFuel =
        recording.sheet().seed() != null
            || recording.sheet().stop() != null
            || then instanceof Outcome.LimitExceeded;
    if (!sameSchedule && ofFuel) {
      notes.add("the call depends on fuel");
      return false;
    }
    return true;
  }

  private Optional<Difference> ending(boolean fuel) {
    if (!then.id().equals(now.id())) {
      return differ("outcome", GuestText.escape(then.message()), GuestText.escape(now.message()));
    }
    if (then instanceof Outcome.Completed a && now instanceof Outcome.Completed b) {
      return same("exit", a.exitStatus(), b.exitStatus());
    }
    if (then instanceof Outcome.Trapped a && now instanceof Outcome.Trapped b) {
      return same("trap", GuestText.escape(a.detail()), GuestText.escape(b.detail()))
          .or(() -> same("trap", a.kind(), b.kind()));
    }
    if (then instanceof Outcome.LimitExceeded && !fuel) {
      return Optional.empty();
    }
    String what =
        then instanceof Outcome.LimitExceeded
            ? "limit"
            : then instanceof Outcome.Denied ? "denied" : "outcome";
    return same(what, GuestText.escape(then.message()), GuestText.escape(now.message()));
  }

  private Optional<Difference> rest(boolean fuel) {
    Usage a = then.usage();
    Usage b = now.usage();
    return output("stdout", then.stdout(), now.stdout())
        .or(() -> output("stderr", then.stderr(), now.stderr()))
        .or(() -> fuel ? same("fuel", a.fuel(), b.fuel()) : Optional.empty())
        .or(() -> same("memory", a.memoryBytes(), b.memoryBytes()))
        .or(() -> same("memory", a.growthsRefused(), b.growthsRefused()))
        .or(() -> same("calls", a.hostCalls(), b.hostCalls()))
        .or(() -> same("workspace", recording.sheet().end().workspaceSha256(), tape.changes()));
  }

  private static Optional<Difference> output(String what, Captured then, Captured now) {
    byte[] a = then.bytes();
    byte[] b = now.bytes();
    int at = Arrays.mismatch(a, b);
    return at < 0
        ? Optional.empty()
        : Optional.of(new Difference(what, around(a, at), around(b, at), at));
  }

  /** The next bytes, as far as one sees where they are. */
  private static String around(byte[] bytes, int at) {
    String next =
        new String(
            bytes,
            at,
            Math.min(40, bytes.length - at),
            java.nio.charset.StandardCharsets.ISO_8859_1);
    return bytes.length + " bytes" + (next.isEmpty() ? "" : " with " + GuestText.quote(next));
  }

  private static Optional<Difference> same(String what, Object then, Object now) {
    return then.equals(now)
        ? Optional.empty()
        : differ(what, String.valueOf(then), String.valueOf(now));
  }

  private static Optional<Difference> differ(String what, String then, String now) {
    return Optional.of(new Difference(what, then, now, Difference.NOWHERE));
  }
}
