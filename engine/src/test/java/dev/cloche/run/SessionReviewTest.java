package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditException;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.credential.Credential;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.OnConflict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Attacks on what a session is made of, where its parts have tests of their own elsewhere. */
@Timeout(120)
class SessionReviewTest {
  private static final int ROOT = 3;
  private static final int BADF = 8;
  private static final int PERM = 63;
  private static final int NOTCAPABLE = 76;

  @TempDir Path host;
  private final Engine engine = Engine.create();
  private final MemoryAuditSink sink = MemoryAuditSink.of(1_000);

  @BeforeEach
  void fill() throws IOException {
    host = host.toRealPath();
    Files.createDirectories(host.resolve("data/.git/hooks"));
    Files.writeString(host.resolve("data/file"), "host");
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private Policy overlay() {
    return Sessions.policy(
        "workspace: { mounts: [ { host: \"%s\", at: /data, mode: overlay } ] }",
        host.resolve("data"));
  }

  private Session audited(Policy policy, AuditSink into) {
    return engine.openSession(SessionOptions.builder(policy).audit(AuditLog.open(into)).build());
  }

  private static int status(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus();
  }

  private static AuditSink failingAt(String type) {
    return line -> {
      if (new String(line, StandardCharsets.US_ASCII).contains("\"" + type + "\"")) {
        throw new IOException("disk full");
      }
    };
  }

  private List<String> recorded(String type) {
    return sink.lines().stream().filter(line -> line.contains("\"" + type + "\"")).toList();
  }

  @Test
  void n18_connectionOfARule_isKeptForThatRuleAlone() throws IOException {
    try (KeepingServer server = new KeepingServer()) {
      Tool both = Fetching.twice(server.url("/a/1"), server.url("/a/2"));
      String rule = "{ url: \"%s\", private: true }";
      Policy one = Sessions.policy("network: { allow: [ " + rule + " ] }", server.url("/a/"));
      Policy two =
          Sessions.policy(
              "network: { allow: [ " + rule + ", " + rule + " ] }",
              server.url("/a/1"),
              server.url("/a/2"));
      try (Session session = engine.openSession(one)) {
        assertEquals(0, status(session.call(both, Call.of())));
        assertEquals(List.of("1", "1"), server.numbers(), "one rule, kept");
      }
      server.requests.clear();
      try (Session session = engine.openSession(two);
          Session other = engine.openSession(two)) {
        assertEquals(0, status(session.call(both, Call.of())));
        assertEquals(0, status(other.call(both, Call.of())));
        assertEquals(4, server.numbers().stream().distinct().count(), "rules and sessions apart");
      }
    }
  }

  @Test
  void n18_connectionOfBeforeARevoke_isNotUsedAfterIt() throws IOException {
    try (KeepingServer server = new KeepingServer()) {
      Policy policy =
          Sessions.policy(
              "network: { allow: [ { url: \"%s\", private: true, credential: key } ] }\n"
                  + "credentials: { key: { issuer: true, header: X-Key } }",
              server.url("/"));
      Tool both = Fetching.twice(server.url("/1"), server.url("/2"));
      SessionOptions options =
          SessionOptions.builder(policy)
              .credentialIssuer(request -> Credential.of("canary-0123456789"))
              .build();
      try (Session session = engine.openSession(options)) {
        assertEquals(0, status(session.call(both, Call.of())));
        assertEquals(2, server.requests.size(), "the control");
        Call revoking =
            Call.builder()
                .copyStdoutTo(
                    new java.io.OutputStream() {
                      @Override
                      public void write(int b) {
                        session.revokeCredential("key");
                      }
                    })
                .build();
        Sessions.denied("credentials.key", session.call(both, revoking));
        assertEquals(3, server.requests.size());
      }
    }
  }

  @Test
  void c5_credentialIsOfItsSessionAndTool() throws IOException {
    try (LoopbackServer server = new LoopbackServer()) {
      Policy policy =
          Sessions.policy(
              "network: { allow: [ { url: \"%s\", private: true, credential: key } ] }\n"
                  + "credentials: { key: { issuer: true, header: Authorization } }",
              server.url("/"));
      Tool one = Fetching.once(server.url("/"));
      Tool two = Tool.of("other", one.bytes());
      try (Session a = lending(policy, "a");
          Session b = lending(policy, "b")) {
        for (Session session : List.of(a, b)) {
          for (Tool tool : List.of(one, two)) {
            assertEquals(0, status(session.call(tool, Call.of())));
          }
        }
        List<String> sent =
            server.heads.stream()
                .map(head -> head.replaceFirst("(?s).*Authorization: (\\S*).*", "$1"))
                .toList();
        assertEquals(
            List.of("secret-a-fetching", "secret-a-other", "secret-b-fetching", "secret-b-other"),
            sent);
        a.revokeCredential("key");
        Sessions.denied("credentials.key", a.call(one, Call.of()));
        assertEquals(0, status(b.call(one, Call.of())));
      }
    }
  }

  private Session lending(Policy policy, String id) {
    return engine.openSession(
        SessionOptions.builder(policy)
            .id(id)
            .credentialIssuer(
                request -> Credential.of("secret-" + request.session() + "-" + request.tool()))
            .build());
  }

  @Test
  void c7_hatchWhoseTimeIsOver_opensNoCall() {
    SessionOptions options =
        SessionOptions.builder(Policy.strict())
            .hatchApprover(request -> HatchApprover.Answer.APPROVE)
            .build();
    try (Session session = engine.openSession(options)) {
      HatchRequest second =
          new HatchRequest(
              new HatchOperation.MoreFuel(1), "because", 9, false, Duration.ofSeconds(1));
      Tool nothing = Tool.of("nothing", Wat.wasm("(module (func (export \"_start\")))"));
      Hatch hatch = session.requestHatch(second).orElseThrow();
      Call call = Call.builder().hatch(hatch).build();
      Outcome first = session.call(nothing, call);
      while (hatch.state() == Hatch.State.LIVE) {
        Thread.onSpinWait();
      }
      assertEquals(Hatch.State.EXPIRED, hatch.state());
      Sessions.refused(session.call(nothing, call));
      assertTrue(first instanceof Outcome.Completed || first instanceof Outcome.Refused);
    }
  }

  @Test
  void f18_protectedFiles_areMadeByNoCall_alsoWhereTheyAreMissingAtFirst() throws IOException {
    try (Session session = engine.openSession(overlay())) {
      for (String path : List.of("data/.git/hooks/pre-commit", "data/.env", "data/.bashrc")) {
        assertEquals(PERM, status(session.call(Reading.writing(ROOT, path), Call.of())), path);
      }
      assertEquals(0, status(session.call(Reading.writing(ROOT, "data/fine"), Call.of())));
      Mount mount = session.workspace().mounts().get(0);
      assertTrue(session.commit(mount, OnConflict.REFUSE).isComplete());
    }
    try (Stream<Path> all = Files.list(host.resolve("data"))) {
      assertEquals(
          List.of(".git", "file", "fine"),
          all.map(path -> path.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void f21_policyAndManifestThatAGuestWrites_areNotTheOnesThatHold() throws IOException {
    String generous = "version: 1\nnetwork: { allow: [ { url: \"http://other.example/\" } ] }\n";
    Tool asking = Fetching.once("http://other.example/");
    try (Session session = engine.openSession(overlay())) {
      String before = session.policy().digest();
      for (String path : List.of("/policy.yaml", "/cloche.yaml", "/data/policy.yaml")) {
        session.workspace().writeFile(path, generous.getBytes(StandardCharsets.UTF_8));
      }
      session
          .workspace()
          .writeFile("/manifest.json", "{\"name\":\"x\"}".getBytes(StandardCharsets.UTF_8));
      Sessions.denied("network.default", session.call(asking, Call.of()));
      assertEquals(before, session.policy().digest());
      assertTrue(
          session.commit(session.workspace().mounts().get(0), OnConflict.REFUSE).isComplete());
    }
    assertTrue(Files.exists(host.resolve("data/policy.yaml")));
    Policy outside = Policy.read(host.resolve("data/policy.yaml"));
    assertEquals(1, outside.network().rules().layers().get(0).allow().size(), "the control");
  }

  @Test
  void h4_useOfTheWorkspace_isWhatTheManifestAsksForAtMost() {
    try (Session session = engine.openSession(Policy.strict())) {
      session.workspace().writeFile("/file", new byte[] {'x'});
      Tool reading = Reading.once(ROOT, "file");
      Tool writing = Reading.writing(ROOT, "new");
      String read = "{\"workspace\":\"read\"}";
      String none = "{\"workspace\":\"none\"}";
      assertEquals(BADF, status(session.call(Fetching.asking(reading, none), Call.of())));
      assertEquals(BADF, status(session.call(Fetching.asking(writing, none), Call.of())));
      assertEquals(0, status(session.call(Fetching.asking(reading, read), Call.of())));
      assertEquals(NOTCAPABLE, status(session.call(Fetching.asking(writing, read), Call.of())));
      assertEquals(0, status(session.call(reading, Call.of())));
      assertEquals(0, status(session.call(writing, Call.of())));
    }
  }

  @Test
  void policyThatIsReplaced_isRecorded() {
    Policy next = Sessions.policy("limits: { fuel: 5M }");
    try (Session session = audited(Policy.strict(), sink)) {
      session.replacePolicy(next);
    }
    List<String> lines = recorded("policy-replaced");
    assertEquals(1, lines.size());
    assertTrue(lines.get(0).contains("\"policy\":\"sha256:" + next.digest() + "\""));
    assertTrue(lines.get(0).contains("\"before\":\"sha256:" + Policy.strict().digest() + "\""));
  }

  @Test
  void c8_policyThatCannotBeRecorded_isNotReplaced() {
    Session session = audited(Policy.strict(), failingAt("policy-replaced"));
    Policy next = Sessions.policy("limits: { fuel: 5M }");
    assertThrows(AuditException.class, () -> session.replacePolicy(next));
    assertEquals(Policy.strict(), session.policy());
    assertThrows(AuditException.class, session::close);
  }

  @Test
  void commit_isRecordedBeforeAndAfter() throws IOException {
    try (Session session = audited(overlay(), sink)) {
      assertEquals(0, status(session.call(Reading.writing(ROOT, "data/new"), Call.of())));
      Mount mount = session.workspace().mounts().get(0);
      CommitReport report = session.commit(mount, OnConflict.REFUSE);
      assertTrue(report.isComplete());
    }
    assertTrue(Files.exists(host.resolve("data/new")));
    assertEquals(1, recorded("commit-begun").size());
    String done = recorded("commit-ended").get(0);
    assertTrue(done.contains("\"mount\":\"/data\""), done);
    assertTrue(done.contains("\"files\":{\"added\":1,\"changed\":0,\"deleted\":0}"), done);
    assertTrue(done.contains("\"problems\":0"), done);
  }

  @Test
  void c8_commitThatCannotBeRecorded_doesNotHappen() {
    Session session = audited(overlay(), failingAt("commit-begun"));
    assertEquals(0, status(session.call(Reading.writing(ROOT, "data/new"), Call.of())));
    Mount mount = session.workspace().mounts().get(0);
    assertThrows(AuditException.class, () -> session.commit(mount, OnConflict.REFUSE));
    assertTrue(!Files.exists(host.resolve("data/new")));
    assertThrows(AuditException.class, session::close);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void c8_sessionWhoseOpeningCannotBeRecorded_holdsNothingOfTheHost() throws IOException {
    long before = held();
    Session open = audited(overlay(), sink);
    assertTrue(held() > before, "the control");
    open.close();
    assertEquals(before, held());
    assertThrows(AuditException.class, () -> audited(overlay(), failingAt("session-opened")));
    assertEquals(before, held());
  }

  /** How many descriptors of this process are of the mounted directory. */
  private long held() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(this::isOfMount).count();
    }
  }

  private boolean isOfMount(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(host.resolve("data"));
    } catch (IOException gone) {
      return false;
    }
  }
}
