package dev.cloche.cli.serve;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Listens for clients over HTTP. No TLS: for others than this machine put a proxy before it that
 * has it. Thread-safe.
 */
public final class HttpListener {

  private static final int MAX_THREADS = 32;
  private static final int MAX_CONNECTIONS = 2_000;
  private static final long IDLE_MILLIS = 30_000;

  /** What a connection that waits for another request is left at the end; a second otherwise. */
  private static final long LAST_MILLIS = 200;

  private static final long STOP_MILLIS = 2_000;
  private static final int HEADER_BYTES = 8 << 10;

  /** 1 KiB a second: who sends slower holds a connection and a buffer for nothing. */
  private static final int MIN_RATE = 1 << 10;

  private final McpServer server;
  private final Server jetty;
  private final ServerConnector connector;
  private final HttpSessions sessions;
  private final HttpEndpoint endpoint;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean stopping;

  private HttpListener(McpServer server, HttpSettings settings) {
    this.server = server;
    this.sessions = new HttpSessions(server);
    this.endpoint = new HttpEndpoint(server, sessions);
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
    threads.setName("cloche-mcp-http");
    threads.setDaemon(true);
    this.jetty = new Server(threads);
    this.connector = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(configuration()));
    connector.setHost(settings.address().getAddress().getHostAddress());
    connector.setPort(settings.address().getPort());
    connector.setIdleTimeout(IDLE_MILLIS);
    connector.setShutdownIdleTimeout(LAST_MILLIS);
    jetty.addConnector(connector);
    jetty.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, connector));
    // From outside in: waits for answers at the end; drops who sends too slowly.
    jetty.setHandler(new GracefulHandler(new MinimumDataRateHandler(endpoint, MIN_RATE, 0)));
    jetty.setStopTimeout(STOP_MILLIS);
    ErrorHandler errors = new ErrorHandler();
    errors.setShowStacks(false);
    errors.setShowCauses(false);
    jetty.setErrorHandler(errors);
  }

  private static HttpConfiguration configuration() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    return http;
  }

  static HttpListener start(McpServer server, HttpSettings settings) throws IOException {
    HttpListener listener = new HttpListener(server, settings);
    try {
      listener.jetty.start();
    } catch (IOException busy) {
      throw busy;
    } catch (Exception failed) {
      throw new IOException("the HTTP listener could not start", failed);
    }
    listener.endpoint.open(new HttpGuard(settings, listener.connector.getLocalPort()));
    return listener;
  }

  /** Returns where clients reach it. */
  public String url() {
    InetSocketAddress at = new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    String host = at.getAddress().getHostAddress();
    return "http://"
        + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
        + ":"
        + at.getPort()
        + "/mcp";
  }

  /** Returns how many sessions are open. */
  public int sessions() {
    return sessions.count();
  }

  /** Waits until {@link #stop} has ended it. */
  public void await() throws InterruptedException {
    ended.await();
  }

  /**
   * Takes nothing new, lets calls that run end within the time that the server's limits give, and
   * closes all sessions. A second call does nothing.
   */
  public void stop() {
    synchronized (this) {
      if (stopping) {
        return;
      }
      stopping = true;
    }
    endpoint.drain();
    sessions.drain(server.settings().limits().drain());
    try {
      jetty.stop();
    } catch (Exception notClean) {
      server.settings().diagnostics().accept("the HTTP listener did not end cleanly");
    } finally {
      ended.countDown();
    }
  }
}
