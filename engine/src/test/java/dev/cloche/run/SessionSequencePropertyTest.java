package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.audit.Verification;
import dev.cloche.credential.Credential;
import dev.cloche.workspace.Access;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever happens to a session in whatever order, beside a model of what then must not be. */
class SessionSequencePropertyTest {
  private static final String SECRET = "canary-51e27f3a9c";
  private static final List<String> PATHS = List.of("a", "b", "c");

  /**
   * What each policy allows, and whether with the credential. The first is the one that sessions
   * open with: what it does not lend to, as the last does, nothing is lent to later.
   */
  private static final List<Map<String, Boolean>> ALLOWED =
      List.of(
          Map.of("a", true, "b", false, "c", true),
          Map.of("a", false),
          Map.of("c", true),
          Map.of("a", false, "b", true, "c", false));

  /** The one that does without the credential, which is then gone for good. */
  private static final int WITHOUT = 1;

  private static Engine engine;
  private static LoopbackServer server;
  private static List<Policy> policies;
  private static Path shown;
  private static Tool mounted;
  private static final Tool NOTHING =
      Tool.of("nothing", Wat.wasm("(module (func (export \"_start\")))"));

  @BeforeContainer
  static void open() throws IOException {
    engine = Engine.create();
    server = new LoopbackServer();
    shown = Files.createTempDirectory("shown").toRealPath();
    Files.writeString(shown.resolve("file"), "x");
    mounted = Reading.once(4, "file");
    policies = new ArrayList<>();
    for (int i = 0; i < ALLOWED.size(); i++) {
      policies.add(policy(i));
    }
  }

  @AfterContainer
  static void close() throws IOException {
    engine.close();
    server.close();
    Files.delete(shown.resolve("file"));
    Files.delete(shown);
  }

  private static Policy policy(int number) {
    StringBuilder allow = new StringBuilder();
    ALLOWED
        .get(number)
        .forEach(
            (path, lent) ->
                allow.append(
                    "{ url: \"%s\", private: true%s }, "
                        .formatted(server.url("/" + path), lent ? ", credential: key" : "")));
    if (number == WITHOUT) {
      return Sessions.policy("network: { allow: [ %s ] }", allow);
    }
    allow.append(
        "{ url: \"%s\", private: true, credential: key }".formatted(server.url("/unused")));
    return Sessions.policy(
        "network: { allow: [ %s ] }\n"
            + "credentials: { key: { issuer: true, header: Authorization, value: \"Bearer {}\" } }",
        allow);
  }

  private static Tool twice(String path) {
    return Fetching.twice(server.url("/" + path), server.url("/" + path));
  }

