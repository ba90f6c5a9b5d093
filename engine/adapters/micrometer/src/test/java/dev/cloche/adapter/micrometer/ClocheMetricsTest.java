package dev.cloche.adapter.micrometer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wabt.Wat2Wasm;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditException;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.MemoryAuditSink;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded is counted. */
class ClocheMetricsTest {

  /** Never ends. */
  private static final Tool LOOP = Tool.of("loop", guest("(loop $l (br $l))"));

  private static final Tool DONE = Tool.of("done", guest("(drop (i32.const 1))"));

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final ClocheMetrics metrics = ClocheMetrics.create();

  private static byte[] guest(String body) {
    return Wat2Wasm.parse(
        "(module (memory (export \"memory\") 1) (func (export \"_start\") " + body + "))");
  }

  private static SessionOptions.Builder options(AuditLog log) {
    return SessionOptions.builder(
            Policy.builder().limits(Limits.builder().fuel(100_000).build()).build())
        .audit(log);
  }

  @Test
  void calls_areCountedByOutcomeWithWhatTheyUsed() {
    metrics.bindTo(registry);
    MemoryAuditSink kept = MemoryAuditSink.of(100);
    double fuel = 0;
    try (Engine engine = Engine.create();
        AuditLog log = AuditLog.open(metrics.sink(kept))) {
      try (Session session = engine.openSession(options(log).build())) {
        fuel += (double) session.call(DONE, Call.of()).usage().fuel();
        fuel += (double) session.call(DONE, Call.of()).usage().fuel();
        assertInstanceOf(Outcome.LimitExceeded.class, session.call(LOOP, Call.of()));
        assertEquals(1, registry.get("cloche.sessions").gauge().value());
      }
    }

    assertTrue(fuel > 0);
    assertEquals(2, timer("done", "completed", "none"));
    assertEquals(1, timer("loop", "limit-exceeded", "fuel"));
    assertEquals(
        fuel, registry.get("cloche.call.fuel").tag("tool", "done").summary().totalAmount());
    assertEquals(
        2 * 65_536, registry.get("cloche.call.memory").tag("tool", "done").summary().totalAmount());
    assertEquals(0, registry.get("cloche.sessions").gauge().value());
    assertTrue(kept.lines().size() > 5);
  }

  private long timer(String tool, String outcome, String limit) {
    return registry
        .get("cloche.call")
        .tag("tool", tool)
        .tag("outcome", outcome)
        .tag("limit", limit)
        .timer()
        .count();
  }

  @Test
  void gateAndHatches_areCounted() {
    metrics.bindTo(registry);
    try (Engine engine = Engine.create();
        AuditLog log = AuditLog.open(metrics.sink());
        Session session =
            engine.openSession(options(log).gate(plan -> Gate.Answer.deny("no")).build())) {
      assertInstanceOf(Outcome.Denied.class, session.call(DONE, Call.of()));
      assertEquals(
          Optional.empty(),
          session.requestHatch(HatchRequest.once(new HatchOperation.MoreFuel(1_000), "why")));
    }

    assertEquals(1, timer("done", "denied", "none"));
    assertEquals(1, events("gate", "denied"));
    assertEquals(1, events("hatches", "requested"));
    assertEquals(1, events("hatches", "denied"));
  }

  private double events(String meter, String event) {
    return registry.get("cloche." + meter).tag("event", event).counter().count();
  }

  @Test
  void network_isCounted() throws IOException {
    metrics.bindTo(registry);
    try (AuditSink sink = metrics.sink()) {
      for (boolean allowed : new boolean[] {true, false, false}) {
        sink.write(
            line(
                "egress-decided",
                "\"method\":\"GET\",\"url\":\"https://a/\",\"allowed\":" + allowed));
      }
      sink.write(line("egress-ended", "\"status\":200,\"sentBytes\":10,\"receivedBytes\":2000"));
      sink.write(line("lease-used", "\"lease\":\"l\""));
      sink.write(line("of-a-later-version", "\"a\":1"));
    }

    assertEquals(1, requests("allowed"));
    assertEquals(2, requests("denied"));
    assertEquals(10, registry.get("cloche.network.sent").counter().count());
    assertEquals(2_000, registry.get("cloche.network.received").counter().count());
    assertEquals(1, events("leases", "used"));
  }

  private double requests(String decision) {
    return registry.get("cloche.requests").tag("decision", decision).counter().count();
  }

  private static byte[] line(String type, String members) {
    return ("{\"seq\":1,\"time\":\"t\",\"type\":\"%s\",\"session\":\"s\",\"call\":\"1\",%s,"
            + "\"prev\":\"\",\"digest\":\"\"}\n")
        .formatted(type, members)
        .getBytes(US_ASCII);
  }

  /** A model that names its scripts must not make meters without end. */
  @Test
  void tools_beyondTheBound_areOther() throws IOException {
    metrics.bindTo(registry);
    try (AuditSink sink = metrics.sink()) {
      for (int i = 0; i < RecordMeters.MAX_TOOLS + 5; i++) {
        sink.write(
            line(
                "call-ended",
                "\"tool\":{\"name\":\"t%d\"},\"outcome\":{\"type\":\"completed\"},\"usage\":{}"
                    .formatted(i)));
      }
    }
    assertEquals(5, timer("other", "completed", "none"));
    assertEquals(1, timer("t0", "completed", "none"));
    assertNull(registry.find("cloche.call").tag("tool", "t" + RecordMeters.MAX_TOOLS).timer());
  }

  @Test
  void sinkThatFails_failsTheLog_andAMetricThatFailsDoesNot() throws IOException {
    AuditSink full =
        line -> {
          throw new IOException("full");
        };
    assertThrows(AuditException.class, () -> AuditLog.open(metrics.sink(full)));

    metrics.bindTo(registry);
    MemoryAuditSink kept = MemoryAuditSink.of(10);
    try (AuditSink sink = metrics.sink(kept)) {
      sink.write("no record\n".getBytes(US_ASCII));
    }
    assertEquals(1, kept.lines().size());
  }

  @Test
  void example_ofTheDocument_countsAndKeeps(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("audit.jsonl");
    try (Engine engine = Engine.create();
        AuditLog log = new MetricsExample().counted(registry, file);
        Session session = engine.openSession(options(log).build())) {
      assertInstanceOf(Outcome.Completed.class, session.call(DONE, Call.of()));
    }
    assertEquals(1, registry.get("cloche.call").timer().count());
    assertTrue(AuditVerifier.create().verify(List.of(file)).intact());
  }

  @Test
  void registries_eachSeeAll() {
    MeterRegistry second = new SimpleMeterRegistry();
    metrics.bindTo(registry);
    metrics.bindTo(second);
    try (Engine engine = Engine.create();
        AuditLog log = AuditLog.open(metrics.sink());
        Session session = engine.openSession(options(log).build())) {
      assertInstanceOf(Outcome.Completed.class, session.call(DONE, Call.of()));
    }
    assertEquals(1, second.get("cloche.call").timer().count());
    assertEquals(1, registry.get("cloche.call").timer().count());
  }
}
