package dev.cloche.egress;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Egress over HTTP/1.1 and HTTP/2, by OkHttp. Thread-safe.
 *
 * <p>A request goes: headers and URL checked, decided, told to the observer, counted, looked up,
 * all addresses vetted, a secret taken, one of these addresses dialled, sent. Each redirect begins
 * at the decision again. A request that is denied does nothing of what comes after that.
 *
 * <p>Connections are kept for 30 seconds, for the same rule, credential and origin alone. Threads
 * are daemons called {@code cloche-egress-}; they end with the egress, except for a look-up that
 * hangs in the resolver, which ends with it. OkHttp's own threads, which all its clients in a JVM
 * share, are daemons too and end when they were unused for a minute.
 */
public final class HttpEgress implements Egress {
  /** The name of the bound on exchanges that are open at a time, as of a budget. */
  static final String EXCHANGES = "exchanges";

  private final EgressParts parts;

  /** The session's, of which this is one call's; null if this is the session's. */
  private final @Nullable HttpEgress session;

  private volatile boolean closed;

  private HttpEgress(EgressParts parts, HttpEgress session) {
    this.parts = parts;
    this.session = session;
  }

  private HttpEgress(Builder builder) {
    this.session = null;
    Budget budget = new Budget(builder.limits);
    ExecutorService threads = Threads.start();
    Dialer dialer =
        new Dialer(
            builder.limits,
            budget,
            new LookUp(builder.resolver, threads),
            builder.vetting,
            new Tls(builder.trust));
    this.parts =
        new EgressParts(
            builder.limits,
            budget,
            new Decider(builder.rules, builder.observer, budget),
            dialer,
            builder.injector,
            builder.observer,
            threads);
  }

  /** Begins with the rules; all else has a default. */
  public static Builder builder(EgressRules rules) {
    return new Builder(rules);
  }

  /**
   * Returns the way out of one call of this session: by rules, credentials and an observer of its
   * own, within the session's budget, over its connections and threads. It ends before the session
   * does.
   *
   * @param rules what the call may do; at most what the session may
   */
  public HttpEgress forCall(EgressRules rules, Injector injector, EgressObserver observer) {
    Decider decider =
        new Decider(rules, observer, parts.budget(), parts.decider().current().generation());
    EgressParts own =
        new EgressParts(
            parts.limits(),
            parts.budget(),
            decider,
            parts.dialer(),
            injector,
            observer,
            parts.threads());
    return new HttpEgress(own, this);
  }

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    HttpExchange exchange = new HttpExchange(parts, request, patience);
    admit(exchange);
    exchange.begin();
    return exchange;
  }

  @Override
  public Tunnel tunnel(String authority, Patience patience) throws EgressException {
    TcpTunnel tunnel = new TcpTunnel(parts, patience);
    admit(tunnel);
    tunnel.begin(authority);
    return tunnel;
  }

  private void admit(Ongoing exchange) throws EgressException {
    synchronized (parts.open()) {
      if (closed || (session != null && session.closed)) {
        throw Failures.cut();
      }
      if (parts.open().size() >= Threads.EXCHANGES) {
        throw new EgressException(
            EgressException.Kind.BUDGET,
            EXCHANGES,
            "more than " + Threads.EXCHANGES + " exchanges are open at a time");
      }
      parts.open().add(exchange);
    }
  }

  /**
   * Puts other rules in place of those there were, for what is open as well: exchanges whose hop is
   * no longer allowed, or no longer with the same credential, are cut, and unused connections are
   * closed. What was sent and received still counts.
   */
  public void replaceRules(EgressRules rules) {
    parts.decider().replace(Objects.requireNonNull(rules, "rules"));
    if (session == null) {
      parts.dialer().lanes().evictAll();
    }
    for (Ongoing exchange : List.copyOf(parts.open())) {
      exchange.reconsider(rules);
    }
  }

  @Override
  public EgressUsage usage() {
    return parts.budget().usage();
  }

  @Override
  public void close() {
    List<Ongoing> open;
    synchronized (parts.open()) {
      closed = true;
      open = List.copyOf(parts.open());
    }
    try {
      Ends.each(open, Ongoing::close);
    } finally {
      if (session == null) {
        parts.dialer().lanes().close();
        parts.threads().shutdownNow();
      }
    }
  }

  /** What an egress is made of. Used by one thread. */
  public static final class Builder {
    private final EgressRules rules;
    private EgressLimits limits = EgressLimits.defaults();
    private Resolver resolver = Resolver.system();
    private Injector injector = Injector.none();
    private EgressObserver observer = EgressObserver.none();
    private AddressVetting vetting = AddressVetting.publicOnly();
    private @Nullable X509TrustManager trust;

    private Builder(EgressRules rules) {
      this.rules = Objects.requireNonNull(rules, "rules");
    }

    /** Sets what may be sent and received; {@link EgressLimits#defaults} otherwise. */
    @CanIgnoreReturnValue
    public Builder limits(EgressLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /** Sets who knows the addresses of names; {@link Resolver#system} otherwise. */
    @CanIgnoreReturnValue
    public Builder resolver(Resolver resolver) {
      this.resolver = Objects.requireNonNull(resolver, "resolver");
      return this;
    }

    /** Sets who brings credentials; none otherwise, and rules that name one then deny. */
    @CanIgnoreReturnValue
    public Builder injector(Injector injector) {
      this.injector = Objects.requireNonNull(injector, "injector");
      return this;
    }

    /** Sets who is told of decisions and ends; nobody otherwise. */
    @CanIgnoreReturnValue
    public Builder observer(EgressObserver observer) {
      this.observer = Objects.requireNonNull(observer, "observer");
      return this;
    }

    /** For tests of this package, which have no public addresses. */
    @CanIgnoreReturnValue
    Builder vetting(AddressVetting vetting) {
      this.vetting = vetting;
      return this;
    }

    /** For tests of this package, which have no public certificates. */
    @CanIgnoreReturnValue
    Builder trust(X509TrustManager trust) {
      this.trust = trust;
      return this;
    }

    /** Makes the egress. */
    public HttpEgress build() {
      return new HttpEgress(this);
    }
  }
}
