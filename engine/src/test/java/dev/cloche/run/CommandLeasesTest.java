package dev.cloche.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.PolicyClause;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditException;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.credential.Credential;
import dev.cloche.credential.CredentialRequest;
import dev.cloche.policy.NativeLease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The leases of native commands, with a backend that runs nothing. */
@Tag("one-jdk")
@Timeout(120)
class CommandLeasesTest {

  private static final String SECRET = "canary-0123456789";
  private static final String POLICY =
      """
      native:
        commands: [echo, wait, touch]
        leases:
          - { credential: key, commands: [echo, wait], environment: TOKEN }
          - { credential: key, commands: [echo], file: token.txt }
      credentials: { key: { issuer: true, header: X, ttl: 5m, uses: 2 } }
      """;
  private static final Tool ECHO = Tool.command("echo", "-n");
  private static final Tool WAIT = Tool.command("wait");

  private final FakeBackend backend = new FakeBackend(EnumSet.allOf(PolicyClause.class));
  private final Engine engine = Engine.builder().backend(backend).build();
  private final List<CredentialRequest> asked = new ArrayList<>();

  @AfterEach
  void close() {
    engine.close();
  }

  private SessionOptions.Builder options(String policy) {
    return SessionOptions.builder(Sessions.policy(policy))
        .credentialIssuer(
            request -> {
              asked.add(request);
              return Credential.of(SECRET);
            });
  }

  private Session session(String policy) {
    return engine.openSession(options(policy).build());
  }

  @Test
  void c5_aCommandOfALease_isGivenTheSecretOnceItRuns_andOthersNothing() {
    try (Session session = session(POLICY)) {
      Sessions.completed(session.call(Tool.command("touch", "x"), Call.of()));
      assertEquals(List.of(), asked);
      assertTrue(backend.secrets.get(0).isEmpty());
      Sessions.completed(session.call(ECHO, Call.of()));
      assertEquals(Map.of("TOKEN", SECRET), backend.secrets.get(1).environment());
      assertEquals(Map.of("token.txt", SECRET), backend.secrets.get(1).files());
      assertEquals("", backend.secrets.get(1).scrubber().scrub(SECRET).replace("[redacted]", ""));
      assertFalse(backend.secrets.get(1).toString().contains(SECRET));
      assertEquals(List.of("command echo", "command wait"), asked.get(0).audience());
      assertEquals(1, asked.size());
    }
  }

