package dev.cloche.host;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends all processes of a launch, and knows when they are gone.
 *
 * <p>Two things hold them: the control group, and process 1 of the sandbox, with which the kernel
 * ends its whole process namespace. Killing the process that Java started is the last resort: what
 * is in the sandbox then follows by itself, at a time that nobody can tell.
 */
final class KillTree {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Bubblewrap reports some milliseconds after its start. */
  private static final long REPORT_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Process 1 ends some hundred microseconds after bubblewrap, with its namespaces. */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private static final long MAX_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(800);

  /** Where {@code /proc/PID/stat} has the state and the time of the start, behind the name. */
  private static final int STATE = 0;

  private static final int START = 19;

  private final Process outer;
  private final StatusFile status;
  private final Optional<ControlGroup> group;
  private final Instant born;
  private volatile long waitedSince = System.nanoTime();
  private final HeldNamespaces namespaces = new HeldNamespaces();
  private Optional<ProcessHandle> sandbox = Optional.empty();
  private String sandboxStart = "";

  KillTree(Process outer, StatusFile status, Optional<ControlGroup> group) {
    this.outer = outer;
    this.status = status;
    this.group = group;
    this.born = outer.info().startInstant().orElse(Instant.MAX);
  }

  /** What waited has its command from now on. */
  void dispatched() {
    waitedSince = System.nanoTime();
  }

  /**
   * Kills everything once; may be called by any thread, and again. Without a control group, process
   * 1 of the sandbox has to be known first: bubblewrap, killed between its fork and its report,
   * would leave it behind.
   */
  void kill() {
    try {
      if (group.isPresent()) {
        group.get().kill();
        return;
      }
    } catch (IOException groupGone) {
      // Then nothing is in it; whether that is so is looked at before the end is reported.
      outer.destroyForcibly();
      return;
    } finally {
      sandbox().ifPresent(GroupFiles::kill);
    }
    if (!look() && System.nanoTime() - waitedSince > REPORT_PATIENCE_NANOS) {
      outer.destroyForcibly();
    }
  }

  /** Kills until nothing is left. Returns whether nothing is. */
  boolean finish() {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long pause = FIRST_PAUSE_NANOS;
    while (!isGone()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      // What ended by itself is most often about to be gone.
      if (pause > FIRST_PAUSE_NANOS || outer.isAlive()) {
        kill();
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
    return true;
  }

  /** Asked last, the group has the last word. */
  private boolean isGone() {
    try {
      return !outer.isAlive() && sandbox().isEmpty() && (group.isEmpty() || group.get().isEmpty());
    } catch (IOException unreadable) {
      return false;
    }
  }

  /**
   * Remembers process 1 of the sandbox while it is certain which process that is: later its number
   * may be another's. Returns whether it is known.
   */
  synchronized boolean look() {
    if (sandbox.isEmpty()) {
      try {
        OptionalLong pid = status.sandboxProcess();
        if (pid.isPresent()) {
          sandbox = ProcessHandle.of(pid.getAsLong()).filter(this::isChildOfOuter);
          sandboxStart = sandbox.isPresent() ? stat(sandbox.get())[START] : "";
        }
      } catch (IOException unreadable) {
        sandbox = Optional.empty();
      }
      sandbox.ifPresent(each -> namespaces.hold(each.pid()));
    }
    return sandbox.isPresent();
  }

  /** Once the outer process is gone, its child is another's; no other can be so young. */
  private boolean isChildOfOuter(ProcessHandle process) {
    boolean child = process.parent().map(parent -> parent.pid() == outer.pid()).orElse(false);
    return child || process.info().startInstant().map(each -> !each.isBefore(born)).orElse(false);
  }

  /** Process 1 of the sandbox, as long as it lives. */
  private synchronized Optional<ProcessHandle> sandbox() {
    return look() ? sandbox.filter(this::isRunning) : Optional.empty();
  }

  /**
   * Bubblewrap does not wait for process 1, which so becomes a child of the machine's first process
   * and stays a zombie until that one looks, which can be seconds. By then its namespace is empty:
   * the kernel lets process 1 end last.
   */
  private boolean isRunning(ProcessHandle process) {
    try {
      String[] stat = stat(process);
      boolean zombie = stat[STATE].equals("Z") || stat[STATE].equals("X");
      return !zombie && stat[START].equals(sandboxStart);
    } catch (NoSuchFileException gone) {
      return false;
    } catch (IOException goneMeanwhile) {
      return process.isAlive();
    }
  }

  /** Returns what the kernel says of a process behind its name, which can hold anything. */
  private static String[] stat(ProcessHandle process) throws IOException {
    String stat = KernelFile.read(Path.of("/proc", "" + process.pid(), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }

  /** Lets go what was held of the sandbox; its processes are gone. */
  void release() {
    namespaces.close();
  }
}