  /** What is done, and to which of those that there are. */
  record Step(String what, int which, int other) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<String> what =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.of("call", "middle")),
            Tuple.of(3, Arbitraries.just("replace")),
            Tuple.of(4, Arbitraries.of("request", "use")),
            Tuple.of(2, Arbitraries.of("revokeHatch", "revokeCredential", "close")));
    Arbitrary<Integer> which = Arbitraries.integers().between(0, 11);
    return Combinators.combine(what, which, which).as(Step::new).list().ofMinSize(1).ofMaxSize(16);
  }

  @Property(tries = 40)
  void anySequence_lendsAndOpensNothingThatIsNotInForce(@ForAll("steps") List<Step> steps)
      throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10_000);
    AuditLog log = AuditLog.open(sink);
    int before = server.heads.size();
    try (Session session =
        engine.openSession(
            SessionOptions.builder(policies.get(0))
                .credentialIssuer(request -> Credential.of(SECRET))
                .hatchApprover(
                    request ->
                        request.reason().equals("no")
                            ? HatchApprover.Answer.DENY
                            : HatchApprover.Answer.APPROVE)
                .audit(log)
                .build())) {
      Model model = new Model(session);
      steps.forEach(model::step);
    }
    log.close();
    verify(sink.lines(), server.heads.size() - before);
  }

  private static void verify(List<String> lines, int requests) throws IOException {
    Path file = Files.createTempFile("audit", ".jsonl");
    try {
      Files.write(file, lines);
      Verification whole = AuditVerifier.create().expectCount(lines.size()).verify(List.of(file));
      assertTrue(whole.intact() && whole.closed(), "the chain");
    } finally {
      Files.delete(file);
    }
    long decided =
        lines.stream()
            .filter(
                line -> line.contains("\"egress-decided\"") && line.contains("\"allowed\":true"))
            .count();
    assertTrue(requests <= decided, requests + " requests, and " + decided + " decisions");
    assertTrue(lines.stream().noneMatch(line -> line.contains(SECRET)), "the secret");
    assertEquals(1, lines.stream().filter(line -> line.contains("\"session-closed\"")).count());
  }

  /** A hatch and what is left of it. */
  private static final class Opening {
    final Hatch hatch;
    final boolean mount;
    int left = 2;
    boolean isRevoked;

    Opening(Hatch hatch, boolean mount) {
      this.hatch = hatch;
      this.mount = mount;
    }
  }

  /** Does each step in the session and in mind. */
  private static final class Model {
    private final Session session;
    private final List<Opening> hatches = new ArrayList<>();
    private int policy;
    private boolean isKeyGone;
    private boolean isClosed;

    Model(Session session) {
      this.session = session;
    }

    void step(Step step) {
      int sent = server.heads.size();
      switch (step.what()) {
        case "call" -> call(PATHS.get(step.which() % 3));
        case "middle" -> middle(PATHS.get(step.which() % 3), step.other());
        case "replace" -> replace(step.which() % 4);
        case "revokeCredential" -> revokeCredential();
        case "request" -> request(step.which() % 3);
        case "use" -> use(step.which());
        case "revokeHatch" -> revokeHatch(step.which());
        case "close" -> closed();
        default -> throw new AssertionError(step.what());
      }
      if (!step.what().equals("call") && !step.what().equals("middle")) {
        assertEquals(sent, server.heads.size(), "a request of no call");
      }
    }

    private boolean mayGo(String path) {
      Boolean lent = ALLOWED.get(policy).get(path);
      return mayGo(path, lent, lent);
    }

    /** Whether it may where one policy allows it and another did; both have to lend. */
    private boolean mayGo(String path, Boolean now, Boolean before) {
      return now != null
          && before != null
          && (!now || !before || (ALLOWED.get(0).get(path) && !isKeyGone));
    }

    private void call(String path) {
      Tool tool = Fetching.once(server.url("/" + path));
      if (isClosed) {
        assertThrows(IllegalStateException.class, () -> session.call(tool, Call.of()));
        return;
      }
      int sent = server.heads.size();
      boolean goes = mayGo(path);
      Outcome outcome = session.call(tool, Call.of());
      assertEquals(goes ? Outcome.Completed.class : Outcome.Denied.class, outcome.getClass());
      assertEquals(goes ? 1 : 0, server.heads.size() - sent);
      if (goes) {
        boolean lent = ALLOWED.get(policy).get(path);
        assertEquals(lent, server.heads.get(sent).contains(SECRET));
      }
    }

    /**
     * In the midst of the call, on its thread, one more thing happens. What the call may do never
     * becomes more by it; with another policy it may become a request without the credential.
     */
    private void middle(String path, int what) {
      if (isClosed) {
        return;
      }
      int sent = server.heads.size();
      Boolean planned = ALLOWED.get(policy).get(path);
      int first = mayGo(path) ? 1 : 0;
      Call call = Call.builder().copyStdoutTo(new Doing(() -> change(what))).build();
      Outcome ignored = session.call(twice(path), call);
      int most = first + (mayGo(path, ALLOWED.get(policy).get(path), planned) ? 1 : 0);
      int least = what % 6 == 0 ? most : first;
      int went = server.heads.size() - sent;
      assertTrue(least <= went && went <= most, went + " is not " + least + " to " + most);
      if (went > first) {
        boolean lent = planned && ALLOWED.get(policy).get(path) && !isKeyGone;
        assertTrue(
            lent || !server.heads.get(sent + first).contains(SECRET), "lent when it must not be");
      }
    }

    private void change(int what) {
      switch (what % 6) {
        case 0 -> {}
        case 1 -> revokeCredential();
        default -> replace(what % 4);
      }
    }

    private void replace(int next) {
      if (isClosed) {
        assertThrows(IllegalStateException.class, () -> session.replacePolicy(policies.get(next)));
      } else if (next != WITHOUT && !session.policy().credentials().containsKey("key")) {
        assertThrows(
            IllegalArgumentException.class, () -> session.replacePolicy(policies.get(next)));
      } else {
        session.replacePolicy(policies.get(next));
        policy = next;
        isKeyGone |= next == WITHOUT;
      }
    }

    private void revokeCredential() {
      if (!isClosed) {
        session.revokeCredential("key");
        isKeyGone = true;
      }
    }

    private void request(int which) {
      HatchOperation operation =
          which == 0
              ? new HatchOperation.MoreFuel(1_000)
              : new HatchOperation.ExtraMount(shown, "/shown", Access.READ);
      HatchRequest request =
          new HatchRequest(
              operation, which == 2 ? "no" : "because", 2, false, Duration.ofMinutes(5));
      if (isClosed) {
        assertThrows(IllegalStateException.class, () -> session.requestHatch(request));
        return;
      }
      Optional<Hatch> hatch = session.requestHatch(request);
      assertEquals(which != 2, hatch.isPresent());
      hatch.ifPresent(one -> hatches.add(new Opening(one, which == 1)));
    }

    private void use(int which) {
      if (hatches.isEmpty() || isClosed) {
        return;
      }
      Opening opening = hatches.get(which % hatches.size());
      boolean opens = !opening.isRevoked && opening.left > 0;
      Outcome outcome =
          session.call(
              opening.mount ? mounted : NOTHING, Call.builder().hatch(opening.hatch).build());
      assertEquals(opens ? Outcome.Completed.class : Outcome.Refused.class, outcome.getClass());
      if (opens) {
        Outcome.Completed ignored = Sessions.completed(outcome);
        opening.left--;
      }
      assertEquals(opening.left, opening.hatch.usesLeft());
    }

    private void revokeHatch(int which) {
      if (!hatches.isEmpty()) {
        Opening opening = hatches.get(which % hatches.size());
        opening.hatch.revoke();
        opening.isRevoked = true;
        assertEquals(Hatch.State.REVOKED, opening.hatch.state());
      }
    }

    private void closed() {
      session.close();
      isClosed = true;
      for (Opening opening : hatches) {
        assertTrue(opening.hatch.state() != Hatch.State.LIVE, "a hatch outlives its session");
      }
    }
  }

  /** Does something when it is written to. */
  private static final class Doing extends OutputStream {
    private final Runnable action;

    Doing(Runnable action) {
      this.action = action;
    }

    @Override
    public void write(int b) {
      action.run();
    }
  }
}
