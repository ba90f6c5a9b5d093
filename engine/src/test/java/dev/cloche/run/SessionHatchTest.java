package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.egress.UrlPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hatches in calls: one operation, of one session, as approved and not beyond. */
@Timeout(120)
class SessionHatchTest {

  private static final Tool SPIN =
      Tool.of("spin", Wat.wasm("(module (func (export \"_start\") (loop (br 0))))"));

  private static final String URL = "http://api.hatch.example/";

  /** {@code CLOCHE_CUT} of {@code cloche.h}. */
  private static final int FETCH_CUT = 9;

  private final List<String> lookedUp = new ArrayList<>();
  private final Engine engine = Engine.create();

  @AfterEach
  void close() {
    engine.close();
  }

  private Session session(Policy policy, HatchApprover approver) {
    return engine.openSession(
        SessionOptions.builder(policy)
            .hatchApprover(approver)
            .resolver(
                host -> {
                  lookedUp.add(host);
                  return List.of();
                })
            .build());
  }

  private Session session(String policy) {
    return session(Sessions.policy(policy), request -> HatchApprover.Answer.APPROVE);
  }

  private static HatchRequest fuel(long more, int uses) {
    return new HatchRequest(
        new HatchOperation.MoreFuel(more), "because", uses, false, Duration.ofMinutes(5));
  }

  private static HatchRequest url() {
    return HatchRequest.once(
        new HatchOperation.ExtraUrl(UrlPattern.parse(URL), Set.of("GET")), "because");
  }

  private static Call with(Hatch hatch) {
    return Call.builder().hatch(hatch).build();
  }

  private static long fuelLimit(Outcome outcome) {
    Outcome.LimitExceeded over = assertInstanceOf(Outcome.LimitExceeded.class, outcome);
    assertEquals(LimitKind.FUEL, over.which());
    return over.limit();
  }

  /** The name is looked up, and has no address: as far as a request gets without a network. */
  private static void assertLetThrough(Outcome outcome) {
    Outcome.Completed failed =
        assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
    assertEquals(5, failed.exitStatus(), "UNREACHABLE");
  }

  @Test
  void c7_moreFuel_isForAsManyCallsAsApproved() {
    try (Session session = session("limits: { fuel: 1M }")) {
      Hatch hatch = session.requestHatch(fuel(500_000, 2)).orElseThrow();
      assertEquals(1_500_000, fuelLimit(session.call(SPIN, with(hatch))));
      assertEquals(1_000_000, fuelLimit(session.call(SPIN, Call.of())));
      assertEquals(1_500_000, fuelLimit(session.call(SPIN, with(hatch))));
      Sessions.refused(session.call(SPIN, with(hatch)));
      assertEquals(Hatch.State.USED_UP, hatch.state());
    }
  }

  @Test
  void c7_hatchOfAnotherSession_orARevokedOne_doesNotOpen() {
    try (Session session = session("limits: { fuel: 1M }");
        Session other = session("limits: { fuel: 1M }")) {
      Hatch hatch = session.requestHatch(fuel(500_000, 9)).orElseThrow();
      Sessions.refused(other.call(SPIN, with(hatch)));
      assertEquals(9, hatch.usesLeft());
      assertEquals(1_500_000, fuelLimit(session.call(SPIN, with(hatch))));
      hatch.revoke();
      Sessions.refused(session.call(SPIN, with(hatch)));
    }
  }

  @Test
  void c7_approverThatThrowsDeniesOrSaysNothing_isNo() {
    HatchApprover[] no = {
      HatchApprover.none(),
      request -> null,
      request -> {
        throw new StackOverflowError();
      }
    };
    for (HatchApprover approver : no) {
      try (Session session = session(Policy.strict(), approver)) {
        assertEquals(Optional.empty(), session.requestHatch(fuel(1, 1)));
      }
    }
  }

  @Test
  void c7_extraUrl_isForOneCallAndOneMethod_andIsNotForAnother() {
    Tool get = Fetching.once(URL);
    try (Session session = session("limits: { fuel: 10M }")) {
      Hatch hatch = session.requestHatch(url()).orElseThrow();
      Sessions.denied(
          "network.default", session.call(Fetching.times(1, "POST", URL, ""), with(hatch)));
      Sessions.denied(
          "network.default", session.call(Fetching.once("http://other.example/"), with(hatch)));
      Sessions.denied("network.default", session.call(get, Call.of()));
      assertEquals(List.of(), lookedUp);
      assertEquals(1, hatch.usesLeft());

      assertLetThrough(session.call(get, with(hatch)));
      assertEquals(List.of("api.hatch.example"), lookedUp);
      Sessions.denied("network.default", session.call(get, with(hatch)));
    }
  }

