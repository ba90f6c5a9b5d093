package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Backend;
import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.CommandSession;
import dev.cloche.Engine;
import dev.cloche.LentSecrets;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.PolicyClause;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.Usage;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressException.Kind;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.Patience;
import dev.cloche.egress.Tunnel;
import dev.cloche.workspace.Workspace;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request that came to nothing means for the native command that made it. */
class CommandEgressTest {
  private static final String POLICY =
      """
      native: { commands: [get, tunnel] }
      network: { allow: [ { url: "http://a.example/", methods: [GET] } ], requests: %d }
      """;

  /** Asks for the URL that is its first argument, and ends with the status that is its second. */
  private static final class Asking implements Backend {
    @Override
    public Set<PolicyClause> enforces() {
      return EnumSet.allOf(PolicyClause.class);
    }

    @Override
    public CommandSession open(Workspace workspace) {
      return new CommandSession() {
        @Override
        public Outcome run(
            Plan plan, LentSecrets secrets, Egress egress, Cancellation cancellation) {
          ask(plan.command().get(0), plan.command().get(1), egress);
          int status = Integer.parseInt(plan.command().get(2));
          return new Outcome.Completed(status, Captured.EMPTY, Captured.EMPTY, Usage.NONE);
        }

        @Override
        public void close() {}
      };
    }

    private static void ask(String how, String what, Egress egress) {
      try {
        if (how.equals("tunnel")) {
          egress.tunnel(what, Patience.endless()).close();
        } else {
          egress.open(FetchRequest.of("GET", what), Patience.endless()).close();
        }
      } catch (EgressException refused) {
        // As a command sees it: a connection that ends, or a status.
        return;
      }
    }
  }

  private static Outcome call(Session session, String how, String what, int status) {
    return session.call(Tool.command(how), Call.of(what, "" + status));
  }

  @ParameterizedTest
  @CsvSource({"get, http://evil.example/", "tunnel, evil.example:443"})
  void denied_isHowACommandThatFailedOfItEnds_andIsRecorded(String how, String what) {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (Engine engine = Engine.builder().backend(new Asking()).build();
        AuditLog log = AuditLog.builder(sink).open();
        Session session =
            engine.openSession(
                SessionOptions.builder(Sessions.policy(POLICY, 9)).audit(log).build())) {
      Sessions.denied("network.default", call(session, how, what, 7));
      Sessions.completed(call(session, how, what, 0));
      Outcome failed = call(session, "get", "http://a.example/", 7);
      assertEquals(7, assertInstanceOf(Outcome.Completed.class, failed).exitStatus());
    }
    String ends =
        String.join("\n", sink.lines().stream().filter(line -> line.contains("denied")).toList());
    assertTrue(ends.contains("\"type\":\"denied\""), ends);
  }

  @Test
  void spentBudget_isTheLimitThatACommandFailedOf() {
    try (Engine engine = Engine.builder().backend(new Asking()).build();
        Session session =
            engine.openSession(SessionOptions.builder(Sessions.policy(POLICY, 0)).build())) {
      Outcome over = call(session, "get", "http://a.example/", 1);
      assertEquals(LimitKind.REQUESTS, assertInstanceOf(Outcome.LimitExceeded.class, over).which());
      Sessions.completed(call(session, "get", "http://a.example/", 0));
    }
  }

  /** Fails as it is told to. */
  private static final class Failing implements Egress {
    final AtomicInteger asked = new AtomicInteger();
    Kind kind = Kind.DENIED;

    private EgressException failure() {
      return new EgressException(kind, "rule", "failed");
    }

    @Override
    public Exchange open(FetchRequest request, Patience patience) throws EgressException {
      asked.incrementAndGet();
      throw failure();
    }

    @Override
    public Tunnel tunnel(String authority, Patience patience) {
      return new Tunnel() {
        @Override
        public void write(byte[] bytes, int offset, int length) throws EgressException {
          throw failure();
        }

        @Override
        public void endOutput() {}

        @Override
        public int read(byte[] bytes, int offset, int length) throws EgressException {
          throw failure();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public EgressUsage usage() {
      return EgressUsage.NONE;
    }

    @Override
    public void close() {}
  }

  @Test
  void lastFailure_isOfAnyStep_andNeverACut() throws EgressException {
    Failing failing = new Failing();
    CommandEgress egress = new CommandEgress(failing);
    byte[] bytes = new byte[1];
    try (Tunnel tunnel = egress.tunnel("a.example:443", Patience.endless())) {
      assertTrue(egress.lastFailure().isEmpty());
      assertThrows(EgressException.class, () -> tunnel.write(bytes, 0, 1));
      assertEquals(Kind.DENIED, egress.lastFailure().orElseThrow().kind());
      failing.kind = Kind.CUT;
      assertThrows(EgressException.class, () -> tunnel.read(bytes, 0, 1));
      assertEquals(Kind.DENIED, egress.lastFailure().orElseThrow().kind());
      failing.kind = Kind.UNREACHABLE;
      assertThrows(EgressException.class, () -> tunnel.read(bytes, 0, 1));
      assertEquals(Kind.UNREACHABLE, egress.lastFailure().orElseThrow().kind());
    }
  }

  @Test
  void c8_recordsOfACommandThatIsRefusedForEver_areBounded() {
    Failing failing = new Failing();
    CommandEgress egress = new CommandEgress(failing);
    FetchRequest request = FetchRequest.of("GET", "http://evil.example/");
    for (int i = 0; i < 1_200; i++) {
      assertThrows(EgressException.class, () -> egress.open(request, Patience.endless()));
    }
    assertEquals(1_000, failing.asked.get());
    assertEquals(Kind.DENIED, egress.lastFailure().orElseThrow().kind());
  }
}
