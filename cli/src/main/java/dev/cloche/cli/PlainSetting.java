package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Session;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;

/** Limits and mounts, and nothing else. */
record PlainSetting(Limits limits, List<Mount> mounts) implements Setting {

  @Override
  public boolean hasNetwork() {
    return false;
  }

  @Override
  public Workspace workspace(InstantSource clock) {
    return Workspace.inMemory(WorkspaceLimits.defaults(), clock);
  }

  @Override
  public Session session(Engine engine, Workspace workspace) {
    return engine.openSession(limits, workspace);
  }

  @Override
  public int end(Session session, int status, PrintWriter err) {
    session.close();
    return status;
  }

  @Override
  public void close() {}
}
