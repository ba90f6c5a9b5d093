package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Hatch;
import dev.cloche.HatchRequest;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.credential.LeaseBook;
import dev.cloche.credential.LeaseSettings;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Ends;
import dev.cloche.egress.Scrubber;
import dev.cloche.hatch.HatchBook;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.OnConflict;
import dev.cloche.workspace.Workspace;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A session of {@link EngineCore}. */
final class SessionCore implements Session {

  /** How long an approver of hatches may take: a person has to read it. */
  private static final Duration APPROVAL = Duration.ofMinutes(2);

  private final EngineCore engine;
  private final SessionOptions options;
  private final Workspace workspace;
  private final SessionNetwork network;
  private final SessionCommands commands;
  private final LeaseBook leases;
  private final HatchBook hatches;
  private final SessionRecords records;
  private final Set<RunningCall> running = ConcurrentHashMap.newKeySet();
  private volatile Policy policy;
  private volatile boolean closed;

  SessionCore(EngineCore engine, SessionOptions options) {
    this.engine = engine;
    this.options = options;
    this.policy = options.policy();
    AtomicReference<Supplier<Scrubber>> secrets = new AtomicReference<>(Scrubber::none);
    this.records = new SessionRecords(options, () -> secrets.get().get());
    LeaseSettings settings =
        new LeaseSettings(
            options.issuer(), records::lease, LeaseSettings.DEFAULT_PATIENCE, System::nanoTime);
    this.leases = LeaseBook.of(options.id(), Lendings.of(policy), settings);
    secrets.set(leases::scrubber);
    this.hatches =
        new HatchBook(
            options.id(), options.hatchApprover(), records::hatch, APPROVAL, System::nanoTime);
    this.network = new SessionNetwork(policy, options.resolver());
    this.commands = new SessionCommands(engine.backend());
    this.workspace = openWorkspace();
    recordOpening();
  }

  /** A session that cannot be recorded is none: what it holds of the host is let go of. */
  private void recordOpening() {
    try {
      records.opened();
    } catch (RuntimeException unrecorded) {
      if (options.workspace().isEmpty()) {
        workspace.close();
      }
      throw unrecorded;
    }
  }

  private Workspace within(Workspace brought) {
    if (brought.limits().bytes() > policy.workspace().limits().bytes()
        || brought.limits().nodes() > policy.workspace().limits().nodes()) {
      throw new IllegalArgumentException("the workspace may hold more than the policy allows");
    }
    return brought;
  }

  @Override
  public Outcome call(Tool tool, Call call) {
    return start(tool, call).await();
  }

  @Override
  public Running start(Tool tool, Call call) {
    return start(new RunningCall(engine, this, tool, call, null));
  }

  /** Starts a call with a tape between. */
  Running start(Tool tool, Call call, Tape tape) {
    return start(new RunningCall(engine, this, tool, call, tape));
  }

  private Running start(RunningCall next) {
    running.add(next);
    // Looked at after the call can be found: either it sees the close, or the close sees it.
    if (closed) {
      running.remove(next);
      next.abandon();
      throw new IllegalStateException("session is closed");
    }
    next.start(() -> running.remove(next));
    return next;
  }

  @Override
  public Plan plan(Tool tool, Call call) {
    return plan(tool, call, policy);
  }

  Plan plan(Tool tool, Call call, Policy under) {
    Optional<Limits> own = options.limitsAreDefaults() ? call.limits() : Optional.empty();
    return Plan.of(tool, call, own.map(limits -> with(limits, under)).orElse(under));
  }

  private static Policy with(Limits limits, Policy policy) {
    return policy.limits().equals(limits) ? policy : policy.toBuilder().limits(limits).build();
  }

  /** The limits of a call that holds before its tool is looked at. */
  Limits limits(Call call) {
    return call.limits()
        .map(own -> options.limitsAreDefaults() ? own : policy.limits().and(own))
        .orElseGet(this::limits);
  }

  /** Returns what tells whether one call alone has run from now on. */
  BooleanSupplier alone() {
    // One that has ended may not be out of the list yet.
    boolean alone = running.stream().filter(call -> !call.isDone()).count() == 1;
    long before = records.calls();
    return () -> alone && records.calls() == before;
  }

  SessionOptions options() {
    return options;
  }

  SessionNetwork network() {
    return network;
  }

  SessionCommands commands() {
    return commands;
  }

  LeaseBook leases() {
    return leases;
  }

  HatchBook hatches() {
    return hatches;
  }

  SessionRecords records() {
    return records;
  }

  @Override
  public Policy policy() {
    return policy;
  }

  @Override
  public synchronized void replacePolicy(Policy next) {
    if (closed) {
      throw new IllegalStateException("session is closed");
    }
    if (!next.workspace().equals(policy.workspace())
        || !next.network().limits().equals(policy.network().limits())) {
      throw new IllegalArgumentException(
          "workspace and network limits of a session are fixed when it opens");
    }
    if (!policy.credentials().entrySet().containsAll(next.credentials().entrySet())) {
      throw new IllegalArgumentException(
          "credentials of a session may go while it is open, and not come or change");
    }
    Policy before = policy;
    records.policyReplaced(next, before);
    policy = next;
    network.replace(next);
    commands.reconsider(next);
    for (String credential : before.credentials().keySet()) {
      if (!next.credentials().containsKey(credential)) {
        leases.revoke(credential);
      }
    }
  }

  @Override
  public void revokeCredential(String name) {
    leases.revoke(name);
  }

  @Override
  public Optional<Hatch> requestHatch(HatchRequest request) {
    if (closed) {
      throw new IllegalStateException("session is closed");
    }
    return hatches.request(request);
  }

  @Override
  public EgressUsage networkUsage() {
    return network.usage();
  }

  private Workspace openWorkspace() {
    return options
        .workspace()
        .map(brought -> options.limitsAreDefaults() ? brought : within(brought))
        .orElseGet(() -> policy.workspace().open(InstantSource.system()));
  }

  @Override
  public Workspace workspace() {
    return workspace;
  }

  @Override
  public CommitReport commit(Mount mount, OnConflict onConflict) {
    return Commits.run(records.events(), workspace, mount, onConflict);
  }

  @Override
  public Limits limits() {
    return policy.limits();
  }

  @Override
  public void close() {
    RunningCall.requireOutside(this);
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    List<RunningCall> left = List.copyOf(running);
    left.forEach(RunningCall::cancel);
    for (RunningCall call : left) {
      // How it ended concerns its own caller.
      Outcome ignored = call.await();
    }
    List<Runnable> ends = new ArrayList<>();
    ends.add(hatches::close);
    ends.add(leases::close);
    ends.add(network::close);
    ends.add(commands::close);
    if (options.workspace().isEmpty()) {
      ends.add(workspace::close);
    }
    ends.add(() -> engine.closed(this));
    ends.add(records::closed);
    // Each, whatever another does: where an end cannot be recorded it is an end all the same.
    Ends.run(ends);
  }
}
