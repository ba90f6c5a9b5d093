package dev.cloche.run;

import dev.cloche.Backend;
import dev.cloche.CommandSession;
import dev.cloche.Policy;
import dev.cloche.workspace.Workspace;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The native side of a session: one session of the backend, opened for the first command, in which
 * commands run one after the other. Thread-safe.
 */
final class SessionCommands implements AutoCloseable {

  private final Optional<Backend> backend;
  private final Queue<Deadline> turns = new ArrayDeque<>();
  private final Set<NativeCall> calls = ConcurrentHashMap.newKeySet();
  private @Nullable CommandSession open;

  SessionCommands(Optional<Backend> backend) {
    this.backend = backend;
  }

  /** What runs commands, where the engine was built with something that does. */
  Optional<Backend> backend() {
    return backend;
  }

  /** Returns the session of the backend, once it is the caller's turn. */
  synchronized CommandSession session(Workspace workspace) {
    CommandSession present = open;
    if (present == null) {
      present = backend.orElseThrow().open(workspace);
      open = present;
    }
    return present;
  }

  /**
   * Waits until the commands before this one have ended. {@link #leave} has to follow.
   *
   * @return whether it is the caller's turn; otherwise the call was cancelled
   */
  boolean enter(Deadline deadline) {
    synchronized (this) {
      turns.add(deadline);
    }
    deadline.awaitOrCancel(() -> isFirst(deadline));
    return !deadline.isCancelled();
  }

  private synchronized boolean isFirst(Deadline deadline) {
    return turns.peek() == deadline;
  }

  /** Lets the next one have its turn. */
  void leave(Deadline deadline) {
    Deadline next;
    synchronized (this) {
      boolean ignored = turns.remove(deadline);
      next = turns.peek();
    }
    if (next != null) {
      next.signal();
    }
  }

  /** Has a call follow the policy from now on; one that is gone by now as well. */
  void register(NativeCall call, Policy now) {
    calls.add(call);
    call.reconsider(now);
  }

  void ended(NativeCall call) {
    calls.remove(call);
  }

  /** Another policy holds: what it does not allow is ended. */
  void reconsider(Policy next) {
    calls.forEach(call -> call.reconsider(next));
  }

  @Override
  public synchronized void close() {
    CommandSession present = open;
    open = null;
    if (present != null) {
      present.close();
    }
  }
}