  /** Such as one that no header could hold. */
  @Test
  void c5_credentialOfCommandsAlone_isHeldAsItIs_andRecordedForThem() {
    String key = "can\u00e4ry-0123456789";
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = AuditLog.open(sink);
        Session session =
            engine.openSession(
                options(POLICY.replace("issuer: true, header: X,", "issuer: true,"))
                    .credentialIssuer(request -> Credential.of(key))
                    .audit(log)
                    .build())) {
      Sessions.completed(session.call(ECHO, Call.of()));
    }
    assertEquals(Map.of("token.txt", key), backend.secrets.get(0).files());
    assertEquals("[redacted]", backend.secrets.get(0).scrubber().scrub(key));
    String issued =
        sink.lines().stream().filter(each -> each.contains("lease-issued")).findFirst().orElse("");
    assertTrue(issued.contains("\"audience\":\"command:echo command:wait\""), issued);
  }

  @Test
  void c9_theGateSeesTheLease_andBeforeItsAnswerNothingIsIssued() {
    List<Plan> seen = new ArrayList<>();
    Gate gate =
        plan -> {
          seen.add(plan);
          return plan.leases().isEmpty() ? Gate.Answer.allow() : Gate.Answer.deny("no secrets");
        };
    try (Session session = engine.openSession(options(POLICY).gate(gate).build())) {
      Sessions.denied("gate", session.call(ECHO, Call.of()));
      Sessions.completed(session.call(Tool.command("touch", "x"), Call.of()));
    }
    assertEquals(List.of(), asked);
    assertEquals(
        Set.of("variable TOKEN", "file /run/cloche/secrets/token.txt"),
        Set.copyOf(seen.get(0).leases().stream().map(NativeLease::where).toList()));
    assertTrue(seen.get(0).text().contains("lease: credential key in variable TOKEN"));
    assertFalse(seen.get(1).text().contains("lease: "));
  }

  @Test
  void plan_ofAnotherLease_isAnotherPlan_andAModuleHasNone() {
    try (Session session = session(POLICY);
        Session other = session(POLICY.replace("TOKEN", "OTHER"))) {
      assertNotEquals(session.plan(ECHO, Call.of()).digest(), other.plan(ECHO, Call.of()).digest());
      Tool module = Tool.of("echo", Wat.wasm("(module (func (export \"_start\")))"));
      assertEquals(List.of(), session.plan(module, Call.of()).leases());
      Sessions.completed(session.call(module, Call.of()));
      assertEquals(List.of(), asked);
    }
  }

  @Test
  void c5_revoke_endsTheCommandThatHoldsIt_andNoneIsLentAfter() throws Exception {
    try (Session session = session(POLICY)) {
      Running running = session.start(WAIT, Call.of());
      backend.waiting.await();
      session.revokeCredential("key");
      assertEquals("partly", Sessions.denied("credentials.key", running.await()).stdout().text());
      Sessions.denied("credentials.key", session.call(ECHO, Call.of()));
      Sessions.completed(session.call(Tool.command("touch", "x"), Call.of()));
      assertEquals(2, backend.plans.size());
    }
  }

  @Test
  void c5_timeThatIsOver_endsTheCommandThatHoldsIt() {
    try (Session session = session(POLICY.replace("ttl: 5m", "ttl: 1s"))) {
      Sessions.denied("credentials.key", session.call(WAIT, Call.of()));
    }
  }

  @Test
  void c5_aPolicyWithoutTheLease_endsTheCommandThatHoldsIt_andAnotherChangeDoesNot()
      throws Exception {
    try (Session session = session(POLICY)) {
      Running running = session.start(WAIT, Call.of());
      backend.waiting.await();
      session.replacePolicy(Sessions.policy(POLICY.replace("[echo, wait]", "[wait, touch]")));
      assertFalse(running.isDone());
      session.replacePolicy(Sessions.policy(POLICY.replace("[echo, wait]", "[echo]")));
      Sessions.denied("native.leases", running.await());
    }
  }

  /** Who may hold a credential is said when the session opens, as where requests may carry it. */
  @Test
  void c5_aLeaseThatALaterPolicyAdds_isForAnotherAudience() {
    try (Session session = session(POLICY)) {
      session.replacePolicy(Sessions.policy(POLICY.replace("[echo, wait]", "[wait, touch]")));
      Sessions.denied("credentials.key", session.call(Tool.command("touch", "x"), Call.of()));
      assertEquals(List.of(), backend.plans);
    }
  }

  @Test
  void c5_moreHandsThanUses_isDenied_andNothingRuns() {
    try (Session session = session(POLICY.replace("uses: 2", "uses: 1"))) {
      Sessions.denied("credentials.key", session.call(ECHO, Call.of()));
      assertEquals(List.of(), backend.plans);
    }
  }

  @Test
  void c1_anIssuerThatFails_deniesWithoutItsWords() {
    SessionOptions options =
        SessionOptions.builder(Sessions.policy(POLICY))
            .credentialIssuer(
                request -> {
                  throw new IllegalStateException(SECRET);
                })
            .build();
    try (Session session = engine.openSession(options)) {
      Outcome.Denied denied = Sessions.denied("credentials.key", session.call(ECHO, Call.of()));
      assertFalse(denied.toString().contains(SECRET));
      assertEquals(List.of(), backend.plans);
    }
  }

  @Test
  void variable_thatTheCallSetsToo_isAContradiction() {
    try (Session session = session(POLICY)) {
      Call call = Call.builder().environment("TOKEN", "mine").build();
      Sessions.refused(session.call(ECHO, call));
      assertEquals(List.of(), asked);
      Sessions.completed(session.call(Tool.command("touch", "x"), call));
    }
  }

  @Test
  void backend_thatDoesNotEnforceIt_refuses() {
    EnumSet<PolicyClause> enforced = EnumSet.allOf(PolicyClause.class);
    enforced.remove(PolicyClause.LEASES);
    FakeBackend lesser = new FakeBackend(enforced);
    try (Engine with = Engine.builder().backend(lesser).build();
        Session session = with.openSession(options(POLICY).build());
        Session plain = with.openSession(options("native: { commands: [echo] }").build())) {
      assertTrue(
          Sessions.refused(session.call(ECHO, Call.of())).reason().endsWith("native.leases"));
      Sessions.completed(plain.call(ECHO, Call.of()));
      assertEquals(List.of(), asked);
    }
  }

  @Test
  void c8_theAudit_marksWhatACommandHolds_andNeverTheSecret() throws Exception {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = AuditLog.builder(sink).open();
        Session session = engine.openSession(options(POLICY).audit(log).build())) {
      Outcome echoed = session.call(ECHO, Call.of(SECRET));
      assertInstanceOf(Outcome.Completed.class, echoed);
    }
    String records = String.join("\n", sink.lines());
    assertTrue(records.contains("\"type\":\"lease-issued\""), records);
    assertTrue(records.contains("\"audience\":\"command:echo command:wait\""), records);
    assertTrue(records.contains("\"place\":\"variable TOKEN\",\"usesLeft\":1"), records);
    assertTrue(
        records.contains("\"place\":\"file /run/cloche/secrets/token.txt\",\"usesLeft\":0"),
        records);
    assertTrue(records.contains("\"type\":\"lease-revoked\""), records);
  }

  @Test
  void c8_aLeaseThatCannotBeRecorded_isNotHeld() {
    AuditSink sink =
        line -> {
          if (new String(line, US_ASCII).contains("lease-held")) {
            throw new IOException("disk full");
          }
        };
    AuditLog log = AuditLog.open(sink);
    Session session = engine.openSession(options(POLICY).audit(log).build());
    Sessions.fault(session.call(ECHO, Call.of()));
    assertEquals(List.of(), backend.plans);
    assertThrows(AuditException.class, session::close);
  }
}
