package dev.cloche.host;

import dev.cloche.Captured;
import dev.cloche.egress.Scrubber;
import dev.cloche.host.NativeEnding.Cancelled;
import dev.cloche.host.NativeEnding.Exited;
import dev.cloche.host.NativeEnding.Failed;
import dev.cloche.host.NativeEnding.LimitExceeded;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One command from its start to the moment when none of its processes is left.
 *
 * <p>Used by one thread, but for {@link #cancel}.
 */
final class CommandRun {
  /** How long streams may stay open once all processes are gone. */
  private static final Duration STREAM_PATIENCE = Duration.ofSeconds(2);

  /** How often process 1 of the sandbox is looked for, until it is there. */
  private static final long LOOK_MILLIS = 5;

  private static final int SIGNALLED = 128;
  private static final int SIGXFSZ = 25;

  private final NativeLimits limits;
  private final StatusFile status;
  private final Optional<ControlGroup> group;
  private final AtomicReference<Stop> stop = new AtomicReference<>(Stop.NONE);
  private final long dispatched = System.nanoTime();
  private final Process process;
  private final KillTree tree;
  private final Output output;

  /** What a command reads. */
  interface Input {
    void writeTo(OutputStream out) throws IOException;

    /** Whether there is none, so that nobody has to write it. */
    default boolean isEmpty() {
      return false;
    }

    /** Bytes that are known. */
    static Input of(byte[] bytes) {
      return new Known(bytes);
    }
  }

  private static final class Known implements Input {
    private final byte[] bytes;

    Known(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(bytes);
    }

    @Override
    public boolean isEmpty() {
      return bytes.length == 0;
    }
  }

  /** Why the command is killed, before it ended by itself. */
  private enum Stop {
    NONE,
    WALL,
    OUTPUT,
    CANCEL
  }

  /** Takes over a sandbox; the time of its command begins now. */
  CommandRun(Launched launched, NativeLimits limits) {
    this.process = launched.process();
    this.limits = limits;
    this.status = launched.status();
    this.group = launched.group();
    this.tree = launched.tree();
    tree.dispatched();
    this.output = new Output(limits.outputBytes(), () -> stop(Stop.OUTPUT));
  }

  /** Ends the command from another thread. */
  void cancel() {
    stop(Stop.CANCEL);
  }

  private void stop(Stop why) {
    if (stop.compareAndSet(Stop.NONE, why)) {
      tree.kill();
    }
  }

  /** Feeds the command, waits for its end, kills what it leaves, and tells how it ended. */
  NativeResult await(CommandStreams streams) {
    Scrubber scrubber = streams.scrubber();
    Output.Stream out = output.read("stdout", process.getInputStream(), streams.stdout(), scrubber);
    Output.Stream err = output.read("stderr", process.getErrorStream(), streams.stderr(), scrubber);
    feed(streams.stdin());
    boolean interrupted = awaitEnd();
    boolean gone = tree.finish();
    Duration wall = Duration.ofNanos(System.nanoTime() - dispatched);
    Captured stdout = out.end(STREAM_PATIENCE);
    Captured stderr = err.end(STREAM_PATIENCE);
    GroupUsage used = usage();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    NativeEnding ending = gone ? ending(used, wall) : new Failed("processes are left over");
    return new NativeResult(
        ending,
        stdout,
        stderr,
        new NativeUsage(
            wall,
            used.cpu(),
            used.peakMemoryBytes(),
            used.peakProcesses(),
            stdout.size(),
            stderr.size(),
            used.memoryKills(),
            used.forksRefused()),
        List.of(),
        group.isEmpty());
  }

  /** Writes on a thread of its own: a command need not read. */
  private void feed(Input stdin) {
    if (stdin.isEmpty()) {
      write(stdin);
      return;
    }
    Thread feeder = new Thread(() -> write(stdin), "cloche-sandbox-stdin");
    feeder.setDaemon(true);
    feeder.start();
  }

  private void write(Input stdin) {
    try (OutputStream in = process.getOutputStream()) {
      stdin.writeTo(in);
    } catch (IOException | RuntimeException notRead) {
      // The command ended, or closed its standard input, or there is no more to read.
      return;
    }
  }

  /** Waits until the sandbox ended or has to. Returns whether this thread was interrupted. */
  private boolean awaitEnd() {
    long end = dispatched + limits.wall().toNanos();
    try {
      while (stop.get() == Stop.NONE) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1;
        long pause = tree.look() ? left : Math.min(left, LOOK_MILLIS);
        if (process.waitFor(pause, TimeUnit.MILLISECONDS)) {
          return false;
        }
        if (System.nanoTime() - end >= 0) {
          stop(Stop.WALL);
        }
      }
      return false;
    } catch (InterruptedException stopped) {
      stop(Stop.CANCEL);
      return true;
    }
  }

  private GroupUsage usage() {
    try {
      return group.isPresent() ? group.get().usage() : GroupUsage.UNKNOWN;
    } catch (IOException unreadable) {
      return GroupUsage.UNKNOWN;
    }
  }

  private NativeEnding ending(GroupUsage used, Duration wall) {
    return switch (stop.get()) {
      case WALL -> new LimitExceeded(NativeLimit.WALL, limits.wall().toMillis(), wall.toMillis());
      case OUTPUT -> outputExceeded();
      case CANCEL -> new Cancelled();
      case NONE -> output.isExceeded() ? outputExceeded() : ending(used, exitStatus());
    };
  }

  private LimitExceeded outputExceeded() {
    return new LimitExceeded(NativeLimit.OUTPUT, limits.outputBytes(), output.written());
  }

  private OptionalInt exitStatus() {
    try {
      return status.exitStatus();
    } catch (IOException unreadable) {
      return OptionalInt.empty();
    }
  }

  private NativeEnding ending(GroupUsage used, OptionalInt exit) {
    return exit.isPresent() && exit.getAsInt() == 0 ? new Exited(0) : failure(used, exit);
  }

  /** A command that failed after it met a limit failed of it. */
  private NativeEnding failure(GroupUsage used, OptionalInt exit) {
    if (used.memoryKills() > 0) {
      return new LimitExceeded(NativeLimit.MEMORY, limits.memoryBytes(), used.peakMemoryBytes());
    }
    if (exit.isEmpty()) {
      return new Failed("the sandbox could not be set up");
    }
    if (used.forksRefused() > 0) {
      return new LimitExceeded(NativeLimit.PROCESSES, limits.processes(), used.peakProcesses());
    }
    if (exit.getAsInt() == SIGNALLED + SIGXFSZ) {
      return new LimitExceeded(NativeLimit.FILE, limits.fileBytes(), limits.fileBytes());
    }
    return new Exited(exit.getAsInt());
  }
}
