package dev.cloche;

import dev.cloche.workspace.Workspace;
import java.util.Set;

/**
 * Runs native commands, for an engine that was built with it.
 *
 * <p>An engine itself runs WebAssembly alone. A backend brings the walls of an operating system,
 * and says which clauses of a policy it enforces; a call whose plan has another clause is {@link
 * Outcome.Refused}. The module {@code dev.cloche.host} has the one for Linux.
 *
 * <p>Thread-safe. Whoever made it closes it, after the engines that use it.
 */
public interface Backend {

  /**
   * Returns what it enforces, on a machine that has all it needs. Where this machine lacks
   * something, {@link CommandSession#run} refuses.
   */
  Set<PolicyClause> enforces();

  /**
   * Opens a session over a workspace, which stays the caller's to close. Does nothing that could
   * fail: whatever a machine cannot do is the outcome of the first command.
   */
  CommandSession open(Workspace workspace);
}
