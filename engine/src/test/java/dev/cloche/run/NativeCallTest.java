package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.PolicyClause;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a native command's call, with a backend that runs nothing. */
@Timeout(120)
class NativeCallTest {

  private static final String COMMANDS = "native: { commands: [echo, wait, fail, touch] }\n";
  private static final Tool ECHO = Tool.command("echo", "-n");
  private static final Tool WAIT = Tool.command("wait");

  private final FakeBackend backend = FakeBackend.closed();
  private final Engine engine = Engine.builder().backend(backend).build();

  @AfterEach
  void close() {
    engine.close();
  }

  private Session session(String policy) {
    return engine.openSession(options(policy).build());
  }

  private static SessionOptions.Builder options(String policy) {
    return SessionOptions.builder(Sessions.policy(policy))
        .hatchApprover(request -> HatchApprover.Answer.APPROVE);
  }

  private static HatchRequest command(String name, int uses) {
    return new HatchRequest(
        new HatchOperation.NativeCommand(name), "because", uses, false, Duration.ofMinutes(5));
  }

  private static Call with(Hatch hatch) {
    return Call.builder().hatch(hatch).build();
  }

  @Test
  void command_ofThePolicy_getsItsPlanAndTellsWhatItUsed() {
    try (Session session = session(COMMANDS + "environment: { A: policy, B: policy }")) {
      Call call = Call.builder().arguments("x", "y").environment("B", "call").build();
      Outcome.Completed done = Sessions.completed(session.call(ECHO, call));
      assertEquals("echo -n x y", done.stdout().text());
      assertEquals(Optional.of(FakeBackend.USAGE), done.usage().command());
      assertEquals(Map.of("A", "policy", "B", "call"), backend.plans.get(0).environment());
    }
  }

  @Test
  void command_notOfThePolicy_isDeniedByItsRule_andNobodyIsAsked() {
    List<Plan> asked = new ArrayList<>();
    Gate gate =
        plan -> {
          asked.add(plan);
          return Gate.Answer.allow();
        };
    try (Session none = engine.openSession(options("limits: { wall: 9s }").gate(gate).build());
        Session others = engine.openSession(options(COMMANDS).gate(gate).build())) {
      Sessions.denied("native.default", none.call(ECHO, Call.of()));
      Sessions.denied("native.commands", others.call(Tool.command("git"), Call.of()));
      assertEquals(List.of(), asked);
      Sessions.completed(others.call(ECHO, Call.of()));
      assertEquals(1, asked.size());
      assertTrue(asked.get(0).text().contains("native command: memory 512Mi"));
    }
    assertEquals(1, backend.plans.size());
  }

  @Test
  void tools_thatDoNotNameTheCommand_denyIt() {
    try (Session session = session(COMMANDS + "tools: { allow: [js] }");
        Session named = session(COMMANDS + "tools: { allow: [echo] }")) {
      Sessions.denied("tools.allow", session.call(ECHO, Call.of()));
      Sessions.completed(named.call(ECHO, Call.of()));
    }
  }

