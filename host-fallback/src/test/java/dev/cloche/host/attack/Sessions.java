package dev.cloche.host.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.HatchApprover;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeReport;
import dev.cloche.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives the tests of a class an engine with the sandbox of this machine, and checks that they leave
 * nothing over: no process after each, whose sessions are closed by then, and nothing else after
 * all. A machine without a sandbox fails them, and they say what to install.
 */
final class Sessions implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  static final Tool BASH = Tool.command("bash", "-c");

  private final Set<Path> filesBefore = new TreeSet<>();
  private final Set<Long> processesBefore = new TreeSet<>();
  private final NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
  private final Engine engine = Engine.builder().backend(backend).build();

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    filesBefore.addAll(Leftovers.files());
    ProcessHandle.current().descendants().map(ProcessHandle::pid).forEach(processesBefore::add);
    NativeReport report = backend.probe();
    assertTrue(report.isUsable(), () -> "no sandbox on this machine:\n" + report.text());
  }

  Engine engine() {
    return engine;
  }

  /** A session under a policy, given by the lines behind {@code version: 1}; hatches open. */
  Session session(String policy) {
    return session(policy, Optional.empty());
  }

  Session session(String policy, Optional<AuditLog> audit) {
    SessionOptions.Builder options =
        SessionOptions.builder(policy(policy))
            .hatchApprover(request -> HatchApprover.Answer.APPROVE);
    audit.ifPresent(options::audit);
    return engine.openSession(options.build());
  }

  /** A session over a workspace of the test. */
  Session session(String policy, Workspace workspace) {
    return engine.openSession(SessionOptions.builder(policy(policy)).workspace(workspace).build());
  }

  static Policy policy(String text) {
    return Policy.parse("version: 1\n" + text, Path.of("/"));
  }

  /** Runs a script of bash. */
  static Outcome bash(Session session, String script) {
    return session.call(BASH, Call.of(script));
  }

  static Outcome.Completed completed(Outcome outcome) {
    Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
    assertEquals(0, done.exitStatus(), () -> done.stderr().text());
    return done;
  }

  static Outcome.Denied denied(String rule, Outcome outcome) {
    Outcome.Denied denied = assertInstanceOf(Outcome.Denied.class, outcome, outcome.message());
    assertEquals(rule, denied.rule());
    return denied;
  }

  static Outcome.Refused refused(Outcome outcome) {
    return assertInstanceOf(Outcome.Refused.class, outcome, outcome.message());
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    assertEquals(List.of(), Leftovers.processes(processesBefore));
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    engine.close();
    backend.close();
    afterEach(context);
    assertEquals(List.of(), Leftovers.others(filesBefore));
  }
}
