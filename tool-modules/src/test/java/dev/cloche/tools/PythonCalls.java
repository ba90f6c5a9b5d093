package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;

/** Calls of the bundled python, as a jar has it: compiled, and with its library. */
final class PythonCalls {

  private static final Engine ENGINE = Engine.create();

  private PythonCalls() {}

  static Session openSession() {
    return openSession(Limits.defaults());
  }

  static Session openSession(Limits limits) {
    assumeTrue(
        BundledTools.find("python").orElseThrow().isBuilt(),
        () -> "python is not built: " + BundledTools.HOW_TO_BUILD);
    return ENGINE.openSession(limits);
  }

  static Outcome call(Session session, Call.Builder call) {
    return session.call(BundledTools.find("python").orElseThrow().tool(), call.build());
  }

  /** Calls in a session, and requires that the guest came to its end. */
  static Outcome.Completed completed(Session session, Call.Builder call) {
    Outcome outcome = call(session, call);
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  static Outcome.Completed completed(Session session, String... arguments) {
    return completed(session, Call.builder().arguments(arguments));
  }
}
