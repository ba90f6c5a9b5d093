package dev.cloche.credential;

import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Ends;
import dev.cloche.egress.Injection;
import dev.cloche.egress.Injector;
import dev.cloche.egress.Scrubber;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The leases of one call: what its egress injects from. Nothing of it serves another call. Closed
 * when the call ends, which takes all back and cuts what still runs. Thread-safe.
 */
public final class CallLeases implements Injector, AutoCloseable {
  private final LeaseBook book;
  private final String call;
  private final String tool;
  private final Map<String, LeaseSlot> slots = new ConcurrentHashMap<>();
  private final KnownSecrets known = new KnownSecrets();

  CallLeases(LeaseBook book, String call, String tool, Collection<Lending> lendings) {
    this.book = book;
    this.call = call;
    this.tool = tool;
    for (Lending lending : lendings) {
      slots.put(lending.name(), new LeaseSlot(this, lending));
    }
  }

  /** The id of the call. */
  public String call() {
    return call;
  }

  @Override
  public Injection inject(String credential, String method, CanonicalUrl url, Runnable cut)
      throws EgressException {
    return slot(credential).use(method, url, cut);
  }

  /**
   * Takes one use of a credential for the call's tool, a native command, which then holds it.
   *
   * @param where in which variable or file, for the record
   * @param cut ends the command, when the lease is taken back before it has ended; does not block
   * @throws EgressException of kind {@link EgressException.Kind#DENIED} if it may not have it
   */
  public HeldSecret hold(String credential, String where, Runnable cut) throws EgressException {
    return slot(credential).hold(tool, where, cut);
  }

  private LeaseSlot slot(String credential) throws EgressException {
    LeaseSlot slot = slots.get(credential);
    if (slot == null) {
      throw denied(Shown.text(credential), "has no lease");
    }
    return slot;
  }

  /**
   * Where the lease of a credential stands; one that was not needed yet is live.
   *
   * @throws IllegalArgumentException if the session has no such credential
   */
  public LeaseState state(String credential) {
    LeaseSlot slot = slots.get(credential);
    if (slot == null) {
      throw new IllegalArgumentException(
          "credential \"" + Shown.text(credential) + "\" is none of " + slots.keySet());
    }
    return slot.state();
  }

  /** Returns a scrubber of all secrets that were issued for this call so far, for its records. */
  public Scrubber scrubber() {
    return known.scrubber();
  }

  /** Takes all leases back and cuts what uses them. May be called again. */
  @Override
  public void close() {
    book.ended(this);
    revoke("the call has ended");
  }

  void revoke(String why) {
    Ends.each(slots.values(), slot -> slot.revoke(why));
  }

  void revoke(String credential, String why) {
    LeaseSlot slot = slots.get(credential);
    if (slot != null) {
      slot.revoke(why);
    }
  }

  Optional<Credential> ask(Lending lending) {
    return book.ask(call, tool, lending);
  }

  void know(List<byte[]> secrets) {
    known.add(secrets);
    book.know(secrets);
  }

  LongSupplier nanoTime() {
    return book.nanoTime();
  }

  void tell(LeaseEvent.Kind kind, String credential, String detail) {
    book.tell(new LeaseEvent(kind, book.session(), call, tool, credential, detail));
  }

  /** Tells of a denial and returns it. */
  EgressException denied(String credential, String why) {
    String sentence = "credential \"" + credential + "\" " + why;
    try {
      tell(LeaseEvent.Kind.DENIED, credential, sentence);
    } catch (RuntimeException e) {
      sentence += ", which could not be recorded";
    }
    return new EgressException(EgressException.Kind.DENIED, "credentials." + credential, sentence);
  }

  @Override
  public String toString() {
    return "CallLeases[" + call + "]";
  }
}
