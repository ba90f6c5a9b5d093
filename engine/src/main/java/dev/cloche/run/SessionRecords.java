package dev.cloche.run;

import dev.cloche.HatchEvent;
import dev.cloche.HatchRequest;
import dev.cloche.Policy;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditEvents;
import dev.cloche.audit.CallEvents;
import dev.cloche.credential.Audience;
import dev.cloche.credential.LeaseEvent;
import dev.cloche.egress.Scrubber;
import dev.cloche.policy.CredentialRule;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a session records, for calls, leases and hatches alike. Thread-safe. */
final class SessionRecords {

  private final AuditEvents events;
  private final boolean audited;
  private final Policy policy;
  private final Map<String, CallEvents> calls = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> uses = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();

  SessionRecords(SessionOptions options, Supplier<Scrubber> secrets) {
    this.audited = options.audit().isPresent();
    this.policy = options.policy();
    this.events =
        options
            .audit()
            .map(log -> AuditEvents.of(log, options.id(), secrets))
            .orElseGet(() -> AuditEvents.unlogged(options.id(), secrets));
  }

  /** Whether there is a log; otherwise only the flight recorder is told. */
  boolean isAudited() {
    return audited;
  }

  void opened() {
    if (audited) {
      events.sessionOpened("sha256:" + policy.digest());
    }
  }

  void policyReplaced(Policy next, Policy before) {
    if (audited) {
      events.policyReplaced("sha256:" + next.digest(), "sha256:" + before.digest());
    }
  }

  AuditEvents events() {
    return events;
  }

  void closed() {
    events.sessionClosed(count.get());
  }

  String nextCall() {
    return Long.toString(count.incrementAndGet());
  }

  /** How many calls there were, the present ones included. */
  long calls() {
    return count.get();
  }

  CallEvents call(String call, Tool tool) {
    CallEvents made = events.call(call, tool.name(), tool.digest());
    calls.put(call, made);
    return made;
  }

  void ended(String call) {
    calls.remove(call);
    uses.keySet().removeIf(key -> key.startsWith(call + "/"));
  }

  void lease(LeaseEvent event) {
    CallEvents call = calls.get(event.call());
    if (call == null) {
      return;
    }
    String credential = event.credential();
    String lease = event.call() + "/" + credential;
    switch (event.kind()) {
      case ISSUED -> {
        CredentialRule rule = policy.credentials().get(credential);
        if (rule != null) {
          call.leaseIssued(lease, credential, audience(credential), rule.ttl(), rule.uses());
        }
      }
      case USED -> call.leaseUsed(lease, credential, event.detail(), left(lease, credential));
      case HELD -> call.leaseHeld(lease, credential, event.detail(), left(lease, credential));
      case DENIED -> call.leaseDenied(credential, "", event.detail());
      case EXPIRED -> call.leaseRevoked(lease, credential, "expired");
      case REVOKED -> call.leaseRevoked(lease, credential, event.detail());
    }
  }

  /** What the rules that name a credential are for, and the commands that it is leased to. */
  private String audience(String credential) {
    return Stream.concat(
            Lendings.audience(policy, credential).stream().map(SessionRecords::requests),
            Lendings.commands(policy, credential).stream().map(command -> "command:" + command))
        .distinct()
        .collect(Collectors.joining(" "));
  }

  private static String requests(Audience audience) {
    return audience.methods().isEmpty()
        ? audience.pattern().toString()
        : String.join(",", new TreeSet<>(audience.methods())) + " " + audience.pattern();
  }

  private long left(String lease, String credential) {
    CredentialRule rule = policy.credentials().get(credential);
    long used = used(lease);
    return rule == null ? 0 : Math.max(0, rule.uses() - used);
  }

  private long used(String which) {
    return uses.computeIfAbsent(which, key -> new AtomicLong()).incrementAndGet();
  }

  void hatch(HatchEvent event) {
    CallEvents call = calls.getOrDefault(event.call(), events.outsideCalls());
    String hatch = Long.toString(event.hatch());
    HatchRequest request = event.request();
    String what = String.valueOf(request.operation());
    switch (event.kind()) {
      case REQUESTED ->
          call.hatchRequested(
              hatch, request.operation().getClass().getSimpleName(), what, request.reason());
      case APPROVED -> call.hatchApproved(hatch, request.ttl(), request.uses());
      case DENIED, REFUSED -> call.hatchDenied(hatch, event.detail());
      case USED -> call.hatchUsed(hatch, what, request.uses() - used("hatch " + hatch));
      case REVOKED -> call.hatchRevoked(hatch, "revoked");
    }
  }
}
