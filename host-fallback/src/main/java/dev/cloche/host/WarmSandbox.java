package dev.cloche.host;

import dev.cloche.LentSecrets;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A sandbox that was set up before its command is known, and waits for it. Setting one up takes
 * some ten times what it takes to hand a command over.
 *
 * <p>The command comes as {@link HandOver} says, to a shell in the sandbox. One of more than 16 KiB
 * is started cold.
 *
 * <p>One sandbox serves one command.
 */
final class WarmSandbox {
  /** What waits. */
  static final NativeCommand WAIT =
      NativeCommand.of(HandOver.waiting("/bin/sh").toArray(String[]::new));

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long REPORT_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Launcher launcher;
  private final NativeLimits limits;
  private final SandboxKind kind;
  private final CompletableFuture<Optional<Launched>> launched = new CompletableFuture<>();

  private WarmSandbox(Launcher launcher, NativeLimits limits, SandboxKind kind) {
    this.launcher = launcher;
    this.limits = limits;
    this.kind = kind;
  }

  /** Starts one beside what goes on: nobody waits for it. */
  static WarmSandbox start(Launcher launcher, NativeLimits limits, SandboxKind kind) {
    WarmSandbox warm = new WarmSandbox(launcher, limits, kind);
    Workers.run(warm::launch);
    return warm;
  }

  private void launch() {
    Optional<Launched> made = Optional.empty();
    try {
      made = Optional.of(launcher.launch(WAIT, limits, kind));
    } catch (IOException | RefusedException notNow) {
      // The next command is started cold, and tells what is wrong.
      made = Optional.empty();
    } finally {
      launched.complete(made);
    }
    made.ifPresent(WarmSandbox::look);
    launcher.prepare(limits);
  }

  /** Process 1 is best known before there is a command to wait for. */
  private static void look(Launched ready) {
    long end = System.nanoTime() + REPORT_PATIENCE_NANOS;
    while (!ready.tree().look() && ready.process().isAlive() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /**
   * Returns the sandbox, with other limits where those can be changed; empty if it cannot serve
   * them, or is of another kind, and then it is the caller's to end.
   */
  Optional<Launched> take(NativeLimits wanted, SandboxKind asked) {
    Optional<Launched> ready = launched.join();
    if (ready.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (ready.get().process().isAlive() && kind.canServe(asked) && canServe(wanted)) {
        if (ready.get().group().isPresent() && !limits.isSameForGroup(wanted)) {
          limit(ready.get().group().get(), wanted);
        }
        return ready;
      }
    } catch (IOException refused) {
      // Its group does not take the limits; a new one does, or tells why not.
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static void limit(ControlGroup group, NativeLimits wanted) throws IOException {
    group.limit(wanted.memoryBytes(), wanted.processes(), wanted.cpuPercent());
  }

  private boolean canServe(NativeLimits wanted) {
    boolean grouped =
        !launcher.isDegraded()
            || (wanted.processes() == limits.processes()
                && wanted.memoryBytes() == limits.memoryBytes());
    return grouped
        && wanted.fileBytes() == limits.fileBytes()
        && wanted.temporaryBytes() == limits.temporaryBytes();
  }

  /** Ends it without a command. */
  void end() {
    Optional<Launched> ready = launched.join();
    if (ready.isPresent() && ready.get().tree().finish()) {
      ready.get().remove();
    }
  }

  /** Returns the line that hands a command over, of whatever length. */
  static byte[] line(NativeCommand command, LentSecrets secrets) {
    StringBuilder before = new StringBuilder(HandOver.lend(secrets));
    if (!BubblewrapArguments.inside(command.directory()).equals(BubblewrapArguments.WORKSPACE)) {
      before.append("cd ").append(HandOver.quote(BubblewrapArguments.inside(command.directory())));
      before.append(" && unset OLDPWD && ");
    }
    for (Map.Entry<String, String> each : new TreeMap<>(command.environment()).entrySet()) {
      before.append(HandOver.export(each.getKey(), each.getValue()));
    }
    return HandOver.anyLine(before.toString(), command.words());
  }
}
