package dev.cloche.adapter;

import dev.cloche.Outcome;
import dev.cloche.OutcomeWriter;
import dev.cloche.StructuredResult;
import java.util.Objects;

/**
 * What came of a call that a model asked for.
 *
 * @param outcome how it ended; {@link Outcome.Refused} also where there is no such tool or its
 *     input is not acceptable, and {@link Outcome.HostFault} where there was no session for it
 * @param result what the output says, where the tool's manifest describes it
 * @param text what to tell the model: the output, or what went wrong and what can be done about it;
 *     bounded, without control characters. It is a guest's word, not the host's
 */
public record ToolAnswer(Outcome outcome, StructuredResult result, String text) {

  /** Requires the parts. */
  public ToolAnswer {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(text, "text");
  }

  /** Whether it is anything but status 0 with an output as the tool describes it. */
  public boolean isError() {
    return !(outcome instanceof Outcome.Completed completed)
        || completed.exitStatus() != 0
        || !result.problems().isEmpty();
  }

  /**
   * Returns the outcome as JSON, as {@code cloche run --json} prints it. The output in it is as
   * long as the session's limits allow.
   */
  public String json() {
    return OutcomeWriter.json(outcome, result);
  }
}
