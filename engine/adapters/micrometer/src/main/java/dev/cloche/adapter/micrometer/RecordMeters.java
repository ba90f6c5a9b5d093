package dev.cloche.adapter.micrometer;

import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.AuditType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The meters of one registry. Tags have few values, whatever tools are called: kinds of endings and
 * events are closed sets, and beyond {@link #MAX_TOOLS} names a tool counts as {@code other}.
 */
final class RecordMeters {

  /** 100: scripts of a model may each have a name of their own. */
  static final int MAX_TOOLS = 100;

  private static final String NONE = "none";

  private final MeterRegistry registry;
  private final Set<String> tools = ConcurrentHashMap.newKeySet();
  private final AtomicLong sessions = new AtomicLong();
  private final Counter sent;
  private final Counter received;

  RecordMeters(MeterRegistry registry) {
    this.registry = registry;
    this.sent = Counter.builder("cloche.network.sent").baseUnit("bytes").register(registry);
    this.received = Counter.builder("cloche.network.received").baseUnit("bytes").register(registry);
    // Held by these meters, which the metrics hold: the registry has a weak reference.
    var unused = Gauge.builder("cloche.sessions", sessions, AtomicLong::get).register(registry);
  }

  void count(AuditRecord record) {
    Optional<AuditType> type = AuditType.of(record.type());
    if (type.isPresent()) {
      count(type.get(), record);
    }
  }

  private void count(AuditType type, AuditRecord record) {
    switch (type) {
      case SESSION_OPENED -> sessions.incrementAndGet();
      case SESSION_CLOSED -> sessions.decrementAndGet();
      case CALL_ENDED -> call(record);
      case GATE -> event("gate", record.flag("allowed") ? "allowed" : "denied");
      case EGRESS_DECIDED ->
          registry
              .counter("cloche.requests", "decision", record.flag("allowed") ? "allowed" : "denied")
              .increment();
      case EGRESS_ENDED -> {
        sent.increment((double) record.number("sentBytes").orElse(0L));
        received.increment((double) record.number("receivedBytes").orElse(0L));
      }
      case LEASE_ISSUED, LEASE_USED, LEASE_HELD, LEASE_DENIED, LEASE_REVOKED ->
          event("leases", type.id().substring("lease-".length()));
      case HATCH_REQUESTED, HATCH_APPROVED, HATCH_DENIED, HATCH_USED, HATCH_REVOKED ->
          event("hatches", type.id().substring("hatch-".length()));
      case LOG_OPENED,
          LOG_RESUMED,
          LOG_MISSED,
          LOG_CLOSED,
          POLICY_REPLACED,
          COMMIT_BEGUN,
          COMMIT_ENDED,
          CALL_PLANNED,
          CALL_STARTED -> {}
    }
  }

  private void event(String meter, String event) {
    registry.counter("cloche." + meter, "event", event).increment();
  }

  private void call(AuditRecord record) {
    String tool = tool(AuditRecord.text(record.object("tool"), "name"));
    Map<String, Object> outcome = record.object("outcome");
    Map<String, Object> usage = record.object("usage");
    String limit = AuditRecord.text(outcome, "limit");
    Timer.builder("cloche.call")
        .tag("tool", tool)
        .tag("outcome", AuditRecord.text(outcome, "type"))
        .tag("limit", limit.isEmpty() ? NONE : limit)
        .register(registry)
        .record(Duration.ofMillis(number(usage, "wallMillis")));
    DistributionSummary.builder("cloche.call.fuel")
        .tag("tool", tool)
        .register(registry)
        .record((double) number(usage, "fuel"));
    DistributionSummary.builder("cloche.call.memory")
        .baseUnit("bytes")
        .tag("tool", tool)
        .register(registry)
        .record((double) number(usage, "memoryBytes"));
  }

  private static long number(Map<String, Object> usage, String name) {
    return AuditRecord.number(usage, name).orElse(0L);
  }

  /** One sink is called from one thread at a time: the bound is exact. */
  private String tool(String name) {
    if (tools.contains(name)) {
      return name;
    }
    return tools.size() < MAX_TOOLS && tools.add(name) ? name : "other";
  }
}
