package dev.cloche.tools.script;

import dev.cloche.Outcome;
import java.io.Serial;

/** Says that a limit ended a script. */
public final class ScriptLimitException extends ScriptEndedException {

  @Serial private static final long serialVersionUID = 1;

  private final transient Outcome.LimitExceeded exceeded;

  ScriptLimitException(Outcome.LimitExceeded outcome) {
    super(outcome);
    this.exceeded = outcome;
  }

  /** Returns which limit, and what was used. */
  @Override
  public Outcome.LimitExceeded outcome() {
    return exceeded;
  }
}
