package dev.cloche.wasi;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Patience;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.tree.Caller;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code wasi_snapshot_preview1} for one guest call over a workspace, and the module {@code cloche}
 * by which it asks for more: requests to the network. Guests made by TeaVM find its functions of
 * numbers as well, which reach nothing.
 *
 * <p>The guest sees its standard streams as descriptors 0, 1 and 2, and from 3 on the directories
 * it is given: the root of the workspace, named {@code /}, unless {@link Builder#preopens} says
 * otherwise, and behind it those of {@link Builder#preopen}. Nothing else exists for it. Host
 * functions never throw anything but {@link HostStop}s: every other failure is an errno or a code;
 * a pointer outside the guest's memory answers {@code EFAULT} before anything is changed.
 *
 * <p>One object serves one call, on one thread. Several may use the same workspace.
 */
public final class Wasi {
  /** The module that guests import the functions from. */
  public static final String MODULE = HostModule.PREVIEW1.importName();

  /** The module that guests import the functions for requests from. */
  public static final String FETCH_MODULE = HostModule.CLOCHE.importName();

  /** The module that guests made by TeaVM import functions of numbers from. */
  public static final String MATH_MODULE = MathFunctions.MODULE;

  /** The name of the root of the workspace, and of the directory that a guest is given. */
  public static final String ROOT = "/";

  private final HostBudget budget;
  private final Groups groups;
  private final Dispatcher dispatcher;
  private final @Nullable Tracer tracer;
  private final Descriptors descriptors;
  private final FetchCalls fetch;

  private Wasi(Builder builder) {
    this.budget = builder.budget;
    GuestClock guestClock = builder.clock;
    this.descriptors = openAtStart(builder, new BudgetCaller(budget, guestClock));
    ClockCalls clock = new ClockCalls(guestClock, budget);
    Transfer transfer = new Transfer(budget);
    this.fetch = new FetchCalls(builder.egress, builder.patience);
    this.groups =
        new Groups(
            new ArgsCalls(builder.arguments),
            new EnvironCalls(builder.environment),
            clock,
            new FdCalls(descriptors, clock),
            new FdDataCalls(descriptors, transfer),
            new PathCalls(descriptors, clock),
            new PollCalls(descriptors, clock),
            new ProcessCalls(),
            new RandomCalls(builder.random, transfer),
            new SocketCalls(descriptors),
            fetch);
    this.dispatcher = new Dispatcher(budget);
    this.tracer = builder.trace;
  }

  private static Descriptors openAtStart(Builder builder, Caller guest) {
    Descriptors descriptors = new Descriptors(builder.maxDescriptors);
    descriptors.add(StreamDescriptor.input(builder.stdin));
    descriptors.add(StreamDescriptor.output(builder.stdout));
    descriptors.add(StreamDescriptor.output(builder.stderr));
    builder.preopens.open(builder.workspace, guest, descriptors);
    return descriptors;
  }

  private HostFunction hostFunction(Function function) {
    Function.Body body = function.binding().bind(groups);
    WasmFunctionHandle plain =
        (instance, arguments) -> dispatcher.run(function, body, instance, arguments);
    // What is not traced does not even ask whether it is.
    return new HostFunction(
        function.module().importName(),
        function.name(),
        function.type(),
        tracer == null ? plain : tracer.around(function, plain));
  }

  /** Begins the description of a call over a workspace, paid for by a budget. */
  public static Builder builder(Workspace workspace, HostBudget budget) {
    return new Builder(workspace, budget);
  }

  /** Returns whether preview1 has a function of this name. */
  public static boolean declares(String name) {
    return FunctionTable.functions().containsKey(name);
  }

  /** Returns the type of a function of a module; empty if there is no such function. */
  public static Optional<FunctionType> signature(String module, String name) {
    if (module.equals(MATH_MODULE)) {
      return MathFunctions.type(name);
    }
    return Optional.ofNullable(function(name))
        .filter(function -> function.module().importName().equals(module))
        .map(Function::type);
  }

  /** Returns the names of the functions of a module; none if there is no such module. */
  public static List<String> functions(String module) {
    if (module.equals(MATH_MODULE)) {
      return MathFunctions.names();
    }
    return Stream.of(FunctionTable.functions(), FetchTable.functions())
        .flatMap(table -> table.values().stream())
        .filter(function -> function.module().importName().equals(module))
        .map(Function::name)
        .toList();
  }

  /** No name is in two modules, that of numbers included. */
  private static @Nullable Function function(String name) {
    Function function = FunctionTable.functions().get(name);
    return function != null ? function : FetchTable.functions().get(name);
  }

  /**
   * Returns the 46 functions of preview1 and the 7 for requests, to link the guest with. Those of
   * numbers are to be had by name.
   */
  public List<HostFunction> hostFunctions() {
    return Stream.of(FunctionTable.functions(), FetchTable.functions())
        .flatMap(table -> table.values().stream())
        .map(this::hostFunction)
        .toList();
  }

  /**
   * Returns the function of this name alone, of whichever module: most guests import a few.
   *
   * @throws IllegalArgumentException if there is no such function
   */
  public HostFunction hostFunction(String name) {
    Function function = function(name);
    if (function != null) {
      return hostFunction(function);
    }
    return MathFunctions.hostFunction(name, budget)
        .orElseThrow(() -> new IllegalArgumentException("there is no function " + name));
  }

  /**
   * Returns why a request of the guest came to nothing last, whatever it did since; empty if none
   * did. To be called on the guest's thread, or after it has ended.
   */
  public Optional<EgressException> lastFetchFailure() {
    return fetch.lastFailure();
  }

  /**
   * Returns how many descriptors are open, the streams and the directories of the start included.
   * To be called on the guest's thread.
   */
  public int openDescriptors() {
    return descriptors.count();
  }

  /**
   * Closes all descriptors, so that files without a name give back their quota, and cuts all
   * requests. Functions called afterwards answer {@code EBADF} or {@code BAD_HANDLE}. To be called
   * on the guest's thread, or after it has ended; may be called again.
   */
  public void close() {
    descriptors.closeAll();
    fetch.closeAll();
  }

  /** The guest as a user of the tree: its clock, its fuel. */
  private record BudgetCaller(HostBudget budget, GuestClock clock) implements Caller {
    @Override
    public long now() {
      return clock.realtimeNanos(budget);
    }

    @Override
    public void spend(long steps) {
      budget.charge(steps * HostCosts.STEP);
    }
  }

  /** Describes what a guest call is given. Everything not set is empty. */
  public static final class Builder {
    /** 256 descriptors: what most systems gave a process, and far below what hurts. */
    public static final int DEFAULT_MAX_DESCRIPTORS = 256;

    /** The three streams and one directory must fit. */
    private static final int LEAST_DESCRIPTORS = 4;

    private static final int STREAMS = 3;

    private static final int MOST_DESCRIPTORS = 1_000_000;

    private final Workspace workspace;
    private final HostBudget budget;
    private List<String> arguments = List.of();
    private Map<String, String> environment = Map.of();
    private Preopens preopens = new Preopens(Map.of(ROOT, ROOT), false, List.of());
    private GuestInput stdin = GuestInput.empty();
    private GuestOutput stdout = GuestOutput.discard();
    private GuestOutput stderr = GuestOutput.discard();
    private GuestClock clock = GuestClock.coarse();
    private GuestRandom random = GuestRandom.secure();
    private @Nullable Tracer trace;
    private Egress egress = Egress.denying();
    private Patience patience = Patience.endless();
    private int maxDescriptors = DEFAULT_MAX_DESCRIPTORS;

    private Builder(Workspace workspace, HostBudget budget) {
      this.workspace = workspace;
      this.budget = budget;
    }

    /**
     * Sets the command line, the program name first. Default: empty.
     *
     * @throws IllegalArgumentException if an argument holds a NUL
     */
    @CanIgnoreReturnValue
    public Builder arguments(List<String> arguments) {
      this.arguments = List.copyOf(arguments);
      this.arguments.forEach(argument -> requireNoNul("argument", argument));
      return this;
    }

    /**
     * Sets the environment, in the order of the map. Default: empty.
     *
     * @throws IllegalArgumentException if a name is empty or holds {@code =}, or anything a NUL
     */
    @CanIgnoreReturnValue
    public Builder environment(Map<String, String> environment) {
      this.environment = new LinkedHashMap<>(environment);
      this.environment.forEach(Builder::requireVariable);
      return this;
    }

    private static void requireVariable(String name, String value) {
      requireNoNul("environment name", name);
      requireNoNul("environment value", value);
      if (name.isEmpty() || name.contains("=")) {
        throw new IllegalArgumentException("environment name is empty or holds an equals sign");
      }
    }

    private static void requireNoNul(String what, String text) {
      if (text.indexOf('\0') >= 0) {
        throw new IllegalArgumentException(what + " holds a NUL character");
      }
    }

    /**
     * Sets the directories that the guest is given, as descriptors from 3 on in the order of the
     * map: by the name that the guest sees, the path in the workspace. None at all leaves it
     * without any file. Default: the root of the workspace, named {@link #ROOT}.
     *
     * @throws IllegalArgumentException if a name is empty or holds a NUL
     */
    @CanIgnoreReturnValue
    public Builder preopens(Map<String, String> directories) {
      this.preopens = preopens.of(directories);
      return this;
    }

    /**
     * Lets the guest read files and change none: its directories come without the rights to do so,
     * and what it opens with them as well; but for those that have a workspace of their own.
     * Default: it may change what the workspace lets it.
     */
    @CanIgnoreReturnValue
    public Builder unchanged() {
      this.preopens = preopens.asUnchanged();
      return this;
    }

    /**
     * Adds a directory with a workspace of its own, as a descriptor behind those of {@link
     * #preopens}, in the order of the calls of this method. Default: none.
     *
     * @throws IllegalArgumentException if it has the name of another, or is inside one that was
     *     added before, or that is inside it
     */
    @CanIgnoreReturnValue
    public Builder preopen(Preopen directory) {
      this.preopens = preopens.and(directory);
      return this;
    }

    /** Sets standard input. Default: at its end. */
    @CanIgnoreReturnValue
    public Builder stdin(GuestInput stdin) {
      this.stdin = stdin;
      return this;
    }

    /** Sets standard output. Default: forgotten. */
    @CanIgnoreReturnValue
    public Builder stdout(GuestOutput stdout) {
      this.stdout = stdout;
      return this;
    }

    /** Sets standard error. Default: forgotten. */
    @CanIgnoreReturnValue
    public Builder stderr(GuestOutput stderr) {
      this.stderr = stderr;
      return this;
    }

    /** Sets the clock, which also gives files their times. Default: {@link GuestClock#coarse()}. */
    @CanIgnoreReturnValue
    public Builder clock(GuestClock clock) {
      this.clock = clock;
      return this;
    }

    /** Sets the source of random bytes. Default: {@link GuestRandom#secure()}. */
    @CanIgnoreReturnValue
    public Builder random(GuestRandom random) {
      this.random = random;
      return this;
    }

    /**
     * Sets where requests go, and how long they may wait. Default: every request is denied.
     *
     * @param patience asked on the guest's thread; word of the end of the call, so that a request
     *     that waits is cut
     */
    @CanIgnoreReturnValue
    public Builder egress(Egress egress, Patience patience) {
      this.egress = egress;
      this.patience = patience;
      return this;
    }

    /**
     * Writes a line for every call of a function, such as {@code path_open(fd=3, path="a.txt",
     * oflags=CREAT) = 4}, to the sink, on the thread of the guest. Lines are printable ASCII and
     * show the beginnings of paths and data, of requests neither data nor queries nor values of
     * headers. Tracing costs no fuel, so nothing but the deadline bounds the number of lines; a
     * sink may throw a {@link HostStop} to end the call, and after any other exception gets no
     * more. Default: no trace, at no cost.
     */
    @CanIgnoreReturnValue
    public Builder trace(Consumer<String> sink) {
      this.trace = new Tracer(sink);
      return this;
    }

    /**
     * Sets how many descriptors may be open at once, those open at the start included: 4 to
     * 1,000,000. Default: {@link #DEFAULT_MAX_DESCRIPTORS}.
     *
     * @throws IllegalArgumentException if it is out of its range
     */
    @CanIgnoreReturnValue
    public Builder maxDescriptors(int maxDescriptors) {
      if (maxDescriptors < LEAST_DESCRIPTORS || maxDescriptors > MOST_DESCRIPTORS) {
        throw new IllegalArgumentException(
            "descriptor limit " + maxDescriptors + " is not between 4 and 1000000");
      }
      this.maxDescriptors = maxDescriptors;
      return this;
    }

    /**
     * Opens the first descriptors and makes the functions.
     *
     * @throws IllegalArgumentException if a preopened directory is missing or no directory, or
     *     there are more of them than descriptors
     */
    public Wasi build() {
      if (STREAMS + preopens.count() > maxDescriptors) {
        throw new IllegalArgumentException(
            preopens.count() + " preopens do not fit into " + maxDescriptors + " descriptors");
      }
      return new Wasi(this);
    }
  }
}
