package dev.cloche.host;

import dev.cloche.Backend;
import dev.cloche.CommandSession;
import dev.cloche.PolicyClause;
import dev.cloche.workspace.Workspace;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Native commands in sandboxes of the operating system.
 *
 * <pre>{@code
 * try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
 *     NativeSession session = backend.openSession(workspace)) {
 *   NativeResult result = session.run(NativeCommand.of("git", "--version"), NativeLimits.defaults());
 * }
 * }</pre>
 *
 * <p>Given to {@code Engine.builder().backend(...)}, it runs the commands of the engine's sessions
 * under their policies.
 *
 * <p>Nothing is looked at or made before the first command; a machine that cannot hold commands
 * makes each of them {@link NativeEnding.Refused}.
 *
 * <p>Thread-safe. Close the sessions first.
 */
public final class NativeBackend implements Backend, AutoCloseable {
  private final NativeOptions options;
  private @Nullable Ground ground;
  private boolean closed;

  private NativeBackend(NativeOptions options) {
    this.options = options;
  }

  /** Creates a backend. */
  public static NativeBackend create(NativeOptions options) {
    return new NativeBackend(options);
  }

  /**
   * All that policies say of commands. Of rules about {@code https}, a path, methods, a credential
   * and a denied part of a host are enforced by refusing the command: {@link
   * NativeNetwork#unenforceable}.
   */
  @Override
  public Set<PolicyClause> enforces() {
    return Set.of(PolicyClause.values());
  }

  /** Opens a session for an engine. */
  @Override
  public CommandSession open(Workspace workspace) {
    return new PlannedCommands(this, openSession(workspace));
  }

  /** Opens a session over a workspace, which stays the caller's to close. */
  public NativeSession openSession(Workspace workspace) {
    return new NativeSession(this, workspace);
  }

  /**
   * Looks at what this machine can enforce, by running the sandbox as a command would. Nothing of
   * it stays.
   */
  public NativeReport probe() {
    return new Doctor(options).examine();
  }

  /** Returns what sessions stand on, and makes it for the first. */
  synchronized Ground ground() throws IOException {
    if (closed) {
      throw new RefusedException(NativeRefusal.CLOSED, "the backend is closed");
    }
    Ground present = ground;
    if (present == null) {
      present = Ground.lay(options);
      SelfTest.require(present);
      ground = present;
    }
    return present;
  }

  /** Lets go of what sessions stood on. Closing twice is harmless. */
  @Override
  public synchronized void close() {
    closed = true;
    Ground present = ground;
    ground = null;
    if (present != null) {
      present.close();
    }
  }
}
