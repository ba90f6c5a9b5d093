package dev.cloche.run;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Session;
import dev.cloche.egress.Egress;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;

/** Opens sessions over an egress of a test's own, which embedders cannot. */
public final class EgressSessions {
  private EgressSessions() {}

  /** Opens one with an empty workspace of its own. */
  public static Session open(Engine engine, Egress egress) {
    Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    return ((EngineCore) engine).open(Limits.defaults(), workspace, true, egress);
  }
}
