package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.OutcomeWriter;
import dev.cloche.Policy;
import dev.cloche.audit.AuditLog;
import dev.cloche.cli.serve.HttpListener;
import dev.cloche.cli.serve.HttpSettings;
import dev.cloche.cli.serve.McpServer;
import dev.cloche.cli.serve.ServeLimits;
import dev.cloche.cli.serve.ServeSettings;
import dev.cloche.cli.serve.StdioConnection;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeOptions;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche serve}: tools for MCP clients. */
final class ServeCommand implements Command {

  private static final String TOOL = "--tool";
  private static final String TOOLS = "--tools";
  private static final String STDIO = "--stdio";

  private final Host host;

  ServeCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "serve",
            "cloche serve [OPTION...]",
            "Offers tools to an MCP client, over stdio or HTTP.",
            "Each MCP session has a workspace and budgets of its own. Without a policy the strict"
                + " one holds: no network, no host files, no environment, no native commands.");
    command
        .addOption(
            Options.value(
                PolicyOptions.POLICY,
                "FILE",
                "What the tools may do (docs/policy.md). Paths in it are relative to it."))
        .addOption(
            Options.values(
                TOOL,
                "TOOL",
                "Offers this tool: a bundled one, a .wasm file or a script with a manifest,"
                    + " run_script or run_command. Repeatable; without it, all that are bundled."))
        .addOption(
            Options.value(
                TOOLS, "FOLDER", "Offers the tools in this folder too, and follows its changes."))
        .addOption(
            Options.flag(STDIO, "Serves one client over standard input and output; the default."));
    ServeHttp.addTo(command);
    AuditOptions.addTo(command);
    return command;
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    Policy policy = policy(arguments);
    List<Path> mounts = PolicySource.hosts(policy);
    if (arguments.hasMatchedOption(STDIO) && ServeHttp.given(arguments)) {
      throw new UsageException("--stdio and --http exclude each other; give one");
    }
    Optional<HttpSettings> http = ServeHttp.settings(arguments, mounts);
    ServeTools tools =
        new ServeTools(
            host.catalogue(), arguments.matchedOptionValue(TOOL, List.<String>of()), mounts);
    Optional<AuditLog> audit = AuditOptions.open(arguments, mounts);
    try (NativeBackend backend = NativeBackend.create(options(policy));
        Engine engine = engine(policy, backend);
        McpServer server = open(engine, settings(arguments, policy, audit, tools))) {
      return http.isPresent() ? http(server, http.get()) : stdio(server);
    } finally {
      audit.ifPresent(AuditLog::close);
    }
  }

  private static Policy policy(Arguments arguments) {
    return PolicyOptions.policy(arguments, Policy.strict());
  }

  private static NativeOptions options(Policy policy) {
    return new NativeOptions(List.of(), policy.nativeCommands().degraded());
  }

  private static Engine engine(Policy policy, NativeBackend backend) {
    Engine.Builder engine = Engine.builder().limits(policy.limits()).backend(backend);
    EngineFactory.codeCache().ifPresent(engine::codeCache);
    return engine.build();
  }

  private ServeSettings settings(
      Arguments arguments, Policy policy, Optional<AuditLog> audit, ServeTools tools)
      throws IOException {
    return new ServeSettings(
        Version.ofBuild(),
        policy,
        audit,
        tools.tools(),
        tools.interpreters(),
        tools.commands(),
        Options.given(arguments, TOOLS).map(name -> tools.folder(TOOLS, name)),
        tools::ofFolder,
        OutcomeWriter::summary,
        line -> host.streams().errWriter().println(Complaints.line("serve: " + line)),
        ServeLimits.DEFAULTS);
  }

  private static McpServer open(Engine engine, ServeSettings settings) throws IOException {
    try {
      return McpServer.open(engine, settings);
    } catch (PolicyException manifest) {
      throw PolicyFiles.refused("manifest", manifest);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(String.valueOf(wrong.getMessage()));
    }
  }

  private int stdio(McpServer server) throws IOException {
    StdioConnection connection = server.stdio(host.streams().in(), host.streams().out());
    host.interruption().atSignal(connection::stop);
    connection.run();
    return ExitStatus.OK;
  }

  private int http(McpServer server, HttpSettings settings) {
    try {
      HttpListener listener = server.http(settings);
      host.interruption().atSignal(listener::stop);
      host.streams().errWriter().println(Complaints.line("serve: listening on " + listener.url()));
      listener.await();
      return ExitStatus.OK;
    } catch (IOException busy) {
      throw new HostFaultException(
          ServeHttp.HTTP
              + " cannot be listened on: it is in use, or not"
              + " an address of this machine",
          busy);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitStatus.CANCELLED;
    }
  }
}
