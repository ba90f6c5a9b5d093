package dev.cloche.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A launch that has come as far as it can while nobody knows of what: its process is in its control
 * groups and in the namespaces of the session, has given up root, and waits to become bubblewrap.
 *
 * <p><b>Why.</b> To move a process to a control group, the kernel waits until no processor is in
 * the middle of a fork (a grace period of RCU): that alone takes longer than to set a sandbox up.
 *
 * <p>No command has been near it: all that waits is a shell of the host.
 */
record Seat(Launched launched, LaunchFiles files, NativeLimits held) {
  /** The unit of {@code ulimit -f} (POSIX). */
  private static final long FILE_UNIT = 512;

  /**
   * Returns what a seat is told to have a command begin; empty if it cannot be told. The limit of a
   * file is set now: others hold for the group, or for all commands.
   */
  static Optional<byte[]> line(LaunchPlan plan, NativeLimits limits) {
    if (limits.fileBytes() % FILE_UNIT != 0) {
      return Optional.empty();
    }
    String limit = "ulimit -f " + limits.fileBytes() / FILE_UNIT + " && ";
    return HandOver.line(limit, plan.sandbox())
        .filter(line -> line.length <= HandOver.AT_ONCE_BYTES);
  }

  /**
   * Has a command begin.
   *
   * @throws IOException if the seat was lost meanwhile
   */
  Launched give(LaunchPlan plan, NativeLimits limits, byte[] line) throws IOException {
    if (!launched.process().isAlive()) {
      throw new IOException("a seat is lost");
    }
    if (!held.isSameForGroup(limits)) {
      ControlGroup group = launched.group().orElseThrow();
      group.limit(limits.memoryBytes(), limits.processes(), limits.cpuPercent());
    }
    Path arguments = Files.write(Path.of(files.arguments()), plan.argumentBytes());
    assert Files.exists(arguments);
    OutputStream in = launched.process().getOutputStream();
    in.write(line);
    in.flush();
    return launched;
  }

  /** Ends it without a command. */
  void end() {
    if (launched.tree().finish()) {
      launched.remove();
    }
  }
}
