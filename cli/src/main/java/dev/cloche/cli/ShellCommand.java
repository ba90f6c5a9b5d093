package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeOptions;
import dev.cloche.policy.NativePolicy;
import dev.cloche.policy.PolicySource;
import dev.cloche.workspace.Workspace;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche shell}: one native command in the sandbox. */
final class ShellCommand implements Command {

  private final Host host;

  ShellCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "shell",
            "cloche shell [OPTION...] [--] COMMAND [ARG...]",
            "Runs a command of this machine in a sandbox.",
            "Without a policy this command may run, and nothing else is granted; with one it has to"
                + " be in native.commands. It starts in /workspace, where mounts show, and sees of"
                + " the host's files /usr alone. Standard input, output, error and the exit status"
                + " are its own. No shell reads the words: use bash -c for that.");
    command
        .addPositional(Parser.required("COMMAND", "The name of a program, such as git; no path."))
        .addPositional(Parser.rest("ARG", "Arguments, also where they look like options."))
        .parser()
        .stopAtPositional(true);
    LimitOptions.addTimeAndOutputTo(command);
    ShellLimits.addTo(command);
    PolicyOptions.addTo(command);
    RunCommand.addCommitTo(command);
    RunCommand.addEnvironmentTo(command);
    command.addOption(
        Options.flag(
            Options.JSON,
            "Prints the outcome as one JSON object instead of the command's streams."));
    AuditOptions.addTo(command);
    command.addOption(RecordOption.refused());
    return command;
  }

  @Override
  public int run(Arguments arguments) {
    if (arguments.hasMatchedOption(RecordOption.RECORD)) {
      throw new UsageException(
          "--record goes with run: what a native command meets cannot be taken down");
    }
    Tool tool = tool(arguments.matchedPositionalValue(0, ""));
    Policy policy = policy(arguments, tool);
    Call.Builder call =
        Call.builder()
            .arguments(arguments.matchedPositionalValue(1, List.<String>of()))
            .stdin(host.streams().in());
    RunCommand.addVariables(arguments, call);
    GuestCall guest = new GuestCall(host, tool, arguments.hasMatchedOption(Options.JSON));
    try (PolicySetting setting =
            new PolicySetting(policy, AuditOptions.open(arguments, PolicySource.hosts(policy)));
        Workspace workspace = setting.workspace(InstantSource.system());
        NativeBackend backend = NativeBackend.create(options(policy));
        Engine engine = Engine.builder().limits(policy.limits()).backend(backend).build()) {
      Overlays overlays =
          Overlays.mount(
              setting.mounts(), workspace, arguments.hasMatchedOption(RunCommand.COMMIT));
      PrintWriter err = host.streams().errWriter();
      Session session = setting.session(engine, workspace);
      int status = guest.run(session, call, setting.hasNetwork());
      return setting.end(session, status == 0 ? overlays.commit(session, err) : status, err);
    }
  }

  private static Tool tool(String name) {
    try {
      return Tool.command(name);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(
          wrong.getMessage() + "; a program of the workspace is for bash -c to run");
    }
  }

  /** Where there is no policy, that the user typed the command is what permits it. */
  private static Policy policy(Arguments arguments, Tool tool) {
    boolean ofFile = arguments.hasMatchedOption(PolicyOptions.POLICY);
    Policy given = PolicyOptions.policy(arguments, Policy.strict());
    NativePolicy start =
        ofFile ? given.nativeCommands() : ShellLimits.alone(tool.name(), given.nativeCommands());
    if (ofFile) {
      ShellLimits.requireWithin(arguments, start);
    }
    Limits asked = LimitOptions.timeAndOutput(arguments, given.limits().toBuilder());
    NativePolicy wanted = ShellLimits.given(arguments, start);
    return given.toBuilder()
        .limits(ofFile ? given.limits().and(asked) : asked)
        .nativeCommands(ofFile ? start.and(wanted) : wanted)
        .build();
  }

  private static NativeOptions options(Policy policy) {
    return new NativeOptions(List.of(), policy.nativeCommands().degraded());
  }
}
