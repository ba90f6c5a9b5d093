package dev.cloche.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What of a policy holds in a session, from call to call and while it changes. */
@Timeout(120)
class SessionPolicyTest {

  private static final Tool SPIN =
      Tool.of("spin", Wat.wasm("(module (func (export \"_start\") (loop (br 0))))"));

  private final LoopbackServer server;
  private final Engine engine = Engine.create();

  SessionPolicyTest() throws IOException {
    server = new LoopbackServer();
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    server.close();
  }

  private Session session(Policy policy) {
    return engine.openSession(SessionOptions.of(policy));
  }

  private Policy denying(String path) {
    return Sessions.policy(
        "network: { allow: [ { url: \"%s\", private: true } ], deny: [ { url: \"%s\" } ] }",
        server.url("/"), server.url(path));
  }

  private static String output(Outcome outcome) {
    return new String(outcome.stdout().bytes(), ISO_8859_1);
  }

  private static Outcome.LimitExceeded exceeded(LimitKind which, Outcome outcome) {
    Outcome.LimitExceeded limit =
        assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message());
    assertEquals(which, limit.which());
    return limit;
  }

  @Test
  void n16_ruleThatGoes_cutsWhatRuns_andOneThatHasNothingToDoWithItDoesNot() throws Exception {
    try (Session session = session(Sessions.allowing(server))) {
      Running running = session.start(Fetching.once(server.url("/wait")), Call.of());
      server.waiting.await();
      session.replacePolicy(denying("/unrelated"));
      assertFalse(running.isDone());
      assertEquals(1, server.cut.getCount());
      Sessions.denied(
          "network.deny[0]", session.call(Fetching.once(server.url("/unrelated")), Call.of()));

      session.replacePolicy(denying("/wait"));
      server.cut.await();
      Outcome cut = running.await();
      assertEquals(9, assertInstanceOf(Outcome.Completed.class, cut).exitStatus(), "CUT");
    }
  }

  @Test
  void n1_redirectToWhatADenyRuleNames_isDenied() {
    try (Session session = session(denying("/target"))) {
      Sessions.denied(
          "network.deny[0]", session.call(Fetching.once(server.url("/redirect")), Call.of()));
      assertEquals(1, server.heads.size());
      session.replacePolicy(Sessions.allowing(server));
      Sessions.completed(session.call(Fetching.once(server.url("/redirect")), Call.of()));
      assertEquals(3, server.heads.size());
    }
  }

  @Test
  void n21_budgetOfRequests_isOfTheSession() {
    Policy policy =
        Sessions.policy(
            "network: { requests: 3, allow: [ { url: \"%s\", private: true } ] }", server.url("/"));
    try (Session session = session(policy)) {
      Sessions.completed(session.call(Fetching.times(2, "GET", server.url("/"), ""), Call.of()));
      assertEquals(2, session.networkUsage().requests());
      exceeded(
          LimitKind.REQUESTS,
          session.call(Fetching.times(2, "GET", server.url("/"), ""), Call.of()));
      exceeded(LimitKind.REQUESTS, session.call(Fetching.once(server.url("/")), Call.of()));
      assertEquals(3, server.heads.size());
      session.replacePolicy(policy.toBuilder().environment("NEW", "1").build());
      exceeded(LimitKind.REQUESTS, session.call(Fetching.once(server.url("/")), Call.of()));
      assertEquals(3, server.heads.size(), "L15: another policy brings no new budget");
      assertTrue(session.networkUsage().receivedBytes() > 0);
    }
    try (Session another = session(policy)) {
      Sessions.completed(another.call(Fetching.once(server.url("/")), Call.of()));
    }
  }

  @Test
  void l15_limitsOfNetworkAndWorkspace_areFixed() {
    Policy policy = Sessions.allowing(server);
    try (Session session = session(policy)) {
      for (String more : new String[] {"network: { requests: 999 }", "workspace: { bytes: 1Gi }"}) {
        assertThrows(
            IllegalArgumentException.class, () -> session.replacePolicy(Sessions.policy(more)));
      }
      assertEquals(policy, session.policy());
    }
  }

  @Test
  void l13_callThatIsKilledInAFetch_leavesTheNextOnItsThreadAlone() throws Exception {
    try (Session session = session(Sessions.allowing(server))) {
      Running running = session.start(Fetching.once(server.url("/wait")), Call.of());
      server.waiting.await();
      running.cancel();
      assertInstanceOf(Outcome.Cancelled.class, running.await());
      for (int i = 0; i < 20; i++) {
        Sessions.completed(session.call(Fetching.once(server.url("/next")), Call.of()));
      }
    }
  }

  @Test
  void limits_lowerOnesOfACallHold_andHigherOnesDoNot() {
    Policy policy = Sessions.policy("limits: { fuel: 1M }");
    try (Session session = session(policy)) {
      Call lower = call(Limits.builder().fuel(1_000).build());
      Call higher = call(Limits.builder().fuel(5_000_000).build());
      assertEquals(1_000, exceeded(LimitKind.FUEL, session.call(SPIN, lower)).limit());
      assertEquals(1_000_000, exceeded(LimitKind.FUEL, session.call(SPIN, higher)).limit());
      session.replacePolicy(Sessions.policy("limits: { fuel: 2M }"));
      assertEquals(2_000_000, exceeded(LimitKind.FUEL, session.call(SPIN, Call.of())).limit());
    }
  }

  private static Call call(Limits limits) {
    return Call.builder().limits(limits).build();
  }

  @Test
  void environment_isThePolicys_andWhatAManifestAsksForOfIt() {
    Policy policy = Sessions.policy("environment: { A: of-a, B: of-b, C: { env: HOST } }");
    Tool all = Fetching.once("http://192.0.2.1/");
    Tool some = Fetching.asking(all, "{\"environment\":[\"A\",\"MORE\"]}");
    try (Session session = session(policy)) {
      String seen = output(session.call(all, Call.of()));
      assertTrue(seen.contains("A=of-a") && seen.contains("B=of-b"));
      assertTrue(seen.contains("C=of the host"));
      String less = output(session.call(some, Call.of()));
      assertTrue(less.contains("A=of-a"));
      assertFalse(less.contains("of-b") || less.contains("of the host"));
      assertEquals(1, session.plan(some, Call.of()).beyond().size());
    }
  }

  @Test
  void h4_manifestThatAsksForMore_getsWhatThePolicyHas_andOneThatAsksForLessGetsLess() {
    Tool tool = Fetching.once(server.url("/yes"));
    String yes = server.url("/yes");
    Tool more =
        Fetching.asking(
            Fetching.once(server.url("/no")),
            "{\"network\":[{\"url\":\"%s\"}],\"fuel\":\"9G\"}".formatted(server.url("/")));
    Policy policy =
        Sessions.policy(
            "limits: { fuel: 5M }\nnetwork: { allow: [ { url: \"%s\", private: true } ] }", yes);
    try (Session session = session(policy)) {
      Plan plan = session.plan(more, Call.of());
      assertEquals(3, plan.beyond().size(), "GET, HEAD and fuel");
      assertEquals(5_000_000, plan.policy().limits().fuel());
      Sessions.denied("network.default", session.call(more, Call.of()));

      Tool less = Fetching.asking(tool, "{}");
      assertInstanceOf(Outcome.Denied.class, session.call(less, Call.of()));
      assertEquals(0, server.heads.size());

      Tool asked = Fetching.asking(tool, "{\"network\":[{\"url\":\"%s\"}]}".formatted(yes));
      Sessions.completed(session.call(asked, Call.of()));
      assertEquals(1, server.heads.size());
    }
  }

  @Test
  void wall_ofThePolicyThatCountsInTheEnd_holds() {
    Policy slow = Sessions.policy("limits: { wall: 1h, fuel: 1000G }");
    Policy quick = Sessions.policy("limits: { wall: 200ms, fuel: 1000G }");
    try (Session session = session(slow)) {
      session.replacePolicy(quick);
      Outcome.LimitExceeded over = exceeded(LimitKind.WALL, session.call(SPIN, Call.of()));
      assertEquals(Duration.ofMillis(200).toMillis(), over.limit());
    }
  }
}
