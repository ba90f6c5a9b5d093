package dev.cloche.testkit;

import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.policy.WorkspacePolicy;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.util.ArrayList;
import java.util.List;

/** The oracle that a workspace answers and ends as {@link ReferenceTree} says. */
public final class TreeAgreement {

  private TreeAgreement() {}

  /**
   * Does the steps in a guest, in an empty workspace, and in the model; fails where an errno, the
   * tree at the end, a content or what counts in the quota differs.
   *
   * @param limits the workspace's; its depth must be no matter
   */
  public static void check(Engine engine, WorkspaceLimits limits, List<TreeStep> steps) {
    ReferenceTree model = new ReferenceTree(limits.bytes(), limits.nodes());
    List<WasiCall> calls = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    for (TreeStep step : steps) {
      starts.add(calls.size());
      calls.addAll(WasiCalls.of(step));
    }
    Policy policy = Policy.builder().workspace(WorkspacePolicy.of(limits)).build();
    try (Workspace workspace = Workspace.inMemory(limits);
        Session session =
            engine.openSession(SessionOptions.builder(policy).workspace(workspace).build())) {
      WasiRun run = WasiRun.of(session, calls);
      if (!(run.outcome() instanceof Outcome.Completed)) {
        throw new AssertionError(steps + " ended: " + run.outcome().message());
      }
      for (int i = 0; i < steps.size(); i++) {
        compare(steps.get(i), steps.get(i).on(model), answer(run, steps.get(i), starts.get(i)));
      }
      same(steps, model.listing(), Listing.of(workspace));
      same(steps, model.contents(), Listing.contents(workspace));
      Oracles.assertWithinQuota(workspace);
    }
  }

  /** What appends opens first: its answer is that of the first call that fails. */
  private static WasiErrno answer(WasiRun run, TreeStep step, int start) {
    WasiErrno first = run.answers().get(start);
    return step.operation() == TreeStep.Operation.APPEND && first == WasiErrno.SUCCESS
        ? run.answers().get(start + 1)
        : first;
  }

  private static void compare(TreeStep step, WasiErrno expected, WasiErrno actual) {
    if (expected != actual) {
      throw new AssertionError(step + " is " + expected + " to the model, and was " + actual);
    }
  }

  private static void same(List<TreeStep> steps, String expected, String actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(
          steps + " left what the model does not: " + actual + " instead of " + expected);
    }
  }
}
