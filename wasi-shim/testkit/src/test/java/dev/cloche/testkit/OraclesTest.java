package dev.cloche.testkit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.Usage;
import dev.cloche.policy.ToolPolicy;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each oracle says no to what it is there for, and yes to its neighbour. */
@Tag("one-jdk")
class OraclesTest {

  @TempDir Path directory;

  private static Outcome saying(String text) {
    Captured out = Captured.of(text.getBytes(StandardCharsets.UTF_8));
    return new Outcome.Completed(0, out, Captured.EMPTY, Usage.NONE);
  }

  @Test
  void bait_thatIsTouched_isSeen() throws IOException {
    HostBait bait = HostBait.in(directory);
    assertDoesNotThrow(bait::assertUntouched);
    Files.createFile(bait.mounted().resolve("new"));
    assertThrows(AssertionError.class, bait::assertUntouched);
    Files.delete(bait.mounted().resolve("new"));
    Files.writeString(directory.resolve("outside/file"), "other");
    assertThrows(AssertionError.class, bait::assertUntouched);
  }

  @Test
  void bait_thatIsToldOf_isSeen() {
    HostBait bait = HostBait.in(directory);
    assertDoesNotThrow(() -> bait.assertNoEscape(saying("inside")));
    String secret = bait.canary().secret();
    for (String told : List.of(secret, directory.toString())) {
      assertThrows(AssertionError.class, () -> bait.assertNoEscape(saying("x " + told)));
    }
  }

  @Test
  void canary_isFoundInEachForm_andAtEachPlaceInBase64() {
    Canary canary = Canary.random();
    EncodedForms.of(canary.secret())
        .forEach((name, form) -> assertTrue(canary.foundIn(form).isPresent(), name));
    for (String before : List.of("", "1", "12", "123", "1234")) {
      String longer = before + canary.secret() + before;
      String encoded = Base64.getEncoder().encodeToString(longer.getBytes(StandardCharsets.UTF_8));
      assertTrue(canary.foundIn(encoded).isPresent(), before);
    }
    assertTrue(canary.foundIn(Canary.random().secret()).isEmpty());
  }

  @Test
  void session_thatIsClosed_isNotUsable_andOneThatAllowsNoToolIs() {
    Policy none = Policy.builder().tools(new ToolPolicy(List.of())).build();
    try (Engine engine = Engine.create()) {
      Session closed = engine.openSession();
      assertDoesNotThrow(() -> Oracles.assertUsable(closed));
      closed.close();
      assertThrows(AssertionError.class, () -> Oracles.assertUsable(closed));
      try (Session strict = engine.openSession(none)) {
        assertDoesNotThrow(() -> Oracles.assertUsable(strict));
      }
    }
  }

  @Test
  void tree_ofAnotherDepthThanTheModels_isFound() {
    List<TreeStep> steps =
        List.of(
            new TreeStep(TreeStep.Operation.MKDIR, "a", ""),
            new TreeStep(TreeStep.Operation.MKDIR, "a/a", ""));
    try (Engine engine = Engine.create()) {
      assertDoesNotThrow(() -> TreeAgreement.check(engine, new WorkspaceLimits(100, 9, 8), steps));
      assertThrows(
          AssertionError.class,
          () -> TreeAgreement.check(engine, new WorkspaceLimits(100, 9, 1), steps));
    }
  }

  @Test
  void answers_ofARun_areThoseOfEachCall() {
    List<WasiCall> calls = new ArrayList<>(WasiCalls.of(step(TreeStep.Operation.APPEND, "a")));
    calls.addAll(WasiCalls.of(step(TreeStep.Operation.MKDIR, "a")));
    calls.add(WasiCall.of("fd_close", 99));
    calls.add(WasiCall.of("random_get", WasiCalls.MEMORY_BYTES, 1));
    try (Engine engine = Engine.builder().execution(Execution.INTERPRETED).build();
        Session session = engine.openSession()) {
      WasiRun run = WasiRun.of(session, calls);
      assertInstanceOf(Outcome.Completed.class, run.outcome());
      assertEquals(
          List.of(
              WasiErrno.SUCCESS,
              WasiErrno.SUCCESS,
              WasiErrno.SUCCESS,
              WasiErrno.EXIST,
              WasiErrno.BADF,
              WasiErrno.FAULT),
          run.answers());
    }
  }

  private static TreeStep step(TreeStep.Operation operation, String path) {
    return new TreeStep(operation, path, "text");
  }

  @Test
  void fuel_thatDependsOnTheRun_isFound() {
    AtomicInteger runs = new AtomicInteger();
    PluginFunction more =
        PluginFunction.of(
            "more",
            List.of(),
            List.of(PluginFunction.Type.I64),
            call -> call.give(new byte[8_000 * runs.incrementAndGet()]));
    Tool plugin =
        HostCalls.plugin(List.of(new HostCall(more, List.of(), false)), (function, index) -> false);
    Call call = Call.builder().seed(1).build();
    try (FuelAgreement both = FuelAgreement.under(Policy.strict(), more)) {
      assertThrows(AssertionError.class, () -> both.check(plugin, call));
      Tool nothing = Tool.of("nothing", WasiCalls.module(List.of()));
      assertInstanceOf(Outcome.Completed.class, both.check(nothing, call));
    }
  }

  @Test
  void filesAndThreads_thatAreLeft_areFound() throws IOException {
    Leaks files = Leaks.before(directory);
    assertDoesNotThrow(files::assertNone);
    Files.createFile(directory.resolve("left"));
    assertThrows(AssertionError.class, files::assertNone);

    Leaks threads = Leaks.before(Duration.ofMillis(1));
    CountDownLatch end = new CountDownLatch(1);
    Thread left =
        new Thread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
              }
            },
            "cloche-left");
    left.setDaemon(true);
    left.start();
    assertThrows(AssertionError.class, threads::assertNone);
    end.countDown();
    assertDoesNotThrow(() -> left.join());
    assertDoesNotThrow(threads::assertNone);
  }
}
