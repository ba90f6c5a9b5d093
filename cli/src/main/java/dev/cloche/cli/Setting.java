package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Session;
import dev.cloche.workspace.Workspace;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;

/**
 * What a run takes place in. There are two: limits and mounts alone, which is quick to open, and a
 * policy and an audit log, whose classes are loaded only where one was given.
 */
interface Setting extends AutoCloseable {

  /**
   * Opens what the options ask for.
   *
   * @throws UsageException if they are wrong
   * @throws HostFaultException if the log cannot be written
   */
  static Setting of(Arguments arguments) {
    return PolicyOptions.given(arguments) || AuditOptions.given(arguments)
        ? PolicySetting.open(arguments)
        : new PlainSetting(LimitOptions.limits(arguments), PolicyOptions.mounts(arguments));
  }

  /** What the call may use. */
  Limits limits();

  /** What of the host shows in the workspace. */
  List<Mount> mounts();

  /** Whether a rule opens the network. */
  boolean hasNetwork();

  /** Returns the workspace without its mounts; the caller closes it. */
  Workspace workspace(InstantSource clock);

  /** Opens the session; {@link #end} closes it. */
  Session session(Engine engine, Workspace workspace);

  /**
   * Closes the session and what it was recorded in; returns the status to end with.
   *
   * @param status the status so far
   */
  int end(Session session, int status, PrintWriter err);

  /** Closes what is still open, after something failed. */
  @Override
  void close();
}
