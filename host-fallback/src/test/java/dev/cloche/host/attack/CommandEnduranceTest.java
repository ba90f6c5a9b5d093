package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Native commands of every ending from some threads at once, under an audit: each ends as it must,
 * each is on record once, and {@link Sessions} finds nothing of them afterwards.
 *
 * <p>{@code -Dendurance.commands=2000} runs so many instead of a few; docs/endurance.md has the
 * command.
 */
@Tag("one-jdk")
@Timeout(7200)
class CommandEnduranceTest {

  private static final int CALLS = Integer.getInteger("endurance.commands", 36);
  private static final int CALLERS = 3;
  private static final String POLICY =
      """
      native: { commands: [bash, nothing-of-this-name] }
      limits: { wall: 5m, output: 4Ki }
      """;

  @RegisterExtension private static final Sessions SESSIONS = new Sessions();

  private final Map<String, Integer> ends = new ConcurrentHashMap<>();

  @Test
  void mixedCommands_fromManyThreads_endAsTheyMust_areOnRecordOnce_andLeaveNothing()
      throws Exception {
    MemoryAuditSink sink = MemoryAuditSink.of(CALLS * 10);
    AuditLog log = AuditLog.open(sink);
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        SplittableRandom random = new SplittableRandom(9 + i);
        all.add(threads.submit(() -> session(log, random)));
      }
      for (Future<?> one : all) {
        assertEquals(null, one.get());
      }
    } finally {
      threads.shutdownNow();
    }
    log.close();
    assertEquals(ends, recorded(sink));
    assertEquals(CALLS, ends.values().stream().mapToInt(Integer::intValue).sum());
  }

  private void session(AuditLog log, SplittableRandom random) {
    try (Session session = SESSIONS.session(POLICY, Optional.of(log))) {
      for (int i = 0; i < CALLS / CALLERS; i++) {
        String id = call(session, random).id();
        ends.merge(id, 1, Integer::sum);
      }
    }
  }

  private static Outcome call(Session session, SplittableRandom random) {
    return switch (random.nextInt(7)) {
      case 0 -> exits(session, random);
      case 1 -> writes(session, random);
      case 2 -> limited(session, LimitKind.WALL, "sleep 1000", Duration.ofMillis(200));
      case 3 -> limited(session, LimitKind.OUTPUT, "yes", Duration.ofMinutes(5));
      case 4 -> cancelled(session, random);
      case 5 -> Sessions.denied("native.commands", session.call(Tool.command("id"), Call.of()));
      default -> Sessions.refused(session.call(Tool.command("nothing-of-this-name"), Call.of()));
    };
  }

  private static Outcome exits(Session session, SplittableRandom random) {
    int status = random.nextInt(120);
    Outcome outcome = Sessions.bash(session, "exit " + status);
    assertEquals(
        status, assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus());
    return outcome;
  }

  private static Outcome writes(Session session, SplittableRandom random) {
    String text = "text " + random.nextInt();
    Outcome outcome = Sessions.completed(Sessions.bash(session, "echo " + text + " > file"));
    assertEquals(text + "\n", new String(session.workspace().readFile("/file"), UTF_8));
    return outcome;
  }

  private static Outcome limited(Session session, LimitKind which, String script, Duration wall) {
    Limits limits = Limits.builder().wall(wall).build();
    Outcome outcome =
        session.call(Sessions.BASH, Call.builder().arguments(script).limits(limits).build());
    assertEquals(
        which, assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
    return outcome;
  }

  private static Outcome cancelled(Session session, SplittableRandom random) {
    Running running = session.start(Sessions.BASH, Call.of("sleep 1000 & setsid sleep 1000"));
    LockSupport.parkNanos(random.nextInt(40_000_000));
    running.cancel();
    return assertInstanceOf(Outcome.Cancelled.class, running.await());
  }

  private static Map<String, Integer> recorded(MemoryAuditSink sink) {
    Map<String, Integer> found = new TreeMap<>();
    for (String line : sink.lines()) {
      if (line.contains("\"type\":\"call-ended\"")) {
        int at = line.indexOf("\"outcome\":{\"type\":\"") + 19;
        assertTrue(at > 19);
        found.merge(line.substring(at, line.indexOf('"', at)), 1, Integer::sum);
      }
    }
    return found;
  }
}
