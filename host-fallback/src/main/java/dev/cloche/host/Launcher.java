package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Starts sandboxes in the namespaces of a session. Thread-safe. */
final class Launcher implements AutoCloseable {
  private final Ground ground;
  private final RunDirectory directory;
  private final Optional<ControlGroup> group;
  private final long holder;
  private final String mountPoint;
  private final String etc;
  private final int uid;
  private final AtomicInteger launches = new AtomicInteger();
  private @Nullable Seat seat;
  private boolean preparing;
  private boolean closed;

  /**
   * @param directory where the files of launches are
   * @param group the control group of the session
   * @param holder the process whose namespaces are entered
   * @param mountPoint where the workspace is in them
   * @param etc what becomes {@code /etc} in them
   * @param uid the user that launches become
   */
  Launcher(
      Ground ground,
      RunDirectory directory,
      Optional<ControlGroup> group,
      long holder,
      String mountPoint,
      String etc,
      int uid) {
    this.ground = ground;
    this.directory = directory;
    this.group = group;
    this.holder = holder;
    this.mountPoint = mountPoint;
    this.etc = etc;
    this.uid = uid;
  }

  boolean isDegraded() {
    return ground.isDegraded();
  }

  /** Starts a command, in a control group of its own. */
  Launched launch(NativeCommand command, NativeLimits limits) throws IOException {
    return launch(command, limits, SandboxKind.PLAIN);
  }

  /** Starts a command, in a sandbox of its kind. */
  Launched launch(NativeCommand command, NativeLimits limits, SandboxKind kind) throws IOException {
    LaunchPlan plan = LaunchPlan.of(ground.facts(), spec(limits, kind), command);
    Optional<Launched> seated = seated(plan, limits);
    if (seated.isPresent()) {
      return seated.get();
    }
    Room room = new Room(limits);
    boolean started = false;
    try {
      Path written = Files.write(room.arguments, plan.argumentBytes());
      assert written.equals(room.arguments);
      Launched launched = room.launched(Spawner.start(plan.argv(room.files)));
      started = true;
      return launched;
    } finally {
      if (!started) {
        room.undo();
      }
    }
  }

  /** Has a seat ready for the next command, where that makes a difference. May be on any thread. */
  void prepare(NativeLimits limits) {
    synchronized (this) {
      if (closed || preparing || seat != null || group.isEmpty()) {
        return;
      }
      preparing = true;
    }
    Seat made = sit(limits);
    synchronized (this) {
      preparing = false;
      seat = made;
      notifyAll();
    }
  }

  private @Nullable Seat sit(NativeLimits limits) {
    try {
      Room room = new Room(limits);
      boolean started = false;
      try {
        List<String> argv =
            LaunchPlan.seat(ground.facts(), spec(limits, SandboxKind.PLAIN), room.files);
        Seat made = new Seat(room.launched(Spawner.start(argv)), room.files, limits);
        started = true;
        return made;
      } finally {
        if (!started) {
          room.undo();
        }
      }
    } catch (IOException | RefusedException notNow) {
      // The next command is started without, and tells what is wrong.
      return null;
    }
  }

  private synchronized @Nullable Seat takeSeat() {
    Seat present = seat;
    seat = null;
    return present;
  }

  private Optional<Launched> seated(LaunchPlan plan, NativeLimits limits) {
    Optional<byte[]> line = Seat.line(plan, limits);
    Seat present = line.isPresent() ? takeSeat() : null;
    if (present == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(present.give(plan, limits, line.get()));
    } catch (IOException lost) {
      present.end();
      return Optional.empty();
    }
  }

  /** Ends what waits; nothing is started any more. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      boolean interrupted = false;
      while (preparing) {
        try {
          wait();
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    Seat present = takeSeat();
    if (present != null) {
      present.end();
    }
  }

  /** What a launch has for itself: files, and a control group. */
  private final class Room {
    final Path status;
    final Path arguments;
    final Optional<ControlGroup> own;
    final LaunchFiles files;

    Room(NativeLimits limits) throws IOException {
      String name = "c" + launches.incrementAndGet();
      status = directory.write(name + "-status", new byte[0]);
      arguments = directory.write(name + "-arguments", new byte[0]);
      own = group.isPresent() ? Optional.of(group.get().child(name)) : Optional.empty();
      files =
          new LaunchFiles(
              status.toString(),
              ground.filter().toString(),
              arguments.toString(),
              own.map(ControlGroup::doors).orElse(List.of()));
      boolean held = false;
      try {
        if (own.isPresent()) {
          own.get().limit(limits.memoryBytes(), limits.processes(), limits.cpuPercent());
        }
        held = true;
      } finally {
        if (!held) {
          undo();
        }
      }
    }

    Launched launched(Process process) {
      return Launched.of(process, new StatusFile(status), own, List.of(status, arguments));
    }

    void undo() {
      own.ifPresent(ControlGroup::remove);
    }
  }

  private SandboxSpec spec(NativeLimits limits, SandboxKind kind) {
    return new SandboxSpec(
        holder,
        mountPoint,
        etc,
        uid,
        limits,
        ground.options().readableRoots(),
        ground.isDegraded(),
        kind);
  }
}
