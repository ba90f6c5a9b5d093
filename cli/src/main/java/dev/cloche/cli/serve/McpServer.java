package dev.cloche.cli.serve;

import dev.cloche.Engine;
import dev.cloche.Policy;
import dev.cloche.Tool;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Offers tools to MCP clients. It holds what all sessions share: the engine with what is prepared,
 * the tools, and the threads. Thread-safe; close it at the end, and the engine after it.
 */
public final class McpServer implements AutoCloseable {

  private static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private static final String INSTRUCTIONS =
      "The tools run in a sandbox and see only the files of this session's workspace, under /."
          + " What one call writes, later calls of this session can read; resources/list has it,"
          + " and it is gone when the session ends. An error says whether the policy forbids a"
          + " call, or a limit ended it; neither changes by trying again.";

  private final Engine engine;
  private final ServeSettings settings;
  private final Shelf shelf;
  private final Results results;
  private final ExecutorService workers;
  private final ScheduledExecutorService clock;
  private Optional<ToolFolder> folder = Optional.empty();

  private McpServer(Engine engine, ServeSettings settings, Shelf shelf) {
    this.engine = engine;
    this.settings = settings;
    this.shelf = shelf;
    this.results = new Results(settings.outcomeJson());
    this.workers =
        new ThreadPoolExecutor(
            0,
            settings.limits().calls(),
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            daemons("cloche-mcp-call"));
    this.clock = Executors.newSingleThreadScheduledExecutor(daemons("cloche-mcp-clock"));
  }

  /**
   * Returns a server that offers what the settings name, as far as their policy permits it. Tools
   * of the folder are checked and compiled; no guest runs but for their start-up code.
   *
   * @throws IllegalArgumentException if two tools have one name, or one has no manifest
   * @throws dev.cloche.policy.PolicyException if a manifest is not acceptable
   * @throws IOException if the folder cannot be watched
   */
  public static McpServer open(Engine engine, ServeSettings settings) throws IOException {
    McpServer server = new McpServer(engine, settings, new Shelf(offers(settings)));
    server.shelf.listen(new Spoken(settings.diagnostics()));
    if (settings.folder().isPresent()) {
      server.folder = Optional.of(ToolFolder.open(server, settings.folder().get()));
    }
    return server;
  }

  /** What is wrong with the folder is said to the operator as well. */
  private record Spoken(Consumer<String> diagnostics) implements Shelf.Listener {
    @Override
    public void toolsChanged() {
      // Nothing that an operator has to know.
    }

    @Override
    public void problem(String message) {
      diagnostics.accept(message);
    }
  }

  private static List<Offer> offers(ServeSettings settings) {
    Policy policy = settings.policy();
    List<Offer> offers = new ArrayList<>();
    for (Tool tool : settings.tools()) {
      if (permits(policy, tool)) {
        offers.add(new ModuleOffer(tool, policy));
      }
    }
    SortedMap<String, Tool> interpreters = new TreeMap<>(settings.interpreters());
    boolean unused = interpreters.values().removeIf(tool -> !permits(policy, tool));
    if (!interpreters.isEmpty()) {
      offers.add(new ScriptOffer(interpreters, policy));
    }
    if (settings.commands() && !policy.nativeCommands().commands().isEmpty()) {
      offers.add(new CommandOffer(policy));
    }
    return offers;
  }

  /** What no call would get through is not shown either. */
  static boolean permits(Policy policy, Tool tool) {
    return policy.tools().map(allowed -> allowed.find(tool).isPresent()).orElse(true);
  }

  /** Returns the names of the tools that are offered at present, sorted. */
  public List<String> toolNames() {
    return List.copyOf(shelf.offered().keySet());
  }

  /**
   * Serves one client over two streams, one message a line, until the input ends.
   *
   * @return what is to be run; it has not begun yet
   */
  public StdioConnection stdio(InputStream in, OutputStream out) {
    return new StdioConnection(this, in, out);
  }

  /**
   * Listens for clients over HTTP.
   *
   * @throws IOException if the address cannot be listened on
   */
  public HttpListener http(HttpSettings where) throws IOException {
    return HttpListener.start(this, where);
  }

  Engine engine() {
    return engine;
  }

  ServeSettings settings() {
    return settings;
  }

  Shelf shelf() {
    return shelf;
  }

  Results results() {
    return results;
  }

  ExecutorService workers() {
    return workers;
  }

  ScheduledExecutorService clock() {
    return clock;
  }

  /** Answers {@code initialize}: the client's revision where it is known, else the newest. */
  McpSchema.InitializeResult initialize(McpSchema.InitializeRequest request) {
    String wanted = String.valueOf(request.protocolVersion());
    String version = VERSIONS.contains(wanted) ? wanted : VERSIONS.get(VERSIONS.size() - 1);
    return McpSchema.InitializeResult.builder(
            version,
            McpSchema.ServerCapabilities.builder()
                .tools(true)
                .resources(false, true)
                .logging()
                .build(),
            McpSchema.Implementation.builder("cloche", settings.version()).title("Cloche").build())
        .instructions(INSTRUCTIONS)
        .build();
  }

  /** Tells which revisions of the protocol are spoken. */
  static boolean speaks(String version) {
    return VERSIONS.contains(version);
  }

  static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Ends its threads. Sessions are closed by their connections. */
  @Override
  public void close() {
    folder.ifPresent(ToolFolder::close);
    var unused = clock.shutdownNow();
    workers.shutdown();
  }
}
