package dev.cloche.host;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Native commands over one workspace.
 *
 * <p>The workspace is copied into a file system of its own, in memory and of bounded size, that the
 * host does not see; commands run in it one after the other, and after each, what it changed is
 * taken over into the workspace. Files keep their modes there as long as only commands write them;
 * those that come from the workspace get the mode 0755 if they begin like a script or a program,
 * and 0644 otherwise.
 *
 * <p>Thread-safe: one command at a time, others wait. Who changes the workspace while a command
 * runs finds the command's files over his own where both wrote the same.
 */
public final class NativeSession implements AutoCloseable {
  private final NativeBackend backend;
  private final Workspace workspace;

  /** The commands that run or wait; its own lock. */
  private final Set<RunningCommand> running = new HashSet<>();

  private boolean closed;
  private @Nullable Sandbox sandbox;

  NativeSession(NativeBackend backend, Workspace workspace) {
    this.backend = backend;
    this.workspace = workspace;
  }

  /**
   * Runs a command to its end. Never throws for what a command or the machine does; the thread may
   * be interrupted, which kills the command.
   */
  public NativeResult run(NativeCommand command, NativeLimits limits) {
    return run(command, limits, NativeNetwork.none());
  }

  /** Runs a command that may reach what the network says, and is cut from it at its end. */
  public NativeResult run(NativeCommand command, NativeLimits limits, NativeNetwork network) {
    return run(Job.of(command, limits, network), new RunningCommand());
  }

  /**
   * Runs a command without a network, whose standard output goes on as it comes.
   *
   * @param stdout gets what is written, within the limit, on a thread of its own; not closed
   */
  public NativeResult run(NativeCommand command, NativeLimits limits, OutputStream stdout) {
    Job job = Job.of(command, limits, NativeNetwork.none());
    return run(job.withStreams(job.streams().copyingTo(stdout)), new RunningCommand());
  }

  /** Runs a command with other streams than its own; {@code running} ends it. */
  NativeResult run(Job job, RunningCommand running) {
    if (!begin(running)) {
      return NativeResult.refused(
          new RefusedException(NativeRefusal.CLOSED, "the session is closed"));
    }
    try {
      return inTurn(job, running);
    } finally {
      end(running);
    }
  }

  private boolean begin(RunningCommand command) {
    synchronized (running) {
      return !closed && running.add(command);
    }
  }

  private void end(RunningCommand command) {
    synchronized (running) {
      running.remove(command);
    }
  }

  private synchronized NativeResult inTurn(Job job, RunningCommand running) {
    if (Thread.currentThread().isInterrupted() || running.isCancelled()) {
      return NativeResult.cancelled();
    }
    try {
      Sandbox ready = sandbox();
      NativeCommand command = job.command();
      boolean missing = !command.directory().equals("/") && !exists(command.directory());
      if (missing) {
        throw new RefusedException(
            NativeRefusal.DIRECTORY,
            "the directory %s does not exist in the workspace"
                .formatted(Text.quote(command.directory())));
      }
      return runIn(ready, job, running);
    } catch (RefusedException refused) {
      return NativeResult.refused(refused);
    } catch (CancellationException cancelled) {
      return NativeResult.cancelled();
    } catch (IOException failed) {
      discard();
      if (Thread.currentThread().isInterrupted()) {
        return NativeResult.cancelled();
      }
      return NativeResult.failed("the sandbox failed (" + failed.getClass().getSimpleName() + ")");
    }
  }

  /** What is the next command's, or nobody's any more, waits until there is a result. */
  private static NativeResult runIn(Sandbox ready, Job job, RunningCommand running)
      throws IOException {
    try {
      NativeResult result = ready.run(job, running);
      ready.warmUp(job.limits(), job.kind());
      return result;
    } finally {
      ready.tidyUp();
    }
  }

  /** Returns how large a file of the workspace can be, as a limit of a command. */
  long largestFile() {
    return Math.max(NativeLimits.LEAST_FILE_BYTES, workspace.limits().bytes());
  }

  private boolean exists(String directory) {
    try {
      return workspace.exists(directory);
    } catch (WorkspaceException notAPath) {
      return false;
    }
  }

  private Sandbox sandbox() throws IOException {
    Sandbox present = sandbox;
    if (present == null || !present.isAlive()) {
      discard();
      present = Sandbox.open(backend.ground(), workspace);
      sandbox = present;
    }
    return present;
  }

  private void discard() {
    Sandbox present = sandbox;
    sandbox = null;
    if (present != null) {
      present.close();
    }
  }

  /** Kills the commands that run or wait, and lets the sandbox go. Closing twice is harmless. */
  @Override
  public void close() {
    List<RunningCommand> left;
    synchronized (running) {
      closed = true;
      left = List.copyOf(running);
    }
    left.forEach(RunningCommand::cancel);
    synchronized (this) {
      discard();
    }
  }
}
