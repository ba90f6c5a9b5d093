package dev.cloche.adapter.micrometer;

import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;

/** The Java of docs/embedding.md that is for metrics, compiled. */
final class MetricsExample {

  AuditLog counted(MeterRegistry registry, Path file) throws IOException {
    ClocheMetrics metrics = ClocheMetrics.create();
    metrics.bindTo(registry);
    return AuditLog.builder(metrics.sink(AuditSink.file(file))).open();
  }
}
