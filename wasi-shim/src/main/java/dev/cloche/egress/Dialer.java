package dev.cloche.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.Authenticator;
import okhttp3.ConnectionSpec;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Makes lanes: looks a name up, has all its addresses vetted, and gives a client these and no
 * others to connect to. Thread-safe.
 *
 * <h2>Why OkHttp</h2>
 *
 * <p>The JDK's client resolves names by itself, takes proxies and authenticators from the JVM, and
 * shares connections as it likes; none of that can be replaced. OkHttp takes name resolution,
 * sockets, TLS, the pool, proxies, cookies and authenticators from whoever builds it, so that each
 * is ours or absent here, and it speaks HTTP/1.1 and HTTP/2.
 */
final class Dialer {
  /** Addresses of one host that are tried; all are vetted. */
  private static final int MAX_DIALLED = 8;

  private final EgressLimits limits;
  private final Budget budget;
  private final LookUp lookUp;
  private final AddressVetting vetting;
  private final Tls tls;
  private final Lanes lanes = new Lanes();
  private final OkHttpClient base = base();

  Dialer(EgressLimits limits, Budget budget, LookUp lookUp, AddressVetting vetting, Tls tls) {
    this.limits = limits;
    this.budget = budget;
    this.lookUp = lookUp;
    this.vetting = vetting;
    this.tls = tls;
  }

  Lanes lanes() {
    return lanes;
  }

  /** Returns an unused lane that was made for the same, or null. */
  @Nullable Lane idle(LaneKey key) {
    return lanes.take(key);
  }

  /** Makes a lane; nothing is connected yet, but all is vetted. */
  Lane dial(LaneKey key, CanonicalUrl url, long nanos, Cut cut) throws EgressException {
    long bound = Math.min(nanos, limits.connect().toNanos());
    long start = System.nanoTime();
    List<InetAddress> dialled = vetted(url, key.privateAddress(), bound, cut);
    Intake intake = new Intake(budget, limits.headerBytes());
    long left = Math.max(TimeUnit.MILLISECONDS.toNanos(1), bound - (System.nanoTime() - start));
    VettedSockets sockets =
        new VettedSockets(dialled, url.port(), intake, url.scheme().equals("http"), left);
    return new Lane(key, base, tls, new PinnedDns(url.host(), dialled), sockets, intake);
  }

  /** Looks a name up; all its addresses are vetted, and some are to be dialled. */
  private List<InetAddress> vetted(CanonicalUrl url, boolean priv, long nanos, Cut cut)
      throws EgressException {
    List<InetAddress> addresses =
        url.isAddressLiteral() ? List.of(url.address()) : lookUp.addresses(url.host(), nanos, cut);
    vetting.vet(url, addresses, priv);
    return addresses.stream().distinct().limit(MAX_DIALLED).toList();
  }

  /**
   * Connects to the first of the vetted addresses that answers. What is then said is the guest's
   * affair; it is counted, and cut with the exchange.
   */
  Socket connect(CanonicalUrl url, boolean priv, Intake intake, Wait wait) throws EgressException {
    long bound = Math.min(wait.nanos(), limits.connect().toNanos());
    long start = System.nanoTime();
    List<InetAddress> dialled = vetted(url, priv, bound, wait.cut());
    long left = Math.max(TimeUnit.MILLISECONDS.toNanos(1), bound - (System.nanoTime() - start));
    VettedSockets sockets = new VettedSockets(dialled, url.port(), intake, false, left);
    wait.cut().waitingIn(sockets::close);
    for (InetAddress each : dialled) {
      try {
        Socket socket = sockets.createSocket();
        socket.connect(new InetSocketAddress(each, url.port()));
        sockets.connected();
        return socket;
      } catch (IOException next) {
        if (wait.cut().isDone()) {
          throw Failures.cut();
        }
      }
    }
    throw new EgressException(
        EgressException.Kind.UNREACHABLE,
        "",
        "host " + Shown.quoted(url.host()) + " cannot be connected to");
  }

  /** How long connecting may take, and what breaks it off. */
  record Wait(long nanos, Cut cut) {}

  private static OkHttpClient base() {
    return new OkHttpClient.Builder()
        .proxy(Proxy.NO_PROXY)
        .proxySelector(new NoProxies())
        .proxyAuthenticator(Authenticator.NONE)
        .authenticator(Authenticator.NONE)
        .cookieJar(CookieJar.NO_COOKIES)
        .cache(null)
        .followRedirects(false)
        .followSslRedirects(false)
        .retryOnConnectionFailure(false)
        .fastFallback(false)
        .protocols(List.of(Protocol.HTTP_2, Protocol.HTTP_1_1))
        .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
        // Waiting is bounded by the sockets until connected, and then by the call's end.
        .connectTimeout(0, TimeUnit.MILLISECONDS)
        .readTimeout(0, TimeUnit.MILLISECONDS)
        .writeTimeout(0, TimeUnit.MILLISECONDS)
        .addNetworkInterceptor(new WireInterceptor())
        .build();
  }

  /** Knows of no proxy, whatever the JVM does. */
  private static final class NoProxies extends ProxySelector {
    @Override
    public List<Proxy> select(URI uri) {
      return List.of(Proxy.NO_PROXY);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
  }
}
