package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Engine;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.AuditType;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.FileAuditSink;
import dev.cloche.audit.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many calls of every kind, at once, under an audit: each ends as it must, each is on record once,
 * and nothing of them stays.
 *
 * <p>{@code -Dendurance.calls=100000} makes so many instead of a few, {@code -Dendurance.seed=N}
 * draws others; docs/endurance.md has the command. Times are told, and never judged.
 */
@Tag("one-jdk")
@Timeout(7200)
class EnduranceTest {

  private static final int CALLS = Integer.getInteger("endurance.calls", 500);
  private static final long SEED = Long.getLong("endurance.seed", 9);
  private static final int CALLERS = 8;

  /** Calls of one session, which is then closed. */
  private static final int SESSION_CALLS = 20;

  private static final long MIB = 1 << 20;

  private final Tally<Mix> tally = new Tally<>(Mix.class);
  private final AtomicInteger callsLeft = new AtomicInteger();
  private final AtomicInteger sessions = new AtomicInteger();

  @TempDir Path directory;

  @Test
  void mixedCalls_fromManyThreads_endAsTheyMust_areOnRecordOnce_andLeaveNothing() throws Exception {
    AuditLog log =
        AuditLog.open(
            FileAuditSink.builder(directory.resolve("audit.jsonl")).rotateAt(4 * MIB).open());
    try (LoopbackServer server = new LoopbackServer()) {
      List<Thread> others = Remains.threads();
      Remains outside = Remains.now();
      Engine engine = Engine.create();
      try (engine) {
        Caller caller = new Caller(engine, log, server);
        caller.together(CALLS / 5, SEED);
        server.heads.clear();
        Remains warm = Remains.now();
        caller.together(CALLS - CALLS / 5, SEED + CALLERS);
        server.heads.clear();
        Remains.now().assertNotAbove(warm, 12 * MIB, 4 * MIB, 8);
        assertEquals(0, ((EngineCore) engine).admission().reserved());
      }
      log.close();
      Remains.assertNoThreads(others);
      Remains.now().assertNotAbove(outside, 64 * MIB, 64 * MIB, 4);
    }
    assertEquals(CALLS, tally.total());
    assertRecorded(log);
    System.out.println(tally.table());
  }

  /** Makes calls from many threads; what one of them throws fails the test. */
  private final class Caller {
    private final Engine engine;
    private final AuditLog log;
    private final MixGuests guests;
    private final dev.cloche.Policy policy;

    Caller(Engine engine, AuditLog log, LoopbackServer server) {
      this.engine = engine;
      this.log = log;
      this.guests = MixGuests.of(server);
      this.policy = Sessions.policy("%s", MixGuests.policy(server));
    }

    void together(int calls, long seed) throws Exception {
      callsLeft.set(calls);
      ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
      try {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
          SplittableRandom random = new SplittableRandom(seed + i);
          all.add(threads.submit(() -> sessions(random)));
        }
        for (Future<?> one : all) {
          assertEquals(null, one.get());
        }
      } finally {
        threads.shutdownNow();
      }
    }

    private void sessions(SplittableRandom random) {
      boolean more = true;
      while (more) {
        String id = "s" + sessions.incrementAndGet();
        try (Session session =
            engine.openSession(SessionOptions.builder(policy).id(id).audit(log).build())) {
          for (int i = 0; i < SESSION_CALLS && more; i++) {
            more = callsLeft.getAndDecrement() > 0;
            if (more) {
              call(session, random);
            }
          }
          assertTrue(session.workspace().usedNodes() <= 10);
        }
      }
    }

    private void call(Session session, SplittableRandom random) {
      Mix kind = Mix.draw(random);
      long start = System.nanoTime();
      String ended = kind.call(guests, session, random).id();
      tally.add(kind, System.nanoTime() - start);
      assertEquals(kind.outcomeId(), ended);
    }
  }

  private void assertRecorded(AuditLog log) throws IOException {
    Map<String, Integer> ends = new TreeMap<>();
    Set<String> planned = new HashSet<>();
    Set<String> ended = new HashSet<>();
    Verification found =
        AuditVerifier.create()
            .expectLast(log.lastDigest())
            .expectCount(log.count())
            .verify(
                files(),
                (item, verified) -> {
                  String call = item.session() + "/" + item.call();
                  if (item.type().equals(AuditType.CALL_PLANNED.id())) {
                    assertTrue(planned.add(call), "planned twice: " + call);
                  } else if (item.type().equals(AuditType.CALL_ENDED.id())) {
                    assertTrue(ended.add(call), "ended twice: " + call);
                    ends.merge(AuditRecord.text(item.object("outcome"), "type"), 1, Integer::sum);
                  }
                });
    assertTrue(found.intact() && found.closed(), found.toString());
    assertEquals(CALLS, ended.size());
    // What is no module has no plan; nothing else lacks one.
    ended.removeAll(planned);
    assertTrue(ended.size() <= tally.count(Mix.REFUSED), "not planned: " + ended);
    assertEquals(expectedEnds(), ends);
  }

  private Map<String, Integer> expectedEnds() {
    Map<String, Integer> expected = new TreeMap<>();
    for (Mix kind : Mix.values()) {
      if (tally.count(kind) > 0) {
        expected.merge(kind.outcomeId(), tally.count(kind), Integer::sum);
      }
    }
    return expected;
  }

  /** The parts of the log, oldest first; there is nothing else but its lock. */
  private List<Path> files() throws IOException {
    Path newest = directory.resolve("audit.jsonl");
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = new ArrayList<>(all.sorted().toList());
    }
    assertTrue(files.remove(directory.resolve("audit.jsonl.lock")) && files.remove(newest));
    files.add(newest);
    return files;
  }
}
