package dev.cloche.replay;

import dev.cloche.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of a replay.
 *
 * @param kind whether the two calls are the same
 * @param recorded how the recorded call ended
 * @param replayed how the replayed one did
 * @param difference the first difference; empty if they are the same
 * @param notes what was not compared, and why; one sentence each
 */
public record Verdict(
    Kind kind,
    Outcome recorded,
    Outcome replayed,
    Optional<Difference> difference,
    List<String> notes) {

  /** The verdicts. */
  public enum Kind {
    /** Outcome, output, fuel and changes of files are those that were recorded. */
    SAME("same"),
    /** Something differs. */
    DIFFERENT("different"),
    /** Something differs that this engine or machine cannot be expected to repeat. */
    INCOMPARABLE("incomparable");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    /** The name on the command line and in JSON. */
    public String id() {
      return id;
    }
  }

  /** Copies the notes. */
  public Verdict {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(recorded, "recorded");
    Objects.requireNonNull(replayed, "replayed");
    Objects.requireNonNull(difference, "difference");
    notes = List.copyOf(notes);
  }

  /** Whether the calls are the same. */
  public boolean isSame() {
    return kind == Kind.SAME;
  }

  /** Returns the verdict as one line for a person. */
  public String message() {
    StringBuilder text = new StringBuilder(kind.id());
    difference.ifPresent(first -> text.append(": ").append(first.message()));
    notes.forEach(note -> text.append(" (").append(note).append(')'));
    return text.toString();
  }
}
