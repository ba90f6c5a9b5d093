package dev.cloche.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.egress.EgressDecision;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What never stands in a record. */
class RedactionTest {

  private static final String CANARY = "s3cr3t-canary-value";

  private static JsonNode last(MemoryAuditSink sink) throws IOException {
    List<String> lines = sink.lines();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }

  @Test
  void c1_leasedSecret_isInNoField() {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    String s = "x " + CANARY + " y";
    try (AuditLog log = Chains.log(sink)) {
      AuditEvents session = AuditEvents.of(log, s, () -> Chains.scrubbing(CANARY));
      everywhere(session, s);
    }

    String all = String.join("\n", sink.lines());
    assertFalse(all.contains("canary"), all);
    assertTrue(all.contains("[secret]") && all.contains("x "));
  }

  private static void everywhere(AuditEvents session, String s) {
    String url = "https://h/" + CANARY + "/p";
    session.sessionOpened(s);
    session.workspaceCommitting(s);
    session.workspaceCommitted(s, FileChanges.NONE, 0);
    CallEvents call = session.call(s, s, s);
    call.planned(s, s, List.of(new AuditArgument(s, s, false)));
    call.gate(false, s, s);
    EgressDecision allowed = new EgressDecision(true, s, s, Optional.of(s), true);
    call.decided(s, url, allowed);
    call.leaseIssued(s, s, url, Duration.ofSeconds(1), 1);
    call.leaseUsed(s, s, url, 0);
    call.leaseDenied(s, url, s);
    call.leaseRevoked(s, s, s);
    call.hatchRequested(s, s, s, s);
    call.hatchApproved(s, Duration.ofSeconds(1), 1);
    call.hatchDenied(s, s);
    call.hatchUsed(s, s, 0);
    call.hatchRevoked(s, s);
    call.ended(
        new Outcome.Denied(s, s, Captured.EMPTY, Captured.EMPTY, Chains.USAGE),
        Chains.NETWORK,
        FileChanges.NONE);
    call.ended(
        new Outcome.HostFault(s, Captured.EMPTY, Captured.EMPTY, Chains.USAGE),
        Chains.NETWORK,
        FileChanges.NONE);
  }

  @Test
  void c1_secretAtTheCut_leavesNoPartOfIt() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    AuditEvents session = AuditEvents.of(Chains.log(sink), "s", () -> Chains.scrubbing(CANARY));
    String long1 = "a".repeat(480) + CANARY + "b".repeat(1000);

    session.call("c", "t", "").planned("", "", List.of(AuditArgument.of(long1)));

    JsonNode argument = last(sink).path("arguments").path(0);
    String scrubbed = long1.replace(CANARY, "[secret]");
    assertFalse(argument.path("value").asText().contains("s3c"));
    assertEquals(Seal.sha256Hex(scrubbed), argument.path("sha256").asText());
    assertEquals(scrubbed.length(), argument.path("bytes").asInt());
  }

  @Test
  void c1_argumentMarkedSecret_tellsNothing() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    AuditArgument argument = new AuditArgument("token", CANARY.repeat(1000), true);

    Chains.events(Chains.log(sink)).call("c", "t", "").planned("", "", List.of(argument));

    assertEquals(
        "{\"name\":\"token\",\"value\":\"[redacted]\"}",
        last(sink).path("arguments").path(0).toString());
    assertFalse(argument.toString().contains(CANARY));
  }

  @Test
  void c1_key_isInNoRecordNorItsToString() {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    AuditLog log = AuditLog.builder(sink).key(Chains.KEY).open();
    Chains.events(log).sessionOpened("p");

    assertFalse(String.join("", sink.lines()).contains("0123456789abcdef0123"));
    assertFalse(Chains.KEY.toString().contains("0123456789abcdef"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
https://h/p?token=SECRET             | https://h/p?[redacted]
https://h:8443/a/b#SECRET            | https://h:8443/a/b#[redacted]
https://h?SECRET                     | https://h?[redacted]
https://h/@scope/pkg                 | https://h/@scope/pkg
https://[::1]:8080/x?SECRET          | https://[::1]:8080/x?[redacted]
https://user:SECRET@h/p              | [redacted]
https://user:SEC?RET@h/p             | [redacted]
https://user%3aSECRET%40h/p          | [redacted]
https:\\\\user:SECRET@h              | [redacted]
//user:SECRET@h/p                    | [redacted]
https:h/p?SECRET                     | https:h/p?[redacted]
https://h%2fp%3FSECRET               | https://h%2fp?[redacted]
ftp://h/p                            | ftp://h/p
""")
  void n21_queryAndUserInformation_areNeverRecorded(String url, String shown) throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    CallEvents call = Chains.events(Chains.log(sink)).call("c", "t", "");

    call.decided("GET", url, EgressDecision.denied("network.default", "no"));

    assertEquals(shown, last(sink).path("url").asText());
  }

  @Test
  void n21_urlsWithinTexts_areRedactedToo() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    CallEvents call = Chains.events(Chains.log(sink)).call("c", "t", "");

    call.hatchRequested(
        "h1", "url", "https://h/x?k=SECRET", "for db://u:SECRET@h/d and \"http://i/?SECRET\" too");

    assertEquals("https://h/x?[redacted]", last(sink).path("what").asText());
    assertEquals(
        "for [redacted] and \"http://i/?[redacted]\" too", last(sink).path("reason").asText());
  }

  @Test
  void l8_lineBreaksAndTerminalSequences_areEscaped() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    String hostile =
        "a\r\n{\"seq\":9}\u2028\u2029\u0085\u001b[2J\u001b]0;x\u0007\u202e\u200b\u007f";

    Chains.events(Chains.log(sink)).call("c", hostile, "").gate(true, "p", hostile);

    String line = sink.lines().get(1);
    assertTrue(line.chars().allMatch(c -> c >= ' ' && c <= '~'), line);
    assertEquals(hostile, last(sink).path("reason").asText());
    assertTrue(Chains.verify(sink.lines()).intact());
  }

  @Test
  void arguments_beyondTheCount_areCountedAndDigested() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    List<AuditArgument> many = Collections.nCopies(100, AuditArgument.of("x"));

    Chains.events(Chains.log(sink)).call("c", "t", "").planned("", "", many);

    assertEquals(64, last(sink).path("arguments").size());
    assertEquals(100, last(sink).path("argumentCount").asInt());
    assertEquals(
        Seal.sha256Hex("{\"value\":\"x\"}\n".repeat(36)),
        last(sink).path("argumentsSha256").asText());
  }
}
