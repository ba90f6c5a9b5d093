package dev.cloche.run;

import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.TrapKind;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressLimits;
import java.util.Optional;

/**
 * What it means that a request came to nothing, for a call that then failed: a guest which goes on
 * and succeeds did not need it, one that ends with another status than 0 or traps did.
 */
final class FetchEnding {

  private FetchEnding() {}

  /** Returns how the call is told to have ended. */
  static Outcome of(Outcome outcome, Optional<EgressException> failure, EgressLimits limits) {
    if (failure.isEmpty() || !isFailure(outcome)) {
      return outcome;
    }
    EgressException why = failure.get();
    return switch (why.kind()) {
      case DENIED ->
          new Outcome.Denied(
              why.rule(),
              String.valueOf(why.getMessage()),
              outcome.stdout(),
              outcome.stderr(),
              outcome.usage());
      case BUDGET, TOO_LARGE -> limit(outcome, why, limits);
      case MALFORMED, UNREACHABLE, TLS, PROTOCOL, TIMEOUT, CUT -> outcome;
    };
  }

  private static boolean isFailure(Outcome outcome) {
    return (outcome instanceof Outcome.Completed completed && completed.exitStatus() != 0)
        || (outcome instanceof Outcome.Trapped trapped
            && trapped.kind() != TrapKind.CALL_STACK_EXHAUSTED);
  }

  private static Outcome limit(Outcome outcome, EgressException why, EgressLimits limits) {
    return switch (why.rule()) {
      case "requests" -> limit(outcome, LimitKind.REQUESTS, limits.requests());
      case "sentBytes" -> limit(outcome, LimitKind.SENT, limits.sentBytes());
      case "receivedBytes" -> limit(outcome, LimitKind.RECEIVED, limits.receivedBytes());
      case "responseBytes" -> limit(outcome, LimitKind.RESPONSE, limits.responseBytes());
      case "expansion" -> limit(outcome, LimitKind.EXPANSION, limits.expansion());
      case "headerBytes" -> limit(outcome, LimitKind.HEADER, limits.headerBytes());
      // Bounds that no policy names, such as exchanges open at a time.
      default -> outcome;
    };
  }

  /** How much more there would have been is not known: the transfer ended at the limit. */
  private static Outcome limit(Outcome outcome, LimitKind which, long limit) {
    return new Outcome.LimitExceeded(
        which, limit, limit + 1, outcome.stdout(), outcome.stderr(), outcome.usage());
  }
}
