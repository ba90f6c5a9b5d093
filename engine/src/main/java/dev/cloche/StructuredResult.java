package dev.cloche;

import java.util.List;
import java.util.Optional;

/**
 * What a tool answered, read as its manifest describes it.
 *
 * @param json standard output as compact JSON, if the manifest has a schema for it and it is valid
 * @param problems why it is not; empty also where there is no schema
 */
public record StructuredResult(Optional<String> json, List<ValueProblem> problems) {

  /** Nothing is described, or nothing came. */
  public static final StructuredResult NONE = new StructuredResult(Optional.empty(), List.of());

  /** Copies the problems. */
  public StructuredResult {
    problems = List.copyOf(problems);
  }
}
