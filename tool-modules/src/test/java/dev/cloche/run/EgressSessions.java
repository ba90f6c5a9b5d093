package dev.cloche.run;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.egress.Egress;
import java.util.Optional;

/** Opens sessions over an egress of a test's own, which embedders cannot. */
public final class EgressSessions {
  private EgressSessions() {}

  /** Opens one with an empty workspace of its own. */
  public static Session open(Engine engine, Egress egress) {
    SessionOptions options = SessionOptions.of(Limits.defaults(), Optional.empty());
    return ((EngineCore) engine).openSession(options, egress);
  }
}
