package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.policy.PolicyDocument;
import java.nio.file.Path;
import java.util.Map;

/** What tests of sessions share. */
final class Sessions {

  private Sessions() {}

  /** A policy from the lines behind {@code version: 1}; each may hold format arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // tests build texts, too
  static Policy policy(String text, Object... arguments) {
    return PolicyDocument.parse(
        "version: 1\n" + text.formatted(arguments), Path.of("/"), Map.of("HOST", "of the host"));
  }

  /** A policy that allows requests to one server on loopback. */
  static Policy allowing(LoopbackServer server) {
    return policy("network: { allow: [ { url: \"%s\", private: true } ] }", server.url("/"));
  }

  static Outcome.Completed completed(Outcome outcome) {
    Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
    assertEquals(0, done.exitStatus());
    return done;
  }

  static Outcome.Denied denied(String rule, Outcome outcome) {
    Outcome.Denied denied = assertInstanceOf(Outcome.Denied.class, outcome, outcome.message());
    assertEquals(rule, denied.rule());
    return denied;
  }

  static Outcome.Refused refused(Outcome outcome) {
    return assertInstanceOf(Outcome.Refused.class, outcome, outcome.message());
  }

  static Outcome.HostFault fault(Outcome outcome) {
    return assertInstanceOf(Outcome.HostFault.class, outcome, outcome.message());
  }
}
