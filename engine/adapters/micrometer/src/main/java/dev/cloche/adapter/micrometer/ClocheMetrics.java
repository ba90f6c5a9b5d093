package dev.cloche.adapter.micrometer;

import dev.cloche.audit.AuditSink;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Metrics of all sessions that record in one audit log: the records are what is counted, and so
 * nothing that a session records is missed.
 *
 * <pre>{@code
 * ClocheMetrics metrics = ClocheMetrics.create();
 * metrics.bindTo(registry);
 * AuditLog log = AuditLog.builder(metrics.sink(AuditSink.file(file))).open();
 * }</pre>
 *
 * <p>Meters, all with names that begin with {@code cloche.}:
 *
 * <ul>
 *   <li>{@code call}, a timer by {@code tool}, {@code outcome} and {@code limit}: the guest's time
 *   <li>{@code call.fuel} and {@code call.memory}, summaries by {@code tool}
 *   <li>{@code sessions}, a gauge: how many are open
 *   <li>{@code requests}, a counter by {@code decision}: allowed or denied, each hop for itself
 *   <li>{@code network.sent} and {@code network.received}, counters of bytes
 *   <li>{@code gate}, {@code leases} and {@code hatches}, counters by {@code event}
 * </ul>
 *
 * <p>What is counted before a registry is bound is not seen in it. Thread-safe.
 */
public final class ClocheMetrics implements MeterBinder {

  private final List<RecordMeters> bound = new CopyOnWriteArrayList<>();

  private ClocheMetrics() {}

  /** Returns metrics that are bound to no registry yet. */
  public static ClocheMetrics create() {
    return new ClocheMetrics();
  }

  /** Registers the meters; may be called for several registries. */
  @Override
  public void bindTo(MeterRegistry registry) {
    bound.add(new RecordMeters(registry));
  }

  /**
   * Returns a sink that gives each record to another and then counts it. If the other fails, so
   * does this one; if counting fails, the record stands.
   */
  public AuditSink sink(AuditSink next) {
    return new CountingSink(next, bound);
  }

  /** Returns a sink that only counts, for sessions whose records nobody keeps. */
  public AuditSink sink() {
    return sink(line -> {});
  }
}
