package dev.cloche.credential;

import dev.cloche.egress.Ends;
import dev.cloche.egress.Scrubber;
import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.CredentialSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The credentials of one session and all leases of them.
 *
 * <p>A call gets leases of its own from {@link #forCall}; each is issued when a request first needs
 * it, lives from then on, and ends with the call. What is revoked here stays so for the session.
 * Thread-safe.
 *
 * <p>An issuer or a listener may block the thread that asked, none that revokes.
 */
public final class LeaseBook implements AutoCloseable {
  private final String session;
  private final Map<String, Lending> lendings = new LinkedHashMap<>();
  private final LeaseSettings settings;
  private final KnownSecrets known = new KnownSecrets();
  private final Set<CallLeases> calls = new HashSet<>();
  private final Set<String> revoked = new HashSet<>();
  private boolean closed;

  private LeaseBook(String session, Collection<Lending> lendings, LeaseSettings settings) {
    this.session = Objects.requireNonNull(session, "session");
    this.settings = Objects.requireNonNull(settings, "settings");
    for (Lending lending : lendings) {
      String name = lending.name();
      if (this.lendings.put(name, lending) != null) {
        throw new IllegalArgumentException("credential \"" + name + "\" occurs twice");
      }
    }
  }

  /**
   * Returns the book of a session.
   *
   * @param session its id
   * @param lendings its credentials, each name once
   * @param settings issuer, listener and clock
   * @throws IllegalArgumentException if a name occurs twice
   */
  public static LeaseBook of(String session, Collection<Lending> lendings, LeaseSettings settings) {
    return new LeaseBook(session, lendings, settings);
  }

  /** The id of the session. */
  public String session() {
    return session;
  }

  /**
   * Returns the leases of a call, to be closed when it ends.
   *
   * @param call the id of the call
   * @param tool the name of the tool
   * @throws IllegalStateException if the book is closed
   */
  public CallLeases forCall(String call, String tool) {
    CallLeases leases = new CallLeases(this, call, tool, lendings.values());
    Set<String> dead;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the session's leases are closed");
      }
      calls.add(leases);
      dead = Set.copyOf(revoked);
    }
    dead.forEach(credential -> leases.revoke(credential, "revoked before"));
    return leases;
  }

  /**
   * Takes a credential back from all calls, cuts what uses it, and lends it no more.
   *
   * @throws IllegalArgumentException if the session has no such credential
   */
  public void revoke(String credential) {
    if (!lendings.containsKey(credential)) {
      throw new IllegalArgumentException(
          "credential \"" + Shown.text(credential) + "\" is none of " + lendings.keySet());
    }
    List<CallLeases> now;
    synchronized (this) {
      revoked.add(credential);
      now = List.copyOf(calls);
    }
    Ends.each(now, call -> call.revoke(credential, "revoked"));
  }

  /** Takes all credentials back from all calls, cuts what uses them, and lends none more. */
  public void revokeAll() {
    Ends.each(lendings.keySet(), this::revoke);
  }

  /** Returns a scrubber of the latest 256 secrets that were issued in this session. */
  public Scrubber scrubber() {
    return known.scrubber();
  }

  /** Takes all back and forgets the secrets. May be called again. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    try {
      revokeAll();
    } finally {
      known.clear();
    }
  }

  synchronized void ended(CallLeases call) {
    calls.remove(call);
  }

  Optional<Credential> ask(String call, String tool, Lending lending) {
    CredentialRule rule = lending.rule();
    return Issuing.ask(
        issuer(rule.source()),
        new CredentialRequest(
            session, call, tool, lending.name(), lending.audienceText(), rule.ttl()),
        settings.patience());
  }

  private CredentialIssuer issuer(CredentialSource source) {
    if (source instanceof CredentialSource.Environment variable) {
      return CredentialIssuer.environment(variable.variable());
    }
    if (source instanceof CredentialSource.File secret) {
      return CredentialIssuer.file(secret.path());
    }
    return settings.issuer();
  }

  void know(List<byte[]> secrets) {
    known.add(secrets.stream().map(byte[]::clone).toList());
  }

  LongSupplier nanoTime() {
    return settings.nanoTime();
  }

  void tell(LeaseEvent event) {
    settings.listener().on(event);
  }
}
