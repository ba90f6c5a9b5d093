package dev.cloche.credential;

import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Ends;
import dev.cloche.egress.Injection;
import dev.cloche.egress.Scrubber;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One credential of one call: issued at its first use, at most once, so that a call neither
 * outlives its lease by asking again nor floods an issuer that fails.
 */
final class LeaseSlot {
  private final CallLeases call;
  private final Lending lending;
  private boolean asked;
  private boolean expiryTold;

  /** Written before {@link #revoked} is read, and the other way round by who revokes. */
  private volatile @Nullable Lease lease;

  private volatile boolean revoked;

  LeaseSlot(CallLeases call, Lending lending) {
    this.call = call;
    this.lending = lending;
  }

  private interface Use<T> {
    T take(Lease lease) throws Lease.Denial;
  }

  /** Takes one use for a request. */
  Injection use(String method, CanonicalUrl url, Runnable cut) throws EgressException {
    Injection injection = taken(lease -> lease.use(method, url, cut));
    if (!told(LeaseEvent.Kind.USED, method + " " + url.withoutQuery())) {
      injection.close();
      throw unrecorded();
    }
    return injection;
  }

  /** Takes one use for a native command, which finds the secret where {@code where} says. */
  HeldSecret hold(String command, String where, Runnable cut) throws EgressException {
    HeldSecret held = taken(lease -> lease.hold(command, cut));
    if (!told(LeaseEvent.Kind.HELD, where)) {
      held.close();
      throw unrecorded();
    }
    return held;
  }

  private <T> T taken(Use<T> use) throws EgressException {
    Lease current = issued();
    if (current == null) {
      throw denied(revoked ? "was revoked" : "could not be issued");
    }
    try {
      return use.take(current);
    } catch (Lease.Denial e) {
      if (e.expired()) {
        tellExpiry();
      }
      throw denied(String.valueOf(e.getMessage()));
    }
  }

  private EgressException unrecorded() {
    return denied("has a use that could not be recorded");
  }

  /** Takes it back, whether it was issued or not. */
  void revoke(String why) {
    revoked = true;
    Lease current = lease;
    if (current == null) {
      return;
    }
    if (current.state() == LeaseState.EXPIRED) {
      tellExpiry();
    }
    if (current.takeBack()) {
      Ends.run(List.of(current::cut, () -> call.tell(LeaseEvent.Kind.REVOKED, name(), why)));
    }
  }

  LeaseState state() {
    Lease current = lease;
    if (current != null) {
      return current.state();
    }
    return revoked ? LeaseState.REVOKED : LeaseState.LIVE;
  }

  private synchronized @Nullable Lease issued() {
    if (!asked && !revoked) {
      asked = true;
      lease = issue();
      if (revoked && lease != null) {
        revoke("revoked while it was issued");
      }
    }
    return lease;
  }

  private @Nullable Lease issue() {
    Optional<Credential> issued = call.ask(lending);
    if (issued.isEmpty()) {
      return null;
    }
    try (Credential credential = issued.get()) {
      String value = credential.reveal();
      String sent = lending.rule().fill(value);
      List<byte[]> secrets = Secrets.of(value, sent);
      requireSendable(sent);
      Scrubber scrubber = Scrubber.of(secrets);
      call.know(secrets);
      Lease made = new Lease(lending, value, sent, scrubber, call.nanoTime());
      return told(LeaseEvent.Kind.ISSUED, "") ? made : null;
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** RFC 9110, section 5.5, without what it calls obsolete. */
  private void requireSendable(String sent) {
    boolean header =
        lending
            .rule()
            .placement()
            .filter(placed -> placed.place() == Injection.Place.HEADER)
            .isPresent();
    if (header && !sent.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new IllegalArgumentException("a header cannot hold the secret");
    }
  }

  private boolean told(LeaseEvent.Kind kind, String detail) {
    try {
      call.tell(kind, name(), detail);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private void tellExpiry() {
    synchronized (this) {
      if (expiryTold) {
        return;
      }
      expiryTold = true;
    }
    call.tell(LeaseEvent.Kind.EXPIRED, name(), "");
  }

  private String name() {
    return lending.name();
  }

  private EgressException denied(String why) {
    return call.denied(name(), why);
  }
}
