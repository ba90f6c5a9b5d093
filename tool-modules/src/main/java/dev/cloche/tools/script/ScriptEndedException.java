package dev.cloche.tools.script;

import dev.cloche.Outcome;
import java.io.Serial;
import javax.script.ScriptException;

/**
 * Says that a script did not end by itself, but by what {@link #outcome} tells: a trap, a denial, a
 * refusal, or as a {@link ScriptLimitException} a limit. An error of the script itself is a plain
 * {@link ScriptException} with its line.
 */
public sealed class ScriptEndedException extends ScriptException permits ScriptLimitException {

  @Serial private static final long serialVersionUID = 1;

  private final transient Outcome ending;

  ScriptEndedException(Outcome outcome) {
    super(outcome.message());
    this.ending = outcome;
  }

  /** Returns how it ended. */
  public Outcome outcome() {
    return ending;
  }
}