  @Test
  void c7_denyRule_beatsAHatch_andSpendsNoUseOfIt() {
    Tool get = Fetching.once(URL);
    try (Session session =
        session(
            "network: { deny: [ { url: \""
                + URL
                + "\" } ], allow: [ { url: \"http://*.hatch.example/\" } ] }")) {
      Hatch hatch = session.requestHatch(url()).orElseThrow();
      Sessions.denied("network.deny[0]", session.call(get, with(hatch)));
      assertEquals(1, hatch.usesLeft());
      assertEquals(List.of(), lookedUp);
      session.replacePolicy(Sessions.policy("limits: { fuel: 5M }"));
      assertLetThrough(session.call(get, with(hatch)));
    }
  }

  @Test
  void c7_extraUrlToAPrivateAddress_staysClosed() throws Exception {
    try (LoopbackServer server = new LoopbackServer();
        Session session = session("limits: { fuel: 10M }")) {
      Hatch hatch =
          session
              .requestHatch(
                  HatchRequest.once(
                      new HatchOperation.ExtraUrl(UrlPattern.parse(server.url("/")), Set.of("GET")),
                      "because"))
              .orElseThrow();
      assertInstanceOf(
          Outcome.Denied.class, session.call(Fetching.once(server.url("/")), with(hatch)));
      assertEquals(0, server.heads.size());
    }
  }

  /** A look-up that hangs would hold the request until the call's time is over. */
  @Test
  void c7_extraUrlRevokedInTheMidstOfARequest_isCut_andEachStepIsRecorded() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    SessionOptions.Builder options =
        SessionOptions.builder(Sessions.policy("limits: { fuel: 10M }"))
            .hatchApprover(request -> HatchApprover.Answer.APPROVE)
            .resolver(
                host -> {
                  reached.countDown();
                  waitFor(over);
                  return List.of();
                });
    try (AuditLog log = AuditLog.open(sink);
        Session session = engine.openSession(options.audit(log).build())) {
      Hatch hatch = session.requestHatch(url()).orElseThrow();
      Running running = session.start(Fetching.once(URL), with(hatch));
      reached.await();
      hatch.revoke();
      Outcome cut = running.await();
      assertEquals(
          FETCH_CUT, assertInstanceOf(Outcome.Completed.class, cut, cut.message()).exitStatus());
      Sessions.denied("network.default", session.call(Fetching.once(URL), with(hatch)));
    } finally {
      over.countDown();
    }
    assertEquals(
        List.of("requested", "approved", "used", "revoked"),
        sink.lines().stream()
            .filter(line -> line.contains("\"type\":\"hatch-"))
            .map(line -> line.replaceFirst(".*\"type\":\"hatch-([a-z]+)\".*", "$1"))
            .limit(4)
            .toList());
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void c7_hatchForANativeCommand_fitsNoCallOfAModule() {
    try (Session session = session("limits: { fuel: 1M }")) {
      Hatch hatch =
          session
              .requestHatch(HatchRequest.once(new HatchOperation.NativeCommand("git"), "because"))
              .orElseThrow();
      Sessions.refused(session.call(SPIN, with(hatch)));
      assertEquals(1, hatch.usesLeft());
    }
  }

  @Test
  void plan_ofACallWithAHatchForAnUrl_isOpenWorld() {
    try (Session session = session("limits: { fuel: 1M }")) {
      assertTrue(!session.plan(SPIN, Call.of()).isOpenWorld());
      assertTrue(session.plan(SPIN, with(session.requestHatch(url()).orElseThrow())).isOpenWorld());
    }
  }

  @Test
  void c7_approvedPlan_isNotThatOfACallWithAnotherHatch() {
    try (Session session = session("limits: { fuel: 1M }")) {
      Hatch hatch = session.requestHatch(fuel(500_000, 9)).orElseThrow();
      String plain = session.plan(SPIN, Call.of()).digest();
      assertTrue(!plain.equals(session.plan(SPIN, with(hatch)).digest()));
      assertEquals(
          session.plan(SPIN, with(hatch)).digest(), session.plan(SPIN, with(hatch)).digest());
    }
  }
}
