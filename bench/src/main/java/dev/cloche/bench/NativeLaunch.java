package dev.cloche.bench;

import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding;
import dev.cloche.host.NativeLimits;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;

/** A session of Cloche, and one command in it. */
final class NativeLaunch implements Launch {

  /** A sandbox is up and waits long before; a machine under load takes a part of it. */
  private static final long UNTIL_WARM_MILLIS = 400;

  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
  private final NativeSession session = backend.openSession(workspace);
  private final boolean warm;
  private long launches;

  private NativeLaunch(boolean warm) {
    this.warm = warm;
  }

  static NativeLaunch warm() throws MissingException {
    return open(true);
  }

  /** The sandbox that waits always has another {@code /tmp} than is wanted. */
  static NativeLaunch cold() throws MissingException {
    return open(false);
  }

  private static NativeLaunch open(boolean warm) throws MissingException {
    NativeLaunch launch = new NativeLaunch(warm);
    try {
      double ignored = launch.millis();
      return launch;
    } catch (IOException refused) {
      launch.close();
      throw new MissingException(String.valueOf(refused.getMessage()));
    } catch (InterruptedException stopped) {
      launch.close();
      Thread.currentThread().interrupt();
      throw new MissingException("interrupted");
    }
  }

  @Override
  public double millis() throws IOException, InterruptedException {
    Thread.sleep(UNTIL_WARM_MILLIS);
    NativeLimits limits = limits(launches++);
    long start = System.nanoTime();
    NativeResult result = session.run(NativeCommand.of("true"), limits);
    double millis = (System.nanoTime() - start) / 1e6;
    if (!result.ending().equals(new NativeEnding.Exited(0))) {
      throw new IOException("the command ended so: " + result.ending());
    }
    return millis;
  }

  private NativeLimits limits(long launch) {
    NativeLimits usual = NativeLimits.defaults();
    long temporary = warm || launch % 2 == 0 ? usual.temporaryBytes() : usual.temporaryBytes() / 2;
    return new NativeLimits(
        usual.memoryBytes(),
        usual.processes(),
        usual.cpuPercent(),
        usual.wall(),
        usual.outputBytes(),
        usual.fileBytes(),
        temporary);
  }

  @Override
  public void close() {
    session.close();
    backend.close();
    workspace.close();
  }
}
