package dev.cloche.host.attack;

import static dev.cloche.host.attack.Sessions.bash;
import static dev.cloche.host.attack.Sessions.completed;
import static dev.cloche.host.attack.Sessions.denied;
import static dev.cloche.host.attack.Sessions.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The network rules of a policy, for the commands of an engine's session. */
class SessionNetworkTest {
  private static final String POLICY =
      """
      native: { commands: [bash] }
      limits: { wall: 60s }
      network:
        allow: [ { url: "http://127.0.0.1:WEB/open/", private: true } ]
        deny: [ { url: "http://127.0.0.1:WEB/open/secret" } ]
      """;

  private static final String CODES =
      "for p in open/x open/secret closed; do curl -s -o /dev/null -w '%{http_code} '"
          + " http://127.0.0.1:WEB/$p; done";

  @RegisterExtension private static final Sessions SESSIONS = new Sessions();

  @Test
  void n20_theRulesOfAPolicy_holdForItsCommands_andAreRecorded() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (Town town = Town.open();
        AuditLog log = AuditLog.builder(sink).open();
        Session session = SESSIONS.session(town.in(POLICY), Optional.of(log))) {
      assertEquals("200 403 403 ", completed(bash(session, town.in(CODES))).stdout().text());
      assertEquals(1, town.requestsToWeb());
      String records = String.join("\n", sink.lines());
      assertTrue(records.contains("network.allow[0]"), records);
      assertTrue(records.contains("network.deny[0]"), records);
      assertTrue(records.contains("network.default"), records);
    }
  }

  /** What a command makes of it: it fails, it goes on all the same, it fails of something else. */
  @Test
  void n20_aCommandThatFailsAfterADenial_isDenied_andOneThatSucceedsIsNot() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (Town town = Town.open();
        AuditLog log = AuditLog.builder(sink).open();
        Session session = SESSIONS.session(town.in(POLICY), Optional.of(log))) {
      String denied = "curl -sf http://127.0.0.1:WEB/closed";
      denied("network.default", bash(session, town.in(denied)));
      denied("network.default", bash(session, "curl -s https://evil.test/"));
      denied(
          "network.deny[0]", bash(session, town.in("curl -sf http://127.0.0.1:WEB/open/secret")));
      completed(bash(session, town.in(denied + " || true")));
      Outcome other = bash(session, town.in("curl -sf http://127.0.0.1:WEB/open/x; exit 9"));
      assertEquals(9, assertInstanceOf(Outcome.Completed.class, other).exitStatus());
      assertEquals(
          3, sink.lines().stream().filter(each -> each.contains("\"type\":\"denied\"")).count());
    }
  }

  @Test
  void n21_aCommandThatFailsOfASpentBudget_hasExceededIt() throws IOException {
    try (Town town = Town.open();
        Session session =
            SESSIONS.session(town.in(POLICY).replace("network:\n", "network:\n  requests: 1\n"))) {
      String get = town.in("curl -sf http://127.0.0.1:WEB/open/x >/dev/null");
      completed(bash(session, get));
      Outcome.LimitExceeded over =
          assertInstanceOf(Outcome.LimitExceeded.class, bash(session, get));
      assertEquals(LimitKind.REQUESTS, over.which());
    }
  }

  /** A rule about plain HTTP lends to commands as to all; what the command sends gives way. */
  @Test
  void c1_aCredential_isPutIntoRequestsOfACommand_andNeverReachesIt(@TempDir Path secrets)
      throws IOException {
    String secret = "canary-" + "0123456789abcdef";
    Path file = Files.writeString(secrets.resolve("token"), secret);
    Path own = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    String policy =
        """
        native: { commands: [bash] }
        limits: { wall: 60s }
        network:
          allow: [ { url: "http://127.0.0.1:WEB/open/", private: true, credential: web } ]
        credentials: { web: { file: "%s", header: Authorization, value: "Bearer {}", uses: 2 } }
        """
            .formatted(own);
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (Town town = Town.open();
        AuditLog log = AuditLog.builder(sink).open();
        Session session = SESSIONS.session(town.in(policy), Optional.of(log))) {
      String get = "curl -sf -i -H 'Authorization: mine' http://127.0.0.1:WEB/open/x; ";
      String look = "env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls -aR /workspace /tmp";
      Outcome seen = completed(bash(session, town.in(get + get + look)));
      assertEquals(List.of("Bearer " + secret, "Bearer " + secret), town.authorizations);
      assertEquals(2, seen.stdout().text().split("GET /open/x", -1).length - 1);
      assertFalse(seen.stdout().text().contains(secret), seen.stdout()::text);
      assertFalse(seen.stdout().text().contains("mine\n"), seen.stdout()::text);
      // The lease of a call ends with it, or with its uses.
      denied("credentials.web", bash(session, town.in(get + get + get)));
      assertEquals(4, town.authorizations.size());
    }
    assertFalse(String.join("\n", sink.lines()).contains(secret));
  }

  @Test
  void n16_aPolicyThatTakesTheNetworkAway_takesItFromTheNextCommand() throws IOException {
    try (Town town = Town.open();
        Session session = SESSIONS.session(town.in(POLICY))) {
      assertEquals("200 403 403 ", completed(bash(session, town.in(CODES))).stdout().text());
      session.replacePolicy(Sessions.policy("native: { commands: [bash] }\nlimits: { wall: 60s }"));
      assertEquals(
          "000 000 000 ", completed(bash(session, town.in(CODES) + "; true")).stdout().text());
    }
  }

  @Test
  void rulesThatTlsHides_areRefused() {
    String policy = "native: { commands: [bash] }\nnetwork: { allow: [ { url: \"%s\"%s } ] }";
    String all = ", methods: [GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS]";
    try (Session hidden = SESSIONS.session(policy.formatted("https://a.test/", ""));
        Session shown = SESSIONS.session(policy.formatted("https://a.test/", all))) {
      assertTrue(refused(bash(hidden, "true")).message().contains("methods"));
      assertEquals("", completed(bash(shown, "true")).stdout().text());
    }
  }
}
