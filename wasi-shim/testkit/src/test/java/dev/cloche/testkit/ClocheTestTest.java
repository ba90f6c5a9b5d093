package dev.cloche.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The extension gives what is asked for, and finds what is left. */
class ClocheTestTest {

  @BeforeAll
  static void build() throws IOException {
    TreeStep step = new TreeStep(TreeStep.Operation.APPEND, "greeting", "hello");
    Path written = Files.write(Path.of("target/greet.wasm"), WasiCalls.module(WasiCalls.of(step)));
    assertTrue(Files.isRegularFile(written));
  }

  @ClocheTest(
      policy = "{ version: 1, limits: { fuel: 1M, wall: 10s } }",
      tool = "target/greet.wasm")
  void greet_withPlentyOfFuel_writesAFile(Session session, Tool tool) {
    Outcome outcome = session.call(tool, Call.of());
    assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
    assertEquals(List.of("greeting"), session.workspace().list("/"));
  }

  @ClocheTest(tool = "target/greet.wasm", engine = Interpreting.class)
  void parameters_areOfOneSession(Engine engine, Session session, Policy policy, Canary canary) {
    assertEquals(policy, session.policy());
    assertEquals(Policy.strict(), policy);
    assertTrue(engine.prepare(Tool.of("none", new byte[0])).isPresent());
    assertTrue(canary.foundIn("no canary").isEmpty());
  }

  /** An engine of the test's own. */
  static final class Interpreting implements EngineSource {
    @Override
    public Engine.Builder builder() {
      return Engine.builder().execution(Execution.INTERPRETED);
    }
  }

  /** Run by the test below alone: each leaves something. */
  static class Careless {
    static InputStream open;

    @ClocheTest
    void closesTheSession(Session session) {
      session.close();
    }

    @ClocheTest
    void leavesAFileOpen(Session session) throws IOException {
      Path file = Files.createTempFile("testkit", "");
      open = Files.newInputStream(file);
      Files.delete(file);
      assertEquals(Duration.ofSeconds(10), session.limits().wall());
    }

    @ClocheTest
    void isRight(Session session) {
      assertEquals(0, session.workspace().usedNodes());
    }
  }

  @Test
  void whatIsLeft_failsTheTest() throws IOException {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Careless.class)).build();
    LauncherFactory.create().execute(request, listener);
    Map<String, String> failures = new TreeMap<>();
    listener
        .getSummary()
        .getFailures()
        .forEach(
            failure ->
                failures.put(
                    failure.getTestIdentifier().getDisplayName().replaceFirst("\\(.*", ""),
                    failure.getException().getMessage()));
    Careless.open.close();
    assertEquals(List.of("closesTheSession", "leavesAFileOpen"), List.copyOf(failures.keySet()));
    assertTrue(failures.get("closesTheSession").contains("closed"));
    assertTrue(failures.get("leavesAFileOpen").contains("left behind"));
  }
}
