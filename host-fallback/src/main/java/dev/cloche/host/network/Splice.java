package dev.cloche.host.network;

import dev.cloche.egress.EgressException;
import dev.cloche.egress.Tunnel;
import java.io.IOException;

/** Copies between a command and a tunnel, both ways at once, until both ended or one failed. */
final class Splice {
  private static final int BUFFER = 16 << 10;

  private final Wire wire;
  private final Tunnel tunnel;

  Splice(Wire wire, Tunnel tunnel) {
    this.wire = wire;
    this.tunnel = tunnel;
  }

  void run() throws IOException {
    Thread back = new Thread(this::back, Thread.currentThread().getName() + "-back");
    back.setDaemon(true);
    back.start();
    try {
      out();
    } catch (IOException | EgressException | RuntimeException failed) {
      // Nothing can be said in the middle of a stream; both ends see it end.
      end();
    } finally {
      join(back);
    }
  }

  private void out() throws IOException, EgressException {
    byte[] buffer = new byte[BUFFER];
    for (int read = wire.read(buffer, 0, BUFFER); read >= 0; read = wire.read(buffer, 0, BUFFER)) {
      tunnel.write(buffer, 0, read);
    }
    tunnel.endOutput();
  }

  private void back() {
    byte[] buffer = new byte[BUFFER];
    try {
      for (int read = tunnel.read(buffer, 0, BUFFER);
          read >= 0;
          read = tunnel.read(buffer, 0, BUFFER)) {
        wire.write(buffer, 0, read);
      }
      wire.endOutput();
    } catch (IOException | EgressException | RuntimeException failed) {
      // Of the last kind is what cannot be recorded; the other way then ends too.
      end();
    }
  }

  private void end() {
    try (wire) {
      tunnel.close();
    } catch (IOException | RuntimeException gone) {
      // It is closed as far as anybody can tell.
      return;
    }
  }

  private void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException stop) {
        interrupted = true;
        end();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
