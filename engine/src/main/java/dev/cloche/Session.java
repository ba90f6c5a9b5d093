package dev.cloche;

import dev.cloche.workspace.Workspace;

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

  /** The file tree that this session's calls see as {@code /}. */
  Workspace workspace();

  /** The limits of a call that brings none of its own. */
  Limits limits();

  /**
   * Cancels what still runs and waits for it. A workspace that the engine made is closed, one that
   * the caller brought is left to the caller.
   */
  @Override
  void close();
}
