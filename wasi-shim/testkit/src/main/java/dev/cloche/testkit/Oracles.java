package dev.cloche.testkit;

import dev.cloche.Call;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.workspace.Workspace;
import java.util.List;

/** What must hold whatever ran; each fails with an {@link AssertionError}. */
public final class Oracles {
  private static final int STATUS = 7;

  private static final Tool PROBE =
      Tool.of("probe", WasiCalls.module(List.of(WasiCall.of("proc_exit", STATUS))));

  private Oracles() {}

  /**
   * Fails unless the session takes a call and ends it as its policy says: a tool that does nothing
   * but exit completes, or the policy or the gate denies it, or it is more than the limits allow.
   */
  public static void assertUsable(Session session) {
    Outcome outcome;
    try {
      outcome = session.call(PROBE, Call.of());
    } catch (IllegalStateException closed) {
      throw new AssertionError("the session is closed", closed);
    }
    boolean exited = outcome instanceof Outcome.Completed done && done.exitStatus() == STATUS;
    boolean limited =
        outcome instanceof Outcome.LimitExceeded end
            && (end.which() == LimitKind.FUEL || end.which() == LimitKind.MEMORY);
    if (!exited && !limited && !(outcome instanceof Outcome.Denied)) {
      throw new AssertionError("the session is not usable: " + outcome.message());
    }
    assertWithinQuota(session.workspace());
  }

  /**
   * Fails if the workspace holds more than its limits allow, or says that it holds less than none.
   */
  public static void assertWithinQuota(Workspace workspace) {
    long bytes = workspace.usedBytes();
    int nodes = workspace.usedNodes();
    if (bytes < 0 || bytes > workspace.limits().bytes()) {
      throw new AssertionError(bytes + " bytes are not within " + workspace.limits());
    }
    if (nodes < 0 || nodes > workspace.limits().nodes()) {
      throw new AssertionError(nodes + " nodes are not within " + workspace.limits());
    }
  }

  /** Fails if anything of an outcome holds the secret: output, message, or what is told of it. */
  public static void assertUnseen(Canary canary, Outcome outcome) {
    canary.assertUnseen("standard output", outcome.stdout().bytes());
    canary.assertUnseen("standard error", outcome.stderr().bytes());
    canary.assertUnseen("the message", outcome.message());
    canary.assertUnseen("the outcome", outcome.toString());
  }
}
