package dev.cloche.replay;

import dev.cloche.run.TapeStop;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The first thing that a replayed call met otherwise than the recording says; it ends the call. */
final class Gap {

  private @Nullable Difference first;

  /** Takes note of it and returns what ends the call. */
  TapeStop found(String what, String recorded, String replayed) {
    if (first == null) {
      first = new Difference(what, recorded, replayed, Difference.NOWHERE);
    }
    return new TapeStop("the call met what its recording does not hold");
  }

  Optional<Difference> first() {
    return Optional.ofNullable(first);
  }
}
