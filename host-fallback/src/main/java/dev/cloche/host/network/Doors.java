package dev.cloche.host.network;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The Unix sockets of a session: one for each route, so that what a connection is about is where it
 * came in, and nothing that anybody says. Only the user of the session can connect. Without a gate
 * behind them, connections are closed at once. Thread-safe.
 */
public final class Doors implements AutoCloseable {
  private static final int BACKLOG = 64;

  private final Selector selector;
  private final List<Path> sockets = new ArrayList<>();
  private final AtomicReference<@Nullable Gate> gate = new AtomicReference<>();

  private Doors(Selector selector) {
    this.selector = selector;
  }

  /**
   * Opens them.
   *
   * @param directory where the sockets are made
   * @param prefix what their names begin with
   * @param owner the user that may connect, where this JVM is root; -1 otherwise
   */
  public static Doors open(Path directory, String prefix, int owner, List<Route> routes)
      throws IOException {
    Doors doors = new Doors(Selector.open());
    boolean done = false;
    try {
      for (Route each : routes) {
        doors.add(directory.resolve(prefix + doors.sockets.size()), owner, each);
      }
      Thread thread = new Thread(doors::accept, "cloche-network-doors");
      thread.setDaemon(true);
      thread.start();
      done = true;
      return doors;
    } finally {
      if (!done) {
        doors.close();
      }
    }
  }

  private void add(Path socket, int owner, Route route) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    boolean registered = false;
    try {
      ServerSocketChannel bound = server.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
      sockets.add(socket);
      Path own =
          Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      if (owner >= 0) {
        own = Files.setAttribute(own, "unix:uid", owner);
      }
      bound.configureBlocking(false);
      SelectionKey key = bound.register(selector, SelectionKey.OP_ACCEPT, route);
      registered = key.isValid();
    } finally {
      if (!registered) {
        server.close();
      }
    }
  }

  /** The socket of each route, in their order. */
  public List<Path> sockets() {
    return List.copyOf(sockets);
  }

  /** From now on connections go to this gate; to none if null. */
  public void lead(@Nullable Gate to) {
    gate.set(to);
  }

  private void accept() {
    try {
      while (selector.isOpen()) {
        int ready = selector.select();
        assert ready >= 0;
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.channel() instanceof ServerSocketChannel server
              && key.attachment() instanceof Route route) {
            accept(server, route);
          }
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException | RuntimeException closed) {
      // The session is over.
      return;
    }
  }

  private void accept(ServerSocketChannel server, Route route) throws IOException {
    SocketChannel channel = server.accept();
    if (channel == null) {
      return;
    }
    Gate present = gate.get();
    if (present == null) {
      channel.close();
      return;
    }
    channel.configureBlocking(true);
    present.take(route, channel);
  }

  /** Nobody connects any more. Closing twice is harmless. */
  @Override
  public void close() {
    if (!selector.isOpen()) {
      return;
    }
    List<SelectionKey> keys = List.copyOf(selector.keys());
    keys.forEach(key -> close(key.channel()));
    close(selector);
    sockets.forEach(socket -> close(() -> Files.deleteIfExists(socket)));
  }

  /** What cannot be closed or deleted goes with the directory of the session. */
  private static void close(Closeable each) {
    try {
      each.close();
    } catch (IOException gone) {
      return;
    }
  }
}