  @Test
  void engine_withoutBackend_refusesInCallAndPrepare() {
    try (Engine plain = Engine.create();
        Session session = plain.openSession(options(COMMANDS).build())) {
      Sessions.refused(session.call(ECHO, Call.of()));
      assertTrue(plain.prepare(ECHO).isPresent());
      assertEquals(Optional.empty(), engine.prepare(ECHO));
      Sessions.denied("native.commands", session.call(Tool.command("git"), Call.of()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          { allow: [ { url: "https://a.example/" } ] }                        | NETWORK_HOSTS, NETWORK_METHODS, NETWORK_LIMITS
          { allow: [ { url: "https://a.example/p" } ] }                       | NETWORK_HOSTS, NETWORK_PATHS, NETWORK_METHODS, NETWORK_LIMITS
          { allow: [ { url: "https://a.example/", methods: [GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS] } ] } | NETWORK_HOSTS, NETWORK_LIMITS
          { allow: [ { url: "https://a.example/" } ], deny: [ { url: "https://b.example/" } ] } | NETWORK_HOSTS, NETWORK_METHODS, NETWORK_DENY, NETWORK_LIMITS
          { deny: [ { url: "https://b.example/" } ] }                         | NETWORK_NONE
          """)
  void clauses_ofRules_areAllThatHasToBeEnforced(String network, String expected) {
    EnumSet<PolicyClause> clauses = EnumSet.range(PolicyClause.COMMANDS, PolicyClause.ENVIRONMENT);
    for (String name : expected.split(", ", -1)) {
      clauses.add(PolicyClause.valueOf(name));
    }
    assertEquals(clauses, PolicyClause.of(Sessions.policy(COMMANDS + "network: %s", network)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MEMORY", "CPU", "DEGRADED", "MOUNTS", "NETWORK_NONE", "COMMANDS"})
  void clause_thatTheBackendDoesNotEnforce_refusesAndIsNamed(String name) {
    PolicyClause clause = PolicyClause.valueOf(name);
    EnumSet<PolicyClause> enforced = EnumSet.allOf(PolicyClause.class);
    enforced.remove(clause);
    FakeBackend lesser = new FakeBackend(enforced);
    try (Engine with = Engine.builder().backend(lesser).build();
        Session session = with.openSession(options(COMMANDS).build())) {
      assertTrue(
          Sessions.refused(session.call(ECHO, Call.of())).reason().endsWith(" " + clause.id()));
    }
    assertEquals(List.of(), lesser.sessions);
  }

  @Test
  void network_rules_refuseWhereOnlyNoneIsEnforced() {
    try (Session session =
        session(COMMANDS + "network: { allow: [ { url: \"https://a.example/\" } ] }")) {
      Sessions.refused(session.call(ECHO, Call.of()));
      assertEquals(List.of(), backend.plans);
    }
  }

  @Test
  void seedOrForeignHatch_refuse() {
    try (Session session = session(COMMANDS)) {
      Sessions.refused(session.call(ECHO, Call.builder().seed(1).build()));
      Hatch other = session.requestHatch(command("git", 1)).orElseThrow();
      Sessions.refused(session.call(ECHO, with(other)));
      Hatch fuel =
          session
              .requestHatch(HatchRequest.once(new HatchOperation.MoreFuel(9), "because"))
              .orElseThrow();
      Sessions.refused(session.call(ECHO, with(fuel)));
      assertEquals(1, other.usesLeft());
    }
  }

  @Test
  void session_opensAtTheFirstCommand_andClosesTheBackendsOnce() {
    try (Session session = session(COMMANDS)) {
      assertEquals(List.of(), backend.sessions);
      Sessions.completed(session.call(ECHO, Call.of()));
      Sessions.completed(session.call(Tool.command("touch", "made"), Call.of()));
      assertTrue(session.workspace().exists("/made"));
      assertEquals(List.of("open"), backend.sessions);
    }
    assertEquals(List.of("open", "close"), backend.sessions);
  }

  @Test
  void backendThatThrows_isAHostFault_andTheSessionGoesOn() {
    try (Session session = session(COMMANDS)) {
      Sessions.fault(session.call(Tool.command("fail"), Call.of()));
      Sessions.completed(session.call(ECHO, Call.of()));
    }
  }

  @Test
  void cancel_endsTheCommand_andOneThatWaitsForItsTurn() throws Exception {
    try (Session session = session(COMMANDS)) {
      Running first = session.start(WAIT, Call.of());
      backend.waiting.await();
      Running second = session.start(ECHO, Call.of());
      second.cancel();
      assertInstanceOf(Outcome.Cancelled.class, second.await());
      assertFalse(first.isDone());
      Running third = session.start(ECHO, Call.of());
      first.cancel();
      Outcome.Cancelled ended = assertInstanceOf(Outcome.Cancelled.class, first.await());
      assertEquals("partly", ended.stdout().text());
      Sessions.completed(third.await());
    }
    assertEquals(2, backend.plans.size());
  }

  @Test
  void close_endsTheCommandThatRuns() throws Exception {
    Session session = session(COMMANDS);
    Running running = session.start(WAIT, Call.of());
    backend.waiting.await();
    session.close();
    assertInstanceOf(Outcome.Cancelled.class, running.await());
    assertEquals(List.of("open", "close"), backend.sessions);
  }

  @Test
  void replacePolicy_withoutTheCommand_endsItAsDenied_andAnotherChangeDoesNot() throws Exception {
    try (Session session = session(COMMANDS)) {
      Running running = session.start(WAIT, Call.of());
      backend.waiting.await();
      session.replacePolicy(Sessions.policy("native: { commands: [wait], processes: 9 }"));
      assertFalse(running.isDone());
      session.replacePolicy(Sessions.policy("native: { commands: [echo] }"));
      Outcome.Denied denied = Sessions.denied("native.commands", running.await());
      assertEquals("partly", denied.stdout().text());
      Sessions.completed(session.call(ECHO, Call.of()));
    }
  }

  @Test
  void c7_hatch_opensItsCommandAsOftenAsApproved_andNoOther() {
    try (Session session = session(COMMANDS)) {
      Hatch hatch = session.requestHatch(command("git", 2)).orElseThrow();
      Sessions.denied("native.commands", session.call(Tool.command("tar"), with(hatch)));
      Sessions.completed(session.call(Tool.command("git"), with(hatch)));
      Sessions.denied("native.commands", session.call(Tool.command("git"), Call.of()));
      Sessions.completed(session.call(Tool.command("git"), with(hatch)));
      Sessions.refused(session.call(Tool.command("git"), with(hatch)));
      assertEquals(Hatch.State.USED_UP, hatch.state());
    }
  }

  @Test
  void c7_hatch_isNotSpentOnWhatThePolicyAllows_norByAnotherSession() {
    try (Session session = session(COMMANDS);
        Session other = session(COMMANDS)) {
      Hatch echo = session.requestHatch(command("echo", 1)).orElseThrow();
      Sessions.completed(session.call(ECHO, with(echo)));
      assertEquals(1, echo.usesLeft());
      Hatch git = session.requestHatch(command("git", 1)).orElseThrow();
      Sessions.refused(other.call(Tool.command("git"), with(git)));
      git.revoke();
      Sessions.refused(session.call(Tool.command("git"), with(git)));
    }
  }

  @Test
  void files_ofACall_areThereOnceItStartsAndNotBefore() {
    try (Session session = session(COMMANDS)) {
      Hatch used = session.requestHatch(command("git", 1)).orElseThrow();
      Sessions.completed(session.call(Tool.command("git"), with(used)));
      Call.Builder call = Call.builder().file("/in.txt", new byte[1]);
      Sessions.denied("native.commands", session.call(Tool.command("git"), call.build()));
      Sessions.refused(session.call(Tool.command("git"), call.hatch(used).build()));
      assertFalse(session.workspace().exists("/in.txt"));
      Sessions.completed(session.call(ECHO, Call.builder().file("/in.txt", new byte[1]).build()));
      assertTrue(session.workspace().exists("/in.txt"));
    }
  }

  @Test
  void c7_hatchRevokedMidCall_endsTheCommandAsDenied() throws Exception {
    try (Session session = session("native: { commands: [echo] }")) {
      Hatch hatch = session.requestHatch(command("wait", 1)).orElseThrow();
      Running running = session.start(WAIT, with(hatch));
      backend.waiting.await();
      hatch.revoke();
      Outcome.Denied denied = Sessions.denied("hatch", running.await());
      assertEquals("partly", denied.stdout().text());
      Sessions.completed(session.call(ECHO, Call.of()));
    }
  }

  @Test
  void c9_approvedPlan_isNotThatOfOtherWords() {
    try (Session session = session(COMMANDS)) {
      Plan plan = session.plan(ECHO, Call.of("x"));
      Sessions.completed(session.call(ECHO, Call.approved(plan)));
      Sessions.refused(session.call(Tool.command("echo", "-e"), Call.approved(plan)));
    }
  }

  @Test
  void audit_hasTheWordsTheUsageAndThatItWasDegraded() {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = AuditLog.builder(sink).open();
        Session session = engine.openSession(options(COMMANDS).audit(log).build())) {
      Sessions.completed(session.call(ECHO, Call.of("x")));
      Sessions.denied("native.commands", session.call(Tool.command("git"), Call.of()));
    }
    String records = String.join("\n", sink.lines());
    assertTrue(records.contains("\"value\":\"-n\""), records);
    assertTrue(records.contains("\"cpuMillis\":7,\"processes\":3,\"degraded\":true"), records);
    assertTrue(records.contains("\"rule\":\"native.commands\""), records);
  }

  @Test
  void tool_thatIsNoFileName_isNoCommand() {
    for (String wrong : List.of("", "/bin/sh", "./x", "..", "-c", "a b", "a\0b")) {
      assertThrows(IllegalArgumentException.class, () -> Tool.command(wrong));
    }
    assertThrows(IllegalArgumentException.class, () -> Tool.command("sh", "a\0b"));
    assertEquals(List.of("sh", "-c"), Tool.command("sh", "-c").command());
  }
}
