package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.replay.Recorder;
import dev.cloche.replay.Recording;
import dev.cloche.replay.RecordingException;
import dev.cloche.replay.Replayer;
import dev.cloche.replay.Verdict;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.OnConflict;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorded call, replayed: everything that it met comes back, and nothing else is there. */
@Tag("one-jdk") // what a recording holds is the same on each
class ReplayTest {

  private static final Tool OPS = OpsGuest.tool();

  private static Engine engine;
  private static Engine interpreter;

  @TempDir Path directory;

  @BeforeAll
  static void open() {
    engine = Engine.builder().execution(Execution.COMPILED).build();
    interpreter = Engine.builder().execution(Execution.INTERPRETED).build();
  }

  @AfterAll
  static void close() {
    engine.close();
    interpreter.close();
  }

  private static Recording recorded(Session session, Tool tool, Call call) {
    Recorder recorder = Recorder.inMemory();
    Outcome outcome = recorder.call(session, tool, call);
    Recording recording =
        recorder.recording().orElseThrow(() -> new AssertionError(outcome.message()));
    assertArrayEquals(outcome.stdout().bytes(), recording.outcome().stdout().bytes());
    assertEquals(outcome.usage().fuel(), recording.outcome().usage().fuel());
    return recording;
  }

  private static Recording recorded(Call call) {
    try (Session session = engine.openSession()) {
      return recorded(session, OPS, call);
    }
  }

  /** The same, compiled and interpreted, and from the bytes. */
  private static void same(Recording recording, Tool tool) {
    Verdict compiled = Recording.parse(recording.bytes()).replay(engine, tool);
    assertTrue(compiled.isSame(), compiled::message);
    Verdict interpreted = recording.replay(interpreter, tool);
    assertTrue(interpreted.isSame(), interpreted::message);
  }

  @Test
  void replay_clockRandomInputAndFiles_isSame() {
    Recording recording =
        recorded(Call.builder().arguments("crmsiiwlczrigSwdl").stdin("some input").build());

    assertInstanceOf(Outcome.Completed.class, recording.outcome());
    same(recording, OPS);
  }

  @Test
  void replay_seededCall_isSameAndHoldsNoReadings() {
    Recording recording = recorded(Call.builder().arguments("crmszcrl").seed(42).build());

    same(recording, OPS);
    assertTrue(text(recording).contains("\"clock\" : null"));
    assertTrue(text(recording).contains("\"random\" : null"));
  }

