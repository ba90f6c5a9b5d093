package dev.cloche.cli;

import dev.cloche.Session;
import dev.cloche.audit.AuditException;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.OnConflict;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The overlays of a run, and whether they go to the host at its end. */
final class Overlays {

  private final List<Mount> overlays;

  private Overlays(List<Mount> overlays) {
    this.overlays = overlays;
  }

  /**
   * Mounts all, and keeps the overlays among them if they are to be committed.
   *
   * @throws UsageException if a mount fails, or if there is nothing to commit
   */
  static Overlays mount(List<dev.cloche.cli.Mount> mounts, Workspace workspace, boolean commit) {
    List<Mount> overlays = new ArrayList<>();
    for (dev.cloche.cli.Mount mount : mounts) {
      Mount mounted = mount.applyTo(workspace);
      if (commit && mounted.access() == Access.OVERLAY) {
        overlays.add(mounted);
      }
    }
    if (commit && overlays.isEmpty()) {
      throw new UsageException("--commit needs a mount to commit: --mount HOST:GUEST:overlay");
    }
    return new Overlays(overlays);
  }

  /** Writes the overlays to the host, and records it; returns the exit status. */
  int commit(Session session, PrintWriter err) {
    boolean complete = true;
    for (Mount overlay : overlays) {
      complete &= commit(session, overlay, err);
    }
    return complete ? 0 : ExitStatus.HOST_FAULT;
  }

  private static boolean commit(Session session, Mount overlay, PrintWriter err) {
    try {
      CommitReport report = session.commit(overlay, OnConflict.REFUSE);
      report.conflicts().forEach(problem -> complain(problem, err));
      report.failures().forEach(problem -> complain(problem, err));
      return report.isComplete();
    } catch (WorkspaceException e) {
      err.println(Complaints.line("--commit: " + e.getMessage()));
      return false;
    } catch (AuditException unrecorded) {
      err.println(Complaints.line("--commit: the audit could not record it"));
      return false;
    }
  }

  private static void complain(CommitReport.Problem problem, PrintWriter err) {
    err.println(Complaints.line("--commit: " + problem.path() + ": " + problem.reason()));
  }
}
