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
import java.io.OutputStream;

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
      Times ignored = launch.run();
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
  public Times run() throws IOException, InterruptedException {
    Thread.sleep(UNTIL_WARM_MILLIS);
    NativeLimits limits = limits(launches++);
    Reader reader = new Reader();
    long start = System.nanoTime();
    NativeResult result = session.run(NativeCommand.of(PROGRAM, "" + BYTE), limits, reader);
    long end = System.nanoTime();
    if (!result.ending().equals(new NativeEnding.Exited(0)) || !reader.sawTheByteAlone()) {
      throw new IOException("the command ended so, or printed more: " + result.ending());
    }
    return Times.of(start, reader.firstByte, end);
  }

  /** Gets what the command prints as it is printed, on a thread of the session's. */
  private static final class Reader extends OutputStream {
    private volatile long firstByte;
    private volatile int bytes;
    private volatile int last;

    @Override
    public synchronized void write(int one) {
      if (bytes == 0) {
        firstByte = System.nanoTime();
      }
      bytes++;
      last = one;
    }

    boolean sawTheByteAlone() {
      return bytes == 1 && last == BYTE;
    }
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
