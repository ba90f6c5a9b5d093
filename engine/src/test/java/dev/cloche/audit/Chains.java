package dev.cloche.audit;

import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.Usage;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Scrubber;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Chains to test with. */
final class Chains {

  static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T12:00:00.250Z"), ZoneOffset.UTC);
  static final AuditKey KEY =
      AuditKey.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
  static final EgressUsage NETWORK = new EgressUsage(1, 2, 3);
  static final Usage USAGE = new Usage(1000, Duration.ofMillis(12), 65_536, 0, 5, 0, 9);

  private Chains() {}

  static AuditLog log(AuditSink sink) {
    return AuditLog.builder(sink).clock(CLOCK).open();
  }

  static AuditEvents events(AuditLog log) {
    return AuditEvents.of(log, "s1", Scrubber::none);
  }

  /** Eight records: log, session, a call with one denied request, end. */
  static List<String> lines() {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = log(sink)) {
      story(log);
    }
    return sink.lines();
  }

  static void story(AuditLog log) {
    AuditEvents session = events(log);
    session.sessionOpened("sha256:aa");
    CallEvents call = session.call("c1", "tool", "ab".repeat(32));
    call.planned("sha256:bb", "sha256:aa", List.of(AuditArgument.of("in.csv")));
    call.started();
    call.decided(
        "GET", "https://example.com/a?t=1", EgressDecision.denied("network.deny[0]", "no"));
    call.ended(completed(0), NETWORK, FileChanges.NONE);
    session.sessionClosed(1);
  }

  static Outcome completed(int exit) {
    return new Outcome.Completed(exit, Captured.EMPTY, Captured.EMPTY, USAGE);
  }

  static byte[] file(List<String> lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  static Verification verify(byte[] file) throws IOException {
    Path written = Files.createTempFile("audit", ".jsonl");
    try {
      return AuditVerifier.create().verify(List.of(Files.write(written, file)));
    } finally {
      Files.delete(written);
    }
  }

  static Verification verify(List<String> lines) throws IOException {
    return verify(file(lines));
  }

  /** Takes one word out. */
  static Scrubber scrubbing(String secret) {
    return new Scrubber() {
      @Override
      public String scrub(String text) {
        return text.replace(secret, "[secret]");
      }

      @Override
      public Stream stream() {
        return Scrubber.none().stream();
      }
    };
  }
}
