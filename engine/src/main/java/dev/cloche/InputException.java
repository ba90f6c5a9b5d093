package dev.cloche;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** Says why a structured input is refused: it is the caller's, and nothing was run. */
public final class InputException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1;

  private final transient List<ValueProblem> problems;

  /**
   * Makes one.
   *
   * @param problems what is wrong; at least one
   */
  public InputException(List<ValueProblem> problems) {
    super(problems.stream().map(ValueProblem::toString).collect(Collectors.joining("\n")));
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("a refusal without a problem");
    }
    this.problems = List.copyOf(problems);
  }

  /** Makes one of a single problem. */
  public InputException(String pointer, String given, String allowed) {
    this(List.of(new ValueProblem(pointer, given, allowed)));
  }

  /** Returns what is wrong. */
  public List<ValueProblem> problems() {
    return problems;
  }
}
