package dev.cloche.host;

import dev.cloche.host.NativeEnding.LimitExceeded;
import dev.cloche.host.network.Gate;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The holder of a session, its control group and files, and what of its workspace is known to be
 * the same on both sides. Used by one thread at a time.
 */
final class Sandbox implements AutoCloseable {
  /** A file takes whole blocks of this size in the sandbox. */
  private static final long BLOCK = 4096;

  /** The holder, and what the kernel keeps for the session. */
  private static final long OVERHEAD_BYTES = 64L << 20;

  private static final int HOLDER_PROCESSES = 16;

  /** For carrying files in, beside the workspace itself. */
  private static final long CARRIER_BYTES = 256L << 20;

  private final Workspace workspace;
  private final RunDirectory directory;
  private final Optional<ControlGroup> group;
  private final Optional<ControlGroup> holderGroup;
  private final Holder holder;
  private final Launcher launcher;
  private final Forwarder forwarder;
  private final int uid;
  private final Set<String> pending = new TreeSet<>();
  private @Nullable Snapshot common;
  private Seen.Tree tree = Seen.Tree.empty();
  private final NativeLimits carrier;
  private long memory;
  private int processes;
  private int cpuPercent;
  private boolean limited;
  private CompletableFuture<Boolean> removals = CompletableFuture.completedFuture(true);
  private final List<Runnable> toRemove = new ArrayList<>();
  private boolean spoiled;
  private @Nullable WarmSandbox warm;

  private Sandbox(Ground ground, Workspace workspace, Opening opening, Holder holder) {
    this.workspace = workspace;
    this.directory = opening.directory;
    this.group = opening.group;
    this.holderGroup = opening.holderGroup;
    this.uid = opening.uid;
    this.holder = holder;
    this.carrier = carrier(workspace.limits());
    this.memory = carrier.memoryBytes();
    this.processes = carrier.processes();
    this.cpuPercent = carrier.cpuPercent();
    this.launcher =
        new Launcher(ground, directory, group, holder.pid(), opening.mountPoint, opening.etc, uid);
    this.forwarder =
        new Forwarder(
            new Forwarder.Place(
                ground.facts(), directory.path(), opening.etc, holder.pid(), uid, holderGroup));
  }

  /** What is carried in counts as memory of the carrier until its group is gone. */
  private static NativeLimits carrier(WorkspaceLimits size) {
    long most = 1L << 40;
    long memory = Math.min(most, CARRIER_BYTES + size.bytes() + BLOCK * size.nodes());
    return new NativeLimits(
        memory, 16, 400, Duration.ofMinutes(2), 4096, most, NativeLimits.DEFAULT_FILE_BYTES);
  }

  /** What a sandbox consists of while it is being opened, so that a failure leaves nothing. */
  private static final class Opening {
    final RunDirectory directory;
    final Optional<ControlGroup> group;
    final Optional<ControlGroup> holderGroup;
    final int uid;
    final String mountPoint;
    final String etc;

    Opening(Ground ground) throws IOException {
      String name = ground.nextName();
      uid = Ground.takeUid();
      directory = ground.directory(name);
      mountPoint = directory.child("ws").path().toString();
      etc = directory.child("etc").path().toString();
      group = ground.group(name);
      holderGroup = group.isPresent() ? Optional.of(group.get().child("h")) : Optional.empty();
    }

    void undo() {
      holderGroup.ifPresent(ControlGroup::remove);
      group.ifPresent(ControlGroup::remove);
      directory.delete();
      Ground.giveBackUid(uid);
    }
  }

  /**
   * Opens a sandbox with an empty workspace.
   *
   * @throws RefusedException if the machine does not let it
   */
  static Sandbox open(Ground ground, Workspace workspace) throws IOException {
    Opening opening = new Opening(ground);
    boolean done = false;
    try {
      if (opening.holderGroup.isPresent()) {
        opening.holderGroup.get().limit(OVERHEAD_BYTES, HOLDER_PROCESSES, 100);
      }
      WorkspaceLimits limits = workspace.limits();
      long bytes = limits.bytes() + BLOCK * limits.nodes();
      List<String> argv =
          HolderPlan.argv(
              ground.facts(),
              opening.uid,
              opening.holderGroup.map(ControlGroup::doors).orElse(List.of()),
              opening.group.flatMap(ControlGroup::killSwitch).orElse(""),
              new HolderPlan.Mounts(
                  opening.etc,
                  ground.etc().toString(),
                  opening.mountPoint,
                  bytes,
                  limits.nodes() + 1));
      Holder holder = Holder.start(argv, Path.of(opening.mountPoint));
      done = true;
      return new Sandbox(ground, workspace, opening, holder);
    } finally {
      if (!done) {
        opening.undo();
      }
    }
  }

