package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.policy.NetworkPolicy;
import dev.cloche.policy.PolicySource;
import dev.cloche.policy.Profile;
import dev.cloche.policy.WorkspacePolicy;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche trace}: runs a tool once, and prints the policy that it would have needed. */
final class TraceCommand implements Command {

  private static final String ENV = "--env";

  private final Host host;

  TraceCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "trace",
            "cloche trace [OPTION...] TOOL [ARG...]",
            "Runs a tool once, and prints the tightest policy that would have sufficed.",
            "The policy goes to standard output, the tool's own output to standard error. The run"
                + " has the limits of the profile generous, and reaches what --policy, --allow and"
                + " --mount let it; what it asked for beyond is in comments. Overlays are never"
                + " committed. Ends with the tool's status.");
    command
        .addPositional(
            Parser.required(
                "TOOL", "A .wasm file, or the name of a bundled tool (see cloche tools)."))
        .addPositional(
            Parser.rest("ARG", "Arguments of the tool, also where they look like options."))
        .parser()
        .stopAtPositional(true);
    PolicyOptions.addTo(command);
    return command.addOption(
        Options.values(
            ENV, "NAME=VALUE", "Sets an environment variable, which the policy then has."));
  }

  @Override
  public int run(Arguments arguments) {
    Policy policy = bounds(arguments);
    ToolLocator locator = new ToolLocator(host.catalogue());
    Tool tool = locator.find(arguments.matchedPositionalValue(0, ""));
    locator.requireSidecarOutside(PolicySource.hosts(policy));
    TraceRecords records = new TraceRecords();
    try (AuditLog log = AuditLog.open(records::add);
        Workspace workspace = workspace(policy);
        Engine engine = host.engines().open(policy.limits(), Execution.TIERED);
        Session session =
            engine.openSession(
                SessionOptions.builder(policy).workspace(workspace).audit(log).build())) {
      Snapshot before = workspace.snapshot();
      Outcome outcome = outcome(session, tool, arguments);
      OutcomeText.lines(tool.name(), outcome).forEach(host.streams().errWriter()::println);
      if (!(outcome instanceof Outcome.Refused)) {
        TraceFindings findings =
            new TraceFindings(policy, outcome.usage(), session.networkUsage(), records);
        print(findings.policy(workspace, workspace.diff(before)), records, outcome);
      }
      return ExitStatus.of(outcome);
    }
  }

  private static Policy bounds(Arguments arguments) {
    Policy given = PolicyOptions.policy(arguments, Policy.generous());
    Policy.Builder policy =
        given.toBuilder()
            .limits(Profile.GENEROUS.limits())
            .workspace(
                new WorkspacePolicy(
                    Profile.GENEROUS.workspace(),
                    given.workspace().mounts(),
                    given.workspace().protectedNames()))
            .network(new NetworkPolicy(given.network().rules(), Profile.GENEROUS.egress()));
    for (String assignment : arguments.matchedOptionValue(ENV, List.<String>of())) {
      Map.Entry<String, String> variable = RunCommand.variable(assignment);
      try {
        policy.environment(variable.getKey(), variable.getValue());
      } catch (IllegalArgumentException wrong) {
        throw new UsageException(ENV + ": " + wrong.getMessage());
      }
    }
    return policy.build();
  }

  private static Workspace workspace(Policy policy) {
    Workspace workspace =
        Workspace.inMemory(
            policy.workspace().limits(),
            InstantSource.system(),
            policy.workspace().protectedNames());
    Overlays unused = Overlays.mount(Mount.of(policy), workspace, false);
    return workspace;
  }

  /** All that the tool writes goes to standard error: what it is for is known to who runs it. */
  private Outcome outcome(Session session, Tool tool, Arguments arguments) {
    Runnable onFailure = host.interruption()::request;
    Call call =
        Call.builder()
            .arguments(arguments.matchedPositionalValue(1, List.<String>of()))
            .stdin(host.streams().in())
            .copyStdoutTo(new GuestOutput(host.streams().err(), onFailure))
            .copyStderrTo(new GuestOutput(host.streams().err(), onFailure))
            .build();
    Running running = session.start(tool, call);
    host.interruption().watch(running);
    return running.await();
  }

  private void print(Policy policy, TraceRecords records, Outcome outcome) {
    PrintWriter out = host.streams().outWriter();
    out.println("# " + Printable.line("traced: " + outcome.message()));
    records.denied().forEach(line -> out.println("# " + Printable.line(line)));
    out.print(policy.toYaml());
    out.flush();
  }
}
