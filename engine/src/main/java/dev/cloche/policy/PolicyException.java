package dev.cloche.policy;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** Says why a policy or a manifest is refused: everything that was found, in order of place. */
public final class PolicyException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1;

  private final transient List<PolicyProblem> problems;

  /**
   * Makes one.
   *
   * @param problems what is wrong; at least one
   */
  public PolicyException(List<PolicyProblem> problems) {
    super(problems.stream().map(PolicyProblem::toString).collect(Collectors.joining("\n")));
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("a refusal without a problem");
    }
    this.problems = List.copyOf(problems);
  }

  /** Makes one of a single problem without a place. */
  public PolicyException(String key, String message) {
    this(List.of(PolicyProblem.of(key, message)));
  }

  /** Returns what is wrong. */
  public List<PolicyProblem> problems() {
    return problems;
  }
}
