package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.egress.Egress;
import dev.cloche.workspace.Workspace;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A session of {@link EngineCore}. */
final class SessionCore implements Session {

  private final EngineCore engine;
  private final Limits limits;
  private final Workspace workspace;
  private final boolean ownsWorkspace;
  private final Egress egress;
  private final Set<RunningCall> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Makes one.
   *
   * @param egress where its guests' requests go; closed with the session
   */
  SessionCore(
      EngineCore engine, Limits limits, Workspace workspace, boolean ownsWorkspace, Egress egress) {
    this.engine = engine;
    this.limits = limits;
    this.workspace = workspace;
    this.ownsWorkspace = ownsWorkspace;
    this.egress = egress;
  }

  @Override
  public Outcome call(Tool tool, Call call) {
    return start(tool, call).await();
  }

  @Override
  public Running start(Tool tool, Call call) {
    RunningCall next =
        new RunningCall(engine, tool, call, call.limits().orElse(limits), workspace, egress);
    running.add(next);
    // Looked at after the call can be found: either it sees the close, or the close sees it.
    if (closed) {
      running.remove(next);
      next.abandon();
      throw new IllegalStateException("session is closed");
    }
    next.start(() -> running.remove(next));
    return next;
  }

  @Override
  public Workspace workspace() {
    return workspace;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public void close() {
    closed = true;
    List<RunningCall> left = List.copyOf(running);
    left.forEach(RunningCall::cancel);
    for (RunningCall call : left) {
      // How it ended concerns its own caller.
      Outcome ignored = call.await();
    }
    egress.close();
    if (ownsWorkspace) {
      workspace.close();
    }
    engine.closed(this);
  }
}
