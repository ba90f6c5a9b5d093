package dev.cloche.adapter.micrometer;

import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.AuditSink;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what another sink has kept. */
final class CountingSink implements AuditSink {

  private static final Logger LOG = LoggerFactory.getLogger(CountingSink.class);

  private final AuditSink next;
  private final List<RecordMeters> meters;

  CountingSink(AuditSink next, List<RecordMeters> meters) {
    this.next = Objects.requireNonNull(next, "sink");
    this.meters = meters;
  }

  @Override
  public void write(byte[] line) throws IOException {
    next.write(line);
    if (!meters.isEmpty()) {
      count(line);
    }
  }

  /** A metric that fails must not fail the calls whose record is kept. */
  private void count(byte[] line) {
    try {
      AuditRecord record = AuditRecord.parse(line);
      meters.forEach(one -> one.count(record));
    } catch (IOException | RuntimeException e) {
      LOG.warn("an audit record was not counted", e);
    }
  }

  @Override
  public void flush() throws IOException {
    next.flush();
  }

  @Override
  public void close() throws IOException {
    next.close();
  }

  @Override
  public Optional<Tail> resume() throws IOException {
    return next.resume();
  }
}
