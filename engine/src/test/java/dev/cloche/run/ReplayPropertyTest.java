package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.replay.Recorder;
import dev.cloche.replay.Recording;
import dev.cloche.replay.Verdict;
import dev.cloche.workspace.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever a call does, its recording replays the same, compiled and interpreted. */
@Tag("one-jdk")
class ReplayPropertyTest {

  private static final Tool OPS = OpsGuest.tool();

  private static Engine engine;
  private static Engine interpreter;
  private static LoopbackServer server;
  private static Path mounted;
  private static Session session;

  @BeforeContainer
  static void open() throws IOException {
    engine = Engine.builder().execution(Execution.COMPILED).build();
    interpreter = Engine.builder().execution(Execution.INTERPRETED).build();
    server = new LoopbackServer();
    mounted = Files.createTempDirectory("replayed").toRealPath();
    Files.writeString(mounted.resolve("a"), "of the host");
    // One session for all: what one call leaves the next one finds.
    session = engine.openSession(SessionOptions.of(Sessions.allowing(server)));
    var unused = session.workspace().mount(mounted, "/in", Access.OVERLAY);
  }

  @AfterContainer
  static void close() throws IOException {
    session.close();
    engine.close();
    interpreter.close();
    server.close();
    Files.delete(mounted.resolve("a"));
    Files.delete(mounted);
  }

  /** What one call is given. */
  record Given(String ops, String path, String stdin, Optional<Long> seed, long fuel) {}

  @Provide
  Arbitrary<Given> calls() {
    Arbitrary<String> ops =
        Arbitraries.strings().withChars(OpsGuest.GOING_ON).ofMinLength(1).ofMaxLength(15);
    Arbitrary<String> end = Arbitraries.of("", "", "q", "t");
    Arbitrary<String> path = Arbitraries.of("/a", "/big", "/gzip", "/header", "/redirect", "no");
    Arbitrary<String> stdin = Arbitraries.strings().ascii().ofMaxLength(30);
    Arbitrary<Optional<Long>> seed = Arbitraries.longs().optional();
    Arbitrary<Long> fuel = Arbitraries.longs().between(1_000, 3_000_000);
    return net.jqwik.api.Combinators.combine(ops, end, path, stdin, seed, fuel)
        .as((doing, last, to, in, of, most) -> new Given(doing + last, to, in, of, most));
  }

  @Property(tries = 40)
  void everyCall_replaysTheSame(@ForAll("calls") Given given) {
    Call.Builder call =
        Call.builder()
            .arguments(given.ops(), given.path().equals("no") ? "no url" : server.url(given.path()))
            .stdin(given.stdin().getBytes(StandardCharsets.UTF_8))
            .limits(Limits.builder().fuel(given.fuel()).build());
    given.seed().ifPresent(call::seed);
    Recorder recorder = Recorder.inMemory();
    Outcome outcome = recorder.call(session, OPS, call.build());
    Recording recording =
        recorder.recording().orElseThrow(() -> new AssertionError(outcome.message()));
    int requests = server.heads.size();

    for (Engine other : new Engine[] {engine, interpreter}) {
      Verdict verdict = Recording.parse(recording.bytes()).replay(other, OPS);
      assertTrue(verdict.isSame(), verdict::message);
    }
    assertTrue(requests == server.heads.size(), "a replay made a request");
  }
}
