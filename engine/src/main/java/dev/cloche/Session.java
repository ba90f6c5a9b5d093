package dev.cloche;

import dev.cloche.egress.EgressUsage;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.OnConflict;
import dev.cloche.workspace.Workspace;
import java.util.Optional;

/**
 * A workspace and limits, and the calls made with them. State passes from one call to the next
 * through the workspace alone: each call runs in an instance of its own.
 *
 * <p>Thread-safe. Calls may overlap; they then share the workspace.
 */
public interface Session extends AutoCloseable {

  /**
   * Calls a tool and waits for its end. Never throws for what a guest or a module does.
   *
   * @throws IllegalStateException if the session or its engine is closed
   */
  Outcome call(Tool tool, Call call);

  /**
   * Starts a call and returns at once.
   *
   * @throws IllegalStateException if the session or its engine is closed
   */
  Running start(Tool tool, Call call);

  /**
   * Returns what a call may use if it were made now. Nothing is run and nothing recorded.
   *
   * @throws dev.cloche.policy.PolicyException if the tool's manifest is not acceptable
   */
  Plan plan(Tool tool, Call call);

  /** What tools of this session may do. */
  Policy policy();

  /**
   * Puts another policy in place of the present one. Calls that run keep their limits; their
   * requests are decided anew: what is no longer allowed is cut, and so is what uses a credential
   * that is gone or another now; what they may do never becomes more. Calls that were planned and
   * have not started are refused.
   *
   * @throws IllegalArgumentException if it differs in the workspace, or in how much the session may
   *     send and receive: those are fixed when a session opens
   * @throws IllegalStateException if the session is closed
   * @throws dev.cloche.audit.AuditException if the audit cannot record it; the present policy holds
   *     on then, and no request that it allows goes out unrecorded either
   */
  void replacePolicy(Policy next);

  /**
   * Takes a credential of the policy back: it is lent no more, and what uses it is cut.
   *
   * @throws IllegalArgumentException if the policy has no such credential
   */
  void revokeCredential(String name);

  /**
   * Asks the embedder for one operation beyond the policy, and returns it if the embedder said yes
   * in time; a call may then bring it.
   *
   * @throws IllegalStateException if the session is closed
   */
  Optional<Hatch> requestHatch(HatchRequest request);

  /** What the session has sent and received over the network. */
  EgressUsage networkUsage();

  /** The file tree that this session's calls see as {@code /}. */
  Workspace workspace();

  /**
   * Writes what guests changed in an overlay of the workspace to the host, as {@link
   * Workspace#commit(Mount, OnConflict)} does, and records it.
   *
   * @param mount one of {@link Workspace#mounts}
   * @throws IllegalArgumentException if it is not an overlay of the workspace
   * @throws dev.cloche.workspace.WorkspaceException as there
   * @throws dev.cloche.audit.AuditException if the audit cannot record that it is about to happen,
   *     and nothing was written; or, less likely, what came of it
   */
  CommitReport commit(Mount mount, OnConflict onConflict);

  /** The limits of a call that brings none of its own. */
  Limits limits();

  /**
   * Cancels what still runs and waits for it. A workspace that the engine made is closed, one that
   * the caller brought is left to the caller.
   *
   * @throws dev.cloche.audit.AuditException if the audit cannot record it; all is closed then too
   */
  @Override
  void close();
}