  private static String text(Recording recording) {
    return new String(recording.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void replay_exitTrapAndFuel_isSame() {
    same(recorded(Call.of("rq")), OPS);
    same(recorded(Call.of("rt")), OPS);
    Call little =
        Call.builder().arguments("zzzzrzzz").limits(Limits.builder().fuel(500_000).build()).build();
    Recording exhausted = recorded(little);
    Outcome.LimitExceeded limit =
        assertInstanceOf(Outcome.LimitExceeded.class, exhausted.outcome());
    assertEquals(LimitKind.FUEL, limit.which());
    same(exhausted, OPS);
  }

  @Test
  void replay_workspaceOfEarlierCalls_hasTheSameNumbersOrderAndTimes() {
    try (Session session = engine.openSession()) {
      session.workspace().writeFile("/in/b", new byte[] {1});
      session.workspace().writeFile("/in/a", "from before".getBytes(StandardCharsets.UTF_8));
      session.workspace().createLink("/in/z", "a");
      session.workspace().delete("/in/b");
      Outcome before = session.call(OPS, Call.of("wdwWl"));
      assertInstanceOf(Outcome.Completed.class, before, before.message());

      Recording recording = recorded(session, OPS, Call.of("lLRSWSRwl"));

      same(recording, OPS);
    }
  }

  @Test
  void replay_mountedDirectory_needsNoFileOfTheHost() throws IOException {
    Path mounted = Files.createDirectories(directory.resolve("mounted"));
    Files.writeString(mounted.resolve("a"), "of the host");
    Files.writeString(mounted.resolve("unread"), "never looked at");
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
        Session session = engine.openSession(Limits.defaults(), workspace)) {
      var mount = workspace.mount(mounted, "/in", Access.OVERLAY);
      Recording recording = recorded(session, OPS, Call.of("LRSWSRL"));
      assertTrue(session.commit(mount, OnConflict.REFUSE).isComplete());
      Files.delete(mounted.resolve("a"));

      same(recording, OPS);
      assertFalse(text(recording).contains(directory.toString()));
      assertFalse(text(recording).contains("never looked at"));
    }
  }

  @Test
  void replay_deadlineInGuestCode_endsAtTheSameFuel() {
    Call late =
        Call.builder()
            .arguments("rZ")
            .limits(Limits.builder().wall(Duration.ofMillis(20)).build())
            .build();

    Recording recording = recorded(late);

    Outcome.LimitExceeded limit =
        assertInstanceOf(Outcome.LimitExceeded.class, recording.outcome());
    assertEquals(LimitKind.WALL, limit.which());
    same(recording, OPS);
  }

  @Test
  void replay_deadlineInSleep_endsInTheSameSleep() {
    Call late =
        Call.builder()
            .arguments("rs".repeat(500))
            .limits(Limits.builder().wall(Duration.ofMillis(50)).build())
            .build();

    Recording recording = recorded(late);

    assertInstanceOf(Outcome.LimitExceeded.class, recording.outcome());
    same(recording, OPS);
  }

  @Test
  void replay_cancelledWhileItWaitsForInput_isSame() throws IOException {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    InputStream never =
        new InputStream() {
          @Override
          public int read() throws IOException {
            reading.countDown();
            try {
              end.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return -1;
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            return read();
          }
        };
    try (Session session = engine.openSession();
        Recorder recorder = Recorder.inMemory()) {
      Running running =
          recorder.start(session, OPS, Call.builder().arguments("rzi").stdin(never).build());
      await(reading);
      running.cancel();
      assertInstanceOf(Outcome.Cancelled.class, running.await());
      end.countDown();

      same(recorder.recording().orElseThrow(), OPS);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void replay_inputInPieces_comesInTheSamePieces() {
    InputStream pieces =
        new InputStream() {
          private int next;

          @Override
          public int read() {
            return next < 20 ? next++ : -1;
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            if (next == 20) {
              return -1;
            }
            int count = Math.min(3, 20 - next);
            for (int i = 0; i < count; i++) {
              into[offset + i] = (byte) next++;
            }
            return count;
          }
        };

    Recording recording = recorded(Call.builder().arguments("iiiiiiiiii").stdin(pieces).build());

    same(recording, OPS);
  }

  @Test
  void replay_functionOfTheEmbedder_isNotCalled() {
    List<String> heard = new ArrayList<>();
    PluginFunction greet =
        PluginFunction.text(
            "greet",
            name -> {
              heard.add(name);
              return "hello, " + name + " " + heard.size();
            });
    Tool plugin =
        new PluginText()
            .importing("extism:host/user", "greet", "(param i64) (result i64)")
            .running("(call $say (call $greet (call $input_offset)))");
    try (Engine own = Engine.builder().pluginFunctions(greet).build();
        Session session = own.openSession()) {
      Recording recording =
          recorded(session, plugin, Call.builder().arguments("run").stdin("you").build());
      assertEquals("hello, you 1", recording.outcome().stdout().text());

      Verdict here = recording.replay(own, plugin);
      assertTrue(here.isSame(), here::message);
      assertEquals(List.of("you"), heard);
      assertThrows(RecordingException.class, () -> recording.replay(engine, plugin));
      try (Engine bare =
          Engine.builder()
              .pluginFunctions(recording.functions().toArray(PluginFunction[]::new))
              .build()) {
        Verdict there = recording.replay(bare, plugin);
        assertTrue(there.isSame(), there::message);
      }
    }
  }

  @Test
  void replay_anotherModule_isRefused() {
    Recording recording = recorded(Call.of("r"));

    Tool other = Tool.of("ops", Wat.wasm("(module (func (export \"_start\")))"));

    assertThrows(RecordingException.class, () -> recording.replay(engine, other));
  }

  @Test
  void replay_moreThanTheBounds_isRefused() {
    Recording recording = recorded(Call.of("r"));

    Replayer small = Replayer.of(engine).within(Limits.builder().fuel(1_000).build());
    Replayer narrow = Replayer.of(engine).within(new WorkspaceLimits(1, 1, 1));

    assertThrows(RecordingException.class, () -> small.replay(recording, OPS));
    assertThrows(RecordingException.class, () -> narrow.replay(recording, OPS));
  }

  @Test
  void replay_longerThanItsOwnTime_isIncomparable() {
    Recording recording = recorded(Call.of("z".repeat(900)));

    Verdict verdict =
        Replayer.of(interpreter)
            .within(Limits.builder().wall(Duration.ofMillis(20)).build())
            .replay(recording, OPS);

    assertEquals(Verdict.Kind.INCOMPARABLE, verdict.kind(), verdict::message);
  }

  @Test
  void record_tooLarge_failsTheCall() {
    Recorder recorder = Recorder.inMemory(20_000);
    try (Session session = engine.openSession()) {
      Outcome outcome = recorder.call(session, OPS, Call.of("r".repeat(2_000)));

      assertInstanceOf(Outcome.HostFault.class, outcome, outcome.message());
      assertEquals(Optional.empty(), recorder.recording());
      Outcome next = session.call(OPS, Call.of("r"));
      assertInstanceOf(Outcome.Completed.class, next, next.message());
    }
  }

  @Test
  void record_workspaceTooLarge_refusesTheCall() {
    Recorder recorder = Recorder.inMemory(20_000);
    try (Session session = engine.openSession()) {
      session.workspace().writeFile("/big", new byte[30_000]);

      Outcome outcome = recorder.call(session, OPS, Call.of("r"));

      assertInstanceOf(Outcome.Refused.class, outcome, outcome.message());
    }
  }

  @Test
  void record_besideAnotherCall_isRefused() {
    try (Session session = engine.openSession()) {
      Running other = session.start(OPS, Call.of("Z"));

      Outcome outcome = Recorder.inMemory().call(session, OPS, Call.of("r"));
      other.cancel();

      assertInstanceOf(Outcome.Refused.class, outcome, outcome.message());
      Outcome unused = other.await();
    }
  }

  @Test
  void record_nativeCommand_isRefused() {
    Policy policy = Sessions.policy("native: { commands: [ls] }");
    try (Session session = engine.openSession(SessionOptions.of(policy))) {
      Outcome outcome = Recorder.inMemory().call(session, Tool.command("ls"), Call.of());

      assertInstanceOf(Outcome.Refused.class, outcome, outcome.message());
    }
  }

  @Test
  void record_toAFile_isTheOwnersAndNeverInPlaceOfAnother() throws IOException {
    Path file = directory.resolve("call.json");
    try (Session session = engine.openSession();
        Recorder recorder = Recorder.to(file)) {
      Outcome unused = recorder.call(session, OPS, Call.of("r"));
    }

    assertTrue(Recording.read(file).replay(engine, OPS).isSame());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertThrows(IOException.class, () -> Recorder.to(file));
  }

  @Test
  void record_callThatNeverStarts_leavesNoFile() throws IOException {
    Path file = directory.resolve("call.json");
    try (Session session = engine.openSession();
        Recorder recorder = Recorder.to(file)) {
      Outcome outcome = recorder.call(session, Tool.of("none", new byte[] {1}), Call.of());
      assertInstanceOf(Outcome.Refused.class, outcome);
    }

    assertFalse(Files.exists(file));
  }
}
