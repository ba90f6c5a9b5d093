package dev.cloche.egress;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/**
 * One connection to one origin under one rule, with a client of its own around it, lent to one
 * exchange at a time.
 *
 * <p>A client that shared connections would decide on its own which request goes over which. Here
 * no connection can serve another rule, no stream of HTTP/2 shares its connection with another
 * exchange, every byte that comes belongs to a known exchange, and closing the sockets ends that
 * exchange and nothing else. The client is a copy of a base, and cheap.
 */
final class Lane {
  /** How long an unused connection stays open. */
  static final long IDLE_SECONDS = 30;

  private final LaneKey key;
  private final PinnedDns dns;
  private final VettedSockets sockets;
  private final Intake intake;
  private final ConnectionPool pool = new ConnectionPool(1, IDLE_SECONDS, TimeUnit.SECONDS);
  private final OkHttpClient client;
  private final AtomicBoolean passed = new AtomicBoolean();
  private volatile List<Header> hidden = List.of();
  private boolean used;

  Lane(
      LaneKey key,
      OkHttpClient base,
      Tls tls,
      PinnedDns dns,
      VettedSockets sockets,
      Intake intake) {
    this.key = key;
    this.dns = dns;
    this.sockets = sockets;
    this.intake = intake;
    OkHttpClient.Builder builder =
        base.newBuilder().connectionPool(pool).dns(dns).socketFactory(sockets);
    this.client =
        key.origin().startsWith("https:")
            ? builder
                .connectionSpecs(List.of(Tls.SPEC))
                .sslSocketFactory(new GuardedTls(tls.factory(), intake), tls.trust())
                .build()
            : builder.connectionSpecs(List.of(ConnectionSpec.CLEARTEXT)).build();
  }

  LaneKey key() {
    return key;
  }

  Intake intake() {
    return intake;
  }

  /** Whether it served an exchange before the present one. */
  boolean isUsed() {
    return used;
  }

  /** The connection is made, TLS included, and the request goes over; false if it did before. */
  boolean passes() {
    sockets.connected();
    return !passed.getAndSet(true);
  }

  /** Keeps fields of the response from the client. */
  void hide(String name, List<String> values) {
    hidden = values.stream().map(value -> new Header(name, value)).toList();
  }

  /** Fields of the response that the client did not see. */
  List<Header> hidden() {
    return hidden;
  }

  boolean isConnected() {
    return sockets.isConnected();
  }

  /** Begins with an exchange. */
  Call call(Request request) {
    intake.begin();
    passed.set(false);
    hidden = List.of();
    return client.newCall(request.newBuilder().tag(Lane.class, this).build());
  }

  /** An exchange is over, and the connection may serve another. */
  void rest() {
    used = true;
    dns.spend();
  }

  boolean hasConnection() {
    return pool.idleConnectionCount() > 0;
  }

  /** Ends whatever it does, for good; does not block, from any thread. */
  void cut() {
    sockets.close();
  }

  /** Is of no more use. */
  void retire() {
    sockets.close();
    pool.evictAll();
  }
}
