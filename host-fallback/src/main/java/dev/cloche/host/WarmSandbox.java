package dev.cloche.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox that was set up before its command is known, and waits for it. Setting one up takes
 * some ten times what it takes to hand a command over.
 *
 * <p>The command comes as one line on standard input, which a shell in the sandbox reads byte by
 * byte, so that what follows is left for the command. In the line every word is quoted, and nothing
 * in it is ever parsed but the quotes. What has a line feed in it cannot be handed over so, and is
 * started cold.
 *
 * <p>One sandbox serves one command.
 */
final class WarmSandbox {
  private static final NativeCommand WAIT =
      NativeCommand.of("/bin/sh", "-c", "IFS= read -r c && eval \"$c\"");

  /** A shell reads it byte by byte: 16 KiB take it some 5 ms. */
  private static final int MAX_LINE_BYTES = 16 << 10;

  private final Launcher launcher;
  private final NativeLimits limits;
  private final boolean networked;
  private final Thread thread;
  private volatile @Nullable Launched launched;

  private WarmSandbox(Launcher launcher, NativeLimits limits, boolean networked) {
    this.launcher = launcher;
    this.limits = limits;
    this.networked = networked;
    this.thread = new Thread(this::launch, "cloche-sandbox-warm");
  }

  /** Starts one on a thread of its own: nobody waits for it. */
  static WarmSandbox start(Launcher launcher, NativeLimits limits, boolean networked) {
    WarmSandbox warm = new WarmSandbox(launcher, limits, networked);
    warm.thread.setDaemon(true);
    warm.thread.start();
    return warm;
  }

  private void launch() {
    try {
      launched = launcher.launch(WAIT, limits, networked);
    } catch (IOException | RefusedException notNow) {
      // The next command is started cold, and tells what is wrong.
      launched = null;
    }
  }

  /**
   * Returns the sandbox, with other limits where those can be changed; empty if it cannot serve
   * them, or has another network, and then it is gone.
   */
  Optional<Launched> take(NativeLimits wanted, boolean network) {
    Launched ready = await();
    if (ready == null) {
      return Optional.empty();
    }
    try {
      if (ready.process().isAlive() && network == networked && canServe(wanted)) {
        if (ready.group().isPresent()) {
          ready.group().get().limit(wanted.memoryBytes(), wanted.processes(), wanted.cpuPercent());
        }
        return Optional.of(ready);
      }
    } catch (IOException refused) {
      // Its group does not take the limits; a new one does, or tells why not.
      end();
      return Optional.empty();
    }
    end();
    return Optional.empty();
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
    Launched ready = await();
    if (ready != null) {
      boolean gone = ready.tree().finish();
      if (gone) {
        ready.remove();
      }
    }
  }

  private @Nullable Launched await() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return launched;
  }

  /** Returns the line that hands a command over; empty if it cannot be one. */
  static Optional<byte[]> line(NativeCommand command) {
    StringBuilder line = new StringBuilder();
    if (!BubblewrapArguments.inside(command.directory()).equals(BubblewrapArguments.WORKSPACE)) {
      line.append("cd ").append(quote(BubblewrapArguments.inside(command.directory())));
      line.append(" && unset OLDPWD && ");
    }
    for (Map.Entry<String, String> each : new TreeMap<>(command.environment()).entrySet()) {
      line.append("export ").append(each.getKey()).append('=').append(quote(each.getValue()));
      line.append(" && ");
    }
    line.append("exec");
    command.words().forEach(word -> line.append(' ').append(quote(word)));
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    boolean oneLine = line.indexOf("\n") < 0 && bytes.length <= MAX_LINE_BYTES;
    return oneLine ? Optional.of(bytes) : Optional.empty();
  }

  private static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
