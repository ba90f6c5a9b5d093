package dev.cloche.run;

import dev.cloche.Policy;
import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Ends;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.Injector;
import dev.cloche.egress.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A session's way out, made when the first call needs one: the client's classes take longer to load
 * than most calls run. Thread-safe.
 */
final class SessionNetwork implements AutoCloseable {

  private final Resolver resolver;
  private final Set<CallNetwork> calls = ConcurrentHashMap.newKeySet();
  private Policy policy;
  private @Nullable HttpEgress egress;
  private @Nullable Egress brought;
  private boolean closed;

  SessionNetwork(Policy policy, Resolver resolver) {
    this.policy = policy;
    this.resolver = resolver;
  }

  /**
   * Has the way out of a call follow the session's policy.
   *
   * @param planned the policy under which the call was planned
   */
  void register(CallNetwork call, Policy planned) {
    calls.add(call);
    // It may have changed since, and before the call could be told.
    if (!policy().equals(planned)) {
      call.reconsider();
    }
  }

  /** Has all requests go to another egress, which decides for itself; closed with the session. */
  synchronized void bring(Egress other) {
    brought = other;
  }

  synchronized @Nullable Egress brought() {
    return brought;
  }

  /** Opens a way out by these rules; the session's client is made where there is none yet. */
  synchronized HttpEgress open(EgressRules rules, Injector injector, EgressObserver observer) {
    HttpEgress session = egress;
    if (session == null) {
      session =
          HttpEgress.builder(policy.network().rules())
              .limits(policy.network().limits())
              .resolver(resolver)
              .build();
      egress = session;
      if (closed) {
        session.close();
      }
    }
    return session.forCall(rules, injector, observer);
  }

  synchronized Policy policy() {
    return policy;
  }

  /** From now on another policy holds, for what is open as well. */
  void replace(Policy next) {
    synchronized (this) {
      policy = next;
      if (egress != null) {
        egress.replaceRules(next.network().rules());
      }
    }
    calls.forEach(CallNetwork::reconsider);
  }

  synchronized EgressUsage usage() {
    return egress == null ? Egress.denying().usage() : egress.usage();
  }

  void ended(CallNetwork call) {
    calls.remove(call);
  }

  @Override
  public synchronized void close() {
    closed = true;
    List<Runnable> ends = new ArrayList<>();
    if (egress != null) {
      ends.add(egress::close);
    }
    if (brought != null) {
      ends.add(brought::close);
    }
    Ends.run(ends);
  }
}
