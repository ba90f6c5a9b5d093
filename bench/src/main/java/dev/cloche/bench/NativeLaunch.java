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
  private final NativeCommand command;

  private NativeLaunch(NativeCommand command) {
    this.command = command;
  }

  static NativeLaunch warm() throws MissingException {
    return open(NativeCommand.of("true"));
  }

  /** A line feed cannot be handed over. */
  static NativeLaunch cold() throws MissingException {
    return open(NativeCommand.of("true", "\n"));
  }

  private static NativeLaunch open(NativeCommand command) throws MissingException {
    NativeLaunch launch = new NativeLaunch(command);
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
    long start = System.nanoTime();
    NativeResult result = session.run(command, NativeLimits.defaults());
    double millis = (System.nanoTime() - start) / 1e6;
    if (!result.ending().equals(new NativeEnding.Exited(0))) {
      throw new IOException("the command ended so: " + result.ending());
    }
    return millis;
  }

  @Override
  public void close() {
    session.close();
    backend.close();
    workspace.close();
  }
}
