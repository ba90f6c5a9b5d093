package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Hatch;
import dev.cloche.HatchRequest;
import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.egress.EgressUsage;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.OnConflict;
import dev.cloche.workspace.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * An engine of one session that answers each call with what the test says, and remembers what it
 * was given.
 */
final class FakeEngine implements Engine, Session, EngineFactory {

  private final BiFunction<Call, FakeRunning, Outcome> guest;
  private Inspection inspection = inspection(Optional.empty());
  private Limits limits = Limits.defaults();

  Execution execution = Execution.COMPILED;
  Optional<Call> call = Optional.empty();
  Optional<Tool> tool = Optional.empty();
  Optional<Tool> expected = Optional.empty();
  Optional<SessionOptions> options = Optional.empty();
  int closed;

  private FakeEngine(BiFunction<Call, FakeRunning, Outcome> guest) {
    this.guest = guest;
  }

  /** Returns an engine whose calls all end so. */
  static FakeEngine answering(Outcome outcome) {
    return running((call, running) -> outcome);
  }

  /** Returns an engine whose guests do this. */
  static FakeEngine running(BiFunction<Call, FakeRunning, Outcome> guest) {
    return new FakeEngine(guest);
  }

  /** Returns an engine that no call may reach. */
  static FakeEngine untouched() {
    return running(
        (call, running) -> {
          throw new AssertionError("the engine was called");
        });
  }

  FakeEngine inspecting(Inspection answer) {
    this.inspection = answer;
    return this;
  }

  static Inspection inspection(Optional<String> refusal) {
    return new Inspection(
        8,
        2,
        3,
        List.of("wasi_snapshot_preview1.fd_write (func)"),
        List.of("_start (func)", "evil\u001b[2J (func)"),
        65_536,
        Optional.of(131_072L),
        List.of("sign-extension"),
        99,
        refusal,
        Optional.of("{\"name\":\"x\"}"),
        Optional.of(
            new Inspection.JavaCode(
                List.of(new Inspection.Method(7, 9000)), List.of(8), Optional.of(false))),
        List.of());
  }

  @Override
  public Engine open(Limits defaults, Execution how) {
    this.limits = defaults;
    this.execution = how;
    return this;
  }

  @Override
  public Session openSession() {
    return this;
  }

  @Override
  public Session openSession(Limits ofSession) {
    this.limits = ofSession;
    return this;
  }

  @Override
  public Session openSession(Limits ofSession, Workspace workspace) {
    return openSession(ofSession);
  }

  @Override
  public Session openSession(SessionOptions options) {
    this.options = Optional.of(options);
    return openSession(options.policy().limits());
  }

  @Override
  public Plan plan(Tool planned, Call given) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Policy policy() {
    return options.orElseThrow().policy();
  }

  @Override
  public void replacePolicy(Policy next) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CommitReport commit(dev.cloche.workspace.Mount mount, OnConflict onConflict) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void revokeCredential(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Hatch> requestHatch(HatchRequest request) {
    return Optional.empty();
  }

  @Override
  public EgressUsage networkUsage() {
    return new EgressUsage(3, 20, 100);
  }

  @Override
  public void expect(Tool announced) {
    this.expected = Optional.of(announced);
  }

  @Override
  public Optional<String> prepare(Tool prepared) {
    return Optional.empty();
  }

  @Override
  public Inspection inspect(Tool inspected, Limits asked) {
    this.limits = asked;
    return inspection;
  }

  @Override
  public Outcome call(Tool called, Call given) {
    return start(called, given).await();
  }

  @Override
  public Running start(Tool started, Call given) {
    this.tool = Optional.of(started);
    this.call = Optional.of(given);
    return new FakeRunning(given);
  }

  @Override
  public Workspace workspace() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public void close() {
    closed++;
  }

  /** A call that runs in the thread that waits for it. */
  final class FakeRunning implements Running {
    private final Call given;
    volatile boolean cancelled;
    private volatile boolean done;

    private FakeRunning(Call given) {
      this.given = given;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public boolean isDone() {
      return done;
    }

    @Override
    public Outcome await() {
      Outcome outcome = guest.apply(given, this);
      done = true;
      return outcome;
    }
  }
}
