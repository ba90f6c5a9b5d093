package dev.cloche.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Starts sandboxes in the namespaces of a session. Used by one thread at a time. */
final class Launcher {
  private final Ground ground;
  private final RunDirectory directory;
  private final Optional<ControlGroup> group;
  private final long holder;
  private final String mountPoint;
  private final String etc;
  private final int uid;
  private int launches;

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
    return launch(command, limits, false);
  }

  /** Starts a command, where the forwarder is if it is to have a network. */
  synchronized Launched launch(NativeCommand command, NativeLimits limits, boolean networked)
      throws IOException {
    String name = "c" + ++launches;
    Path status = directory.write(name + "-status", new byte[0]);
    Path arguments = directory.path().resolve(name + "-arguments");
    Optional<ControlGroup> own =
        group.isPresent() ? Optional.of(group.get().child(name)) : Optional.empty();
    boolean started = false;
    try {
      if (own.isPresent()) {
        own.get().limit(limits.memoryBytes(), limits.processes(), limits.cpuPercent());
      }
      LaunchFiles files =
          new LaunchFiles(
              status.toString(),
              ground.filter().toString(),
              arguments.toString(),
              own.map(ControlGroup::doors).orElse(List.of()));
      LaunchPlan plan = LaunchPlan.of(ground.facts(), spec(limits, networked), files, command);
      arguments = directory.write(name + "-arguments", plan.argumentBytes());
      Launched launched =
          new Launched(
              Spawner.start(plan.argv()),
              new StatusFile(status),
              own,
              limits,
              List.of(status, arguments));
      started = true;
      return launched;
    } finally {
      if (!started) {
        own.ifPresent(ControlGroup::remove);
      }
    }
  }

  private SandboxSpec spec(NativeLimits limits, boolean networked) {
    return new SandboxSpec(
        holder,
        mountPoint,
        etc,
        uid,
        limits,
        ground.options().readableRoots(),
        ground.isDegraded(),
        networked);
  }
}
