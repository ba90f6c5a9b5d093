package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a gate allowed is what runs, or nothing runs. */
@Timeout(120)
class SessionGateTest {

  private static final Policy CLOSED = Policy.strict();

  private final LoopbackServer server;
  private final Engine engine = Engine.create();
  private final Tool tool;

  SessionGateTest() throws IOException {
    server = new LoopbackServer();
    tool = Fetching.once(server.url("/"));
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    server.close();
  }

  private Session session(Gate gate) {
    return engine.openSession(SessionOptions.builder(Sessions.allowing(server)).gate(gate).build());
  }

  @Test
  void c9_gateThatAllows_seesThePlanAndTheCallRuns() {
    AtomicReference<Plan> seen = new AtomicReference<>();
    Gate gate =
        plan -> {
          seen.set(plan);
          return Gate.Answer.allow();
        };
    try (Session session = session(gate)) {
      Sessions.completed(session.call(tool, Call.of()));
      assertEquals(session.plan(tool, Call.of()).digest(), seen.get().digest());
    }
  }

  @Test
  void c9_policyReplacedWhileTheGateDecides_isARefusal() {
    AtomicReference<Session> here = new AtomicReference<>();
    Gate gate =
        plan -> {
          here.get().replacePolicy(CLOSED);
          return Gate.Answer.allow();
        };
    try (Session session = session(gate)) {
      here.set(session);
      Sessions.refused(session.call(tool, Call.of()));
      assertEquals(0, server.heads.size());
    }
  }

  @Test
  void c9_approvedPlan_runsUnchanged_andIsRefusedUnderAnotherPolicyOrForAnotherTool() {
    try (Session session = session(Gate.open())) {
      Call approved = Call.approved(session.plan(tool, Call.of("x")));
      Sessions.completed(session.call(tool, approved));
      Sessions.refused(session.call(Fetching.once(server.url("/b")), approved));

      Policy first = session.policy();
      session.replacePolicy(CLOSED);
      Sessions.refused(session.call(tool, approved));
      session.replacePolicy(first);
      Sessions.completed(session.call(tool, approved));
      assertEquals(2, server.heads.size());
    }
  }

  @Test
  void c9_callThatRuns_getsNoMoreByAWiderPolicyThanItsPlanSaid() throws Exception {
    Policy narrow =
        Sessions.policy(
            "network: { allow: [ { url: \"%s\", private: true } ] }", server.url("/wait"));
    Tool later = Fetching.times(2, "GET", server.url("/other"), "");
    CountDownLatch asked = new CountDownLatch(1);
    AtomicReference<Session> here = new AtomicReference<>();
    // The policy is widened after the gate and before the guest's first request: from its trace.
    Call call =
        Call.builder()
            .traceTo(
                line -> {
                  if (asked.getCount() > 0) {
                    asked.countDown();
                    here.get().replacePolicy(Sessions.allowing(server));
                  }
                })
            .build();
    Tool traced = Fetching.times(2, "GET", server.url("/other"), "x: y\n");
    try (Session session = engine.openSession(SessionOptions.of(narrow))) {
      here.set(session);
      Sessions.denied("network.default", session.call(traced, call));
      assertEquals(0, asked.getCount());
      Sessions.completed(session.call(later, Call.of()));
      assertEquals(2, server.heads.size(), "the next call has the wider policy");
    }
  }

  @Test
  void c9_gateThatThrowsDeniesOrSaysNothing_isADenial() {
    Gate[] gates = {
      plan -> {
        throw new IOException("secret reason");
      },
      plan -> {
        throw new StackOverflowError();
      },
      plan -> Gate.Answer.deny("no"),
      plan -> null
    };
    for (Gate gate : gates) {
      try (Session session = session(gate)) {
        Outcome.Denied denied = Sessions.denied("gate", session.call(tool, Call.of()));
        assertTrue(!denied.what().contains("secret"));
      }
    }
    assertEquals(0, server.heads.size());
  }

  @Test
  void c9_gateThatBlocks_doesNotHoldACallThatIsCancelled() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    Gate gate =
        plan -> {
          asked.countDown();
          new CountDownLatch(1).await();
          return Gate.Answer.allow();
        };
    try (Session session = session(gate)) {
      Running running = session.start(tool, Call.of());
      asked.await();
      running.cancel();
      assertInstanceOf(Outcome.Cancelled.class, running.await());
    }
    assertEquals(0, server.heads.size());
  }

  @Test
  void tools_thatThePolicyDoesNotList_areDenied() {
    Policy other = Sessions.policy("tools: { allow: [ other ] }");
    Policy listed = Sessions.policy("tools: { allow: [ \"fetching@sha256:%s\" ] }", tool.digest());
    assertNotEquals(other, listed);
    try (Session session = engine.openSession(SessionOptions.of(other))) {
      Sessions.denied("tools.allow", session.call(tool, Call.of()));
      session.replacePolicy(listed);
      Sessions.denied("network.default", session.call(tool, Call.of()));
    }
  }
}