  boolean isAlive() {
    return !spoiled && holder.isAlive();
  }

  /** Carries the workspace in, runs a command, and takes over what it changed. */
  NativeResult run(Job job, RunningCommand running) throws IOException {
    Job dressed = job.dressed();
    CommandCheck.check(dressed.command());
    dressed.requireDistinct();
    Machine.requirePassable(job.command().words());
    job.network().requireEnforceable();
    limitSession(job.limits());
    carryIn(running);
    NativeResult result = execute(dressed, running);
    // The flag of an interrupted thread would close the files that are read now.
    boolean interrupted = Thread.interrupted();
    try {
      return result.ending() instanceof NativeEnding.Failed
          ? spoil(result)
          : takeOver(result, new SecretSearch(job.secrets().scrubber()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Pages of the workspace stay with the session when the command's own group is gone. The limits
   * of a session only grow: the kernel refuses one below what is in use.
   */
  private void limitSession(NativeLimits limits) throws IOException {
    if (group.isEmpty()) {
      return;
    }
    boolean held =
        limited
            && limits.memoryBytes() <= memory
            && limits.processes() <= processes
            && limits.cpuPercent() <= cpuPercent;
    if (held) {
      return;
    }
    WorkspaceLimits size = workspace.limits();
    memory = Math.max(memory, limits.memoryBytes());
    processes = Math.max(processes, limits.processes());
    cpuPercent = Math.max(cpuPercent, limits.cpuPercent());
    group
        .get()
        .limit(
            memory + size.bytes() + BLOCK * size.nodes() + OVERHEAD_BYTES,
            processes + HOLDER_PROCESSES,
            cpuPercent);
    limited = true;
  }

  private NativeResult spoil(NativeResult result) {
    spoiled = true;
    return result;
  }

  /** Whether nobody changed the workspace since it was the same on both sides. */
  private boolean isTheSame(Snapshot last) {
    return pending.isEmpty() && workspace.diff(last).isEmpty();
  }

  private void carryIn(RunningCommand running) throws IOException {
    Snapshot last = common;
    if (last != null && isTheSame(last)) {
      return;
    }
    Push push = new Push(workspace);
    Snapshot now = workspace.snapshot();
    if (last == null) {
      push.addAll();
    } else {
      push.add(workspace.diff(last));
      push.addPaths(pending);
    }
    if (!push.isEmpty()) {
      Launched launched = launcher.launch(push.command(), carrier);
      NativeResult carried = await(launched, carrier, CommandStreams.of(push::writeTo), running);
      if (!carried.ending().equals(new NativeEnding.Exited(0))) {
        spoiled = true;
        now.close();
        if (carried.ending() instanceof NativeEnding.Cancelled) {
          throw new CancellationException("cancelled while the workspace was carried in");
        }
        throw new RefusedException(
            NativeRefusal.WORKSPACE,
            "the workspace could not be carried into the sandbox: %s, %s"
                .formatted(carried.ending(), Text.quote(carried.stderr().text())));
      }
      tree = scan();
    }
    pending.clear();
    setCommon(now);
  }

  private void setCommon(Snapshot now) {
    Snapshot last = common;
    common = now;
    if (last != null) {
      last.close();
    }
  }

  /** Looks at the tree; where the holder is gone it is another's, or none. */
  private Seen.Tree scan() throws IOException {
    Seen.Tree now = TreeScan.scan(holder.tree(), workspace.limits());
    if (!holder.isAlive()) {
      throw new IOException("the holder is gone");
    }
    return now;
  }

  private NativeResult takeOver(NativeResult result, SecretSearch secrets) throws IOException {
    Seen.Tree now = scan();
    if (now.isSameAs(tree)) {
      tree = now;
      return fullDisk(result, now);
    }
    // What others did to the workspace meanwhile is carried in before the next command.
    Push meanwhile = new Push(workspace);
    Snapshot before = common;
    if (before != null) {
      meanwhile.add(workspace.diff(before));
    }
    Snapshot undo = workspace.snapshot();
    Pull pull = new Pull(workspace, tree, now, secrets);
    try {
      pull.run(holder.tree());
    } catch (Pull.WorkspaceFullException full) {
      workspace.restore(undo);
      undo.close();
      spoiled = true;
      return result.withEnding(
          new LimitExceeded(NativeLimit.WORKSPACE, workspace.limits().bytes(), bytes(now)));
    }
    undo.close();
    pending.addAll(meanwhile.paths());
    // What the workspace does not have must not be there for the next command either: it would
    // survive a reset.
    spoiled |= !pull.leftOut().isEmpty();
    tree = now;
    setCommon(workspace.snapshot());
    return fullDisk(result.withLeftOut(pull.leftOut()), now);
  }

  private static long bytes(Seen.Tree tree) {
    return tree.nodes().values().stream().mapToLong(Seen::size).sum();
  }

  /** A command that failed with its disk full failed of that. */
  private NativeResult fullDisk(NativeResult result, Seen.Tree now) throws IOException {
    boolean failed = result.ending() instanceof NativeEnding.Exited exited && exited.status() != 0;
    if (!failed) {
      return result;
    }
    long room = Files.getFileStore(holder.tree()).getUsableSpace();
    boolean full = room < BLOCK || now.nodes().size() >= workspace.limits().nodes();
    return full
        ? result.withEnding(
            new LimitExceeded(NativeLimit.WORKSPACE, workspace.limits().bytes(), bytes(now)))
        : result;
  }

  /** Runs a command in the sandbox that waits for one, or in a new one. */
  private NativeResult execute(Job job, RunningCommand running) throws IOException {
    Gate gate = forwarder.open(job.network(), job.limits().wall());
    try {
      return dispatched(job, running);
    } finally {
      forwarder.shut();
      gate.close();
    }
  }

  private NativeResult dispatched(Job job, RunningCommand running) throws IOException {
    NativeLimits limits = job.limits();
    byte[] line = WarmSandbox.line(job.command(), job.secrets());
    Optional<Launched> warmed =
        line.length <= HandOver.MAX_LINE_BYTES ? takeWarm(limits, job.kind()) : Optional.empty();
    if (warmed.isEmpty() && job.secrets().isEmpty()) {
      Launched cold = launcher.launch(job.command(), limits, job.kind());
      return await(cold, limits, job.streams(), running);
    }
    // Secrets take the pipe in a new sandbox too: arguments are seen, and lie in a file.
    Launched waiting =
        warmed.isPresent() ? warmed.get() : launcher.launch(WarmSandbox.WAIT, limits, job.kind());
    if (line.length > HandOver.AT_ONCE_BYTES) {
      return await(waiting, limits, job.streams().after(line), running);
    }
    hand(line, waiting);
    return await(waiting, limits, job.streams(), running);
  }

  /** The pipe is empty: nobody has to read it meanwhile. */
  private static void hand(byte[] line, Launched waiting) {
    try {
      OutputStream in = waiting.process().getOutputStream();
      in.write(line);
      in.flush();
    } catch (IOException gone) {
      // Then there is no status of a command either, and it counts as failed.
      return;
    }
  }

  private NativeResult await(
      Launched launched, NativeLimits limits, CommandStreams streams, RunningCommand running) {
    try {
      CommandRun run = new CommandRun(launched, limits);
      running.set(run);
      return run.await(streams);
    } finally {
      // Its processes are gone, and what was made for it is not in anybody's way.
      toRemove.add(launched::remove);
    }
  }

  private Optional<Launched> takeWarm(NativeLimits limits, SandboxKind kind) {
    WarmSandbox present = warm;
    warm = null;
    Optional<Launched> taken = present == null ? Optional.empty() : present.take(limits, kind);
    if (present != null && taken.isEmpty()) {
      toRemove.add(present::end);
    }
    return taken;
  }

  private void endWarm() {
    WarmSandbox present = warm;
    warm = null;
    if (present != null) {
      present.end();
    }
  }

  /** Sets a sandbox up for the next command, most likely one of the same kind. */
  void warmUp(NativeLimits limits, SandboxKind kind) {
    if (warm == null && isAlive()) {
      warm = WarmSandbox.start(launcher, limits, kind);
    }
  }

  /** Removes what commands are through with, beside what goes on: nobody waits for it. */
  void tidyUp() {
    for (Runnable removal : toRemove) {
      removals = removals.handleAsync((before, failed) -> then(removal), Workers::run);
    }
    toRemove.clear();
  }

  private static Boolean then(Runnable removal) {
    removal.run();
    return true;
  }

  @Override
  public void close() {
    Snapshot last = common;
    if (last != null) {
      last.close();
    }
    endWarm();
    launcher.close();
    forwarder.close();
    holder.end();
    tidyUp();
    Boolean ignored = removals.exceptionally(failed -> false).join();
    holderGroup.ifPresent(ControlGroup::remove);
    group.ifPresent(ControlGroup::remove);
    directory.delete();
    Ground.giveBackUid(uid);
  }
}
