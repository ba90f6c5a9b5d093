package dev.cloche;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.run.EngineCore;
import dev.cloche.run.EngineSettings;
import dev.cloche.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs tools. Make one, share it, close it at the end.
 *
 * <pre>{@code
 * try (Engine engine = Engine.create();
 *     Session session = engine.openSession()) {
 *   Outcome outcome = session.call(Tool.read(Path.of("tool.wasm")), Call.of("--help"));
 *   System.out.println(outcome.message() + ": " + outcome.stdout().text());
 * }
 * }</pre>
 *
 * <p>A module is checked, metered, compiled and started once per engine, on its first call, and
 * kept for later ones. Thread-safe.
 */
public interface Engine extends AutoCloseable {

  /** Returns an engine with the defaults. */
  static Engine create() {
    return builder().build();
  }

  /** Returns a builder that starts with the defaults. */
  static Builder builder() {
    return new Builder();
  }

  /** Opens a session with an empty workspace and the engine's limits. */
  Session openSession();

  /** Opens a session with an empty workspace and these limits. */
  Session openSession(Limits limits);

  /** Opens a session over a workspace that the caller made. */
  Session openSession(Limits limits, Workspace workspace);

  /** Opens a session under a policy, with the workspace that the policy describes. */
  default Session openSession(Policy policy) {
    return openSession(SessionOptions.of(policy));
  }

  /**
   * Opens a session.
   *
   * @throws dev.cloche.workspace.WorkspaceException if a mount of the policy cannot be made
   * @throws IllegalArgumentException if the workspace that was brought may hold more than the
   *     policy allows
   * @throws dev.cloche.audit.AuditException if the audit cannot record it
   */
  Session openSession(SessionOptions options);

  /**
   * Does now what calls of a tool would do first or beside: check, meter, run start-up code,
   * compile. Of a native command there is nothing to prepare.
   *
   * <p>Start-up code is the module's start function, and what it exports as {@code _initialize} and
   * {@code wizer.initialize}, without parameters and results. It runs once, without arguments,
   * environment, files or input, on a fixed clock and seeded random numbers; what it writes is
   * forgotten. Memory, globals and tables as it leaves them are what each call starts from, and no
   * call pays fuel for it. Where it needs more than that, or fails, calls start from the module as
   * it is, and its start function runs, and fails, in each.
   *
   * @return why a call would be refused, or empty if it would start
   */
  Optional<String> prepare(Tool tool);

  /**
   * Begins with what {@link #prepare} does, and returns at once: for a call that is to come when
   * other things are done. Only of a tool that is packaged with an application, see {@link
   * Tool#packaged}; of others nothing is begun, and whatever is wrong the call says.
   */
  default void expect(Tool tool) {}

  /**
   * Tells what a module is and asks for, without running it. Compiles it, unless it would be
   * refused or this engine interprets, and waits for that as {@link #prepare} does.
   */
  Inspection inspect(Tool tool, Limits limits);

  /** Cancels what still runs, waits for it, and drops what was prepared. */
  @Override
  void close();

  /** Collects an engine's settings; not thread-safe. */
  final class Builder {
    private Limits limits = Limits.defaults();
    private Execution execution = Execution.TIERED;
    private int preparedTools = DEFAULT_PREPARED_TOOLS;
    private Duration compileWait = Duration.ofSeconds(10);
    private Optional<Path> codeCache = Optional.empty();
    private Optional<Backend> backend = Optional.empty();
    private final List<PluginFunction> functions = new ArrayList<>();

    /** 64 tools: a prepared one holds its module, its classes, and little else. */
    public static final int DEFAULT_PREPARED_TOOLS = 64;

    private Builder() {}

    /** Sets the limits of sessions that are opened without any. */
    @CanIgnoreReturnValue
    public Builder limits(Limits defaults) {
      this.limits = Objects.requireNonNull(defaults, "limits");
      return this;
    }

    /** Sets how code is run; tiered by default. */
    @CanIgnoreReturnValue
    public Builder execution(Execution how) {
      this.execution = Objects.requireNonNull(how, "execution");
      return this;
    }

    /**
     * Sets how many prepared tools are kept; the least recently used goes first.
     *
     * @throws IllegalArgumentException if below 1
     */
    @CanIgnoreReturnValue
    public Builder preparedTools(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("prepared tools " + count + " is below 1");
      }
      this.preparedTools = count;
      return this;
    }

    /**
     * Sets how long {@link #prepare} and, with {@link Execution#COMPILED}, a first call wait for
     * the compiler; 10 seconds by default. Later the tool runs all the same, interpreted until its
     * code is ready.
     *
     * @throws IllegalArgumentException if negative
     */
    @CanIgnoreReturnValue
    public Builder compileWait(Duration longest) {
      if (longest.isNegative()) {
        throw new IllegalArgumentException("wait for the compiler is negative");
      }
      this.compileWait = longest;
      return this;
    }

    /**
     * Keeps compiled code in a directory, so that later processes need not compile the same module;
     * by default nothing is kept on disk.
     *
     * <p>The directory is made if it is missing. It must belong to the user of this process and be
     * closed to others, since code is loaded from it; otherwise it is not used, with a warning in
     * the log. Entries are authenticated, and bounded to 512 MiB together.
     */
    @CanIgnoreReturnValue
    public Builder codeCache(Path directory) {
      this.codeCache = Optional.of(directory);
      return this;
    }

    /**
     * Lets calls of {@link Tool#command} run, as far as their policy allows; without it they are
     * refused. The engine does not close it: close the engine first.
     */
    @CanIgnoreReturnValue
    public Builder backend(Backend runsCommands) {
      this.backend = Optional.of(runsCommands);
      return this;
    }

    /**
     * Adds functions that Extism plugins may import, whatever their policy; by default they have
     * those of Extism alone.
     */
    @CanIgnoreReturnValue
    public Builder pluginFunctions(PluginFunction... more) {
      functions.addAll(List.of(more));
      return this;
    }

    /**
     * Returns the engine.
     *
     * @throws IllegalArgumentException if two plugin functions have one name
     */
    public Engine build() {
      return EngineCore.create(
          new EngineSettings(
              limits,
              execution,
              preparedTools,
              compileWait,
              codeCache,
              backend,
              List.copyOf(functions)));
    }
  }
}
