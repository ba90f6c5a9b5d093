package dev.cloche.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.credential.Credential;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A secret reaches the server that it is for, and nothing else, in a session's calls. */
@Timeout(120)
class SessionCredentialTest {

  private static final String SECRET = "canary-7f3a9c51e2";

  private final LoopbackServer server;
  private final MemoryAuditSink sink = MemoryAuditSink.of(1_000);
  private final AuditLog log = AuditLog.open(sink);
  private final Engine engine = Engine.create();

  SessionCredentialTest() throws IOException {
    server = new LoopbackServer();
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    log.close();
    server.close();
  }

  private Policy policy(String more) {
    return Sessions.policy(
        """
        network: { allow: [
          { url: "%s", private: true, methods: [GET], credential: key },
          { url: "%s", private: true, methods: [POST] } ] }
        credentials: { key: { issuer: true, header: Authorization, value: "Bearer {}"%s } }
        """,
        server.url("/"), server.url("/"), more);
  }

  private Session session(Policy policy) {
    return engine.openSession(
        SessionOptions.builder(policy)
            .credentialIssuer(request -> Credential.of(SECRET))
            .audit(log)
            .build());
  }

  private static void assertNoSecret(String text) {
    byte[] plain = SECRET.getBytes(ISO_8859_1);
    for (String form :
        List.of(SECRET, Base64.getEncoder().encodeToString(plain).substring(0, 16))) {
      assertFalse(text.contains(form), "the secret is in " + text.length() + " characters");
    }
  }

  private static String memory(Outcome outcome) {
    return new String(outcome.stdout().bytes(), ISO_8859_1);
  }

  @Test
  void c1_c3_secretOfALease_isNowhereButAtTheServer_evenWhereThatEchoesIt() throws IOException {
    try (Session session = session(policy(""))) {
      Call call = Call.builder().arguments("a").environment("E", "e").build();
      Outcome outcome = session.call(Fetching.once(server.url("/echo")), call);

      String memory = memory(Sessions.completed(outcome));
      assertTrue(server.heads.get(0).contains("Authorization: Bearer " + SECRET), "the control");
      assertTrue(memory.contains("GET /echo HTTP/1.1"), "the echo is in the guest's memory");
      assertTrue(memory.contains("E=e"), "and so is its environment");
      assertNoSecret(memory);
      assertNoSecret(outcome.toString() + outcome.message() + outcome.stderr().text());
      assertNoSecret(
          session
              + " "
              + session.policy()
              + " "
              + session.plan(Fetching.once(server.url("/")), call).text()
              + session.policy().toYaml());
      assertEquals(0, session.workspace().usedBytes());
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        assertNoSecret(thread.getName());
      }
    }
    log.close();
    assertTrue(sink.lines().stream().anyMatch(line -> line.contains("lease-used")));
    assertTrue(
        sink.lines().stream()
            .filter(line -> line.contains("lease-issued"))
            .allMatch(line -> line.contains("\"audience\":\"GET " + server.url("/") + "\"")));
    sink.lines().forEach(SessionCredentialTest::assertNoSecret);
  }

  @Test
  void c4_headerOfTheGuest_isReplaced_andIsItsOwnWhereNoCredentialGoes() {
    try (Session session = session(policy(""))) {
      String own = "authorization: guest\nAuthorization: twice\n";
      Sessions.completed(session.call(Fetching.times(1, "GET", server.url("/"), own), Call.of()));

      String head = server.heads.get(0);
      assertEquals(1, head.lines().filter(l -> l.matches("(?i)authorization:.*")).count());
      assertTrue(head.contains("Authorization: Bearer " + SECRET));
      assertFalse(head.contains("guest") || head.contains("twice"));
    }
  }

  @Test
  void c5_usesOfALease_areForEachCall() {
    try (Session session = session(policy(", uses: 2"))) {
      Tool three = Fetching.times(3, "GET", server.url("/"), "");
      Sessions.denied("credentials.key", session.call(three, Call.of()));
      assertEquals(2, server.heads.size());

      Tool two = Fetching.times(2, "GET", server.url("/"), "");
      Sessions.completed(session.call(two, Call.of()));
      assertEquals(4, server.heads.size());
    }
  }

  @Test
  void c5_revokedCredential_isLentToNoCall_andOtherRulesStillHold() {
    try (Session session = session(policy(""))) {
      Tool get = Fetching.once(server.url("/"));
      Sessions.completed(session.call(get, Call.of()));
      session.revokeCredential("key");

      Sessions.denied("credentials.key", session.call(get, Call.of()));
      assertEquals(1, server.heads.size());
      Tool post = Fetching.times(1, "POST", server.url("/"), "");
      Sessions.completed(session.call(post, Call.of()));
      assertFalse(server.heads.get(1).contains(SECRET));
    }
  }

  @Test
  void c5_revokeInTheMidstOfAnExchange_cutsIt() throws Exception {
    try (Session session = session(policy(""))) {
      Running running = session.start(Fetching.once(server.url("/wait")), Call.of());
      server.waiting.await();
      session.revokeCredential("key");

      server.cut.await();
      Outcome outcome = running.await();
      assertEquals(9, assertInstanceOf(Outcome.Completed.class, outcome).exitStatus(), "CUT");
    }
  }

  @Test
  void c5_policyWithoutTheCredential_takesItBackForGood() {
    Policy with = policy("");
    Policy without = Sessions.allowing(server);
    try (Session session = session(with)) {
      Tool get = Fetching.once(server.url("/"));
      session.replacePolicy(without);
      Sessions.completed(session.call(get, Call.of()));
      assertFalse(server.heads.get(0).contains(SECRET));
      boolean back = true;
      try {
        session.replacePolicy(with);
      } catch (IllegalArgumentException refused) {
        back = false;
      }
      assertFalse(back);
    }
  }
}
