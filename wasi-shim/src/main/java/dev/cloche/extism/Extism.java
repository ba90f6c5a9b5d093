package dev.cloche.extism;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Patience;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.GuestOutput;
import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.HostCosts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The functions of {@code extism:host/env} for one call of a plugin, and the kernel memory that
 * they work on.
 *
 * <p>They do what Extism's kernel and runtime do. A handle that is none, a request that is denied
 * or fails, and a variable that does not fit end the plugin by a {@link KernelTrap}; a memory that
 * is full and fuel that is spent by a {@link dev.cloche.wasi.HostStop}. No state outlives this
 * object: another call has memory and variables of its own.
 *
 * <p>One object serves one call, on one thread.
 */
public final class Extism {
  /** The module that plugins import these functions from. */
  public static final String MODULE = "extism:host/env";

  /** The module that plugins import the embedder's functions from, where they name no other. */
  public static final String USER_MODULE = "extism:host/user";

  /** What variables may take where nothing else is said: 1 MiB, as in Extism. */
  public static final long DEFAULT_VARIABLE_BYTES = 1 << 20;

  private static final long[] NONE = {};

  private final HostBudget budget;
  private final Kernel kernel;
  private final KernelFunction.Groups groups;
  private final GuestOutput stdout;
  private final @Nullable TraceLines trace;

  private Extism(Builder builder) {
    this.budget = builder.budget;
    this.kernel = new Kernel(builder.budget, builder.space, builder.input);
    this.groups =
        new KernelFunction.Groups(
            new BlockCalls(kernel),
            new VariableCalls(kernel, builder.configuration, builder.variableBytes),
            new HttpCalls(kernel, builder.egress, builder.patience, builder.responseBytes),
            new LogCalls(kernel, builder.stderr, builder.logLevel));
    this.stdout = builder.stdout;
    this.trace = builder.trace;
  }

  /**
   * Begins the description of a call.
   *
   * @param budget pays for it
   * @param space what its kernel memory may take
   */
  public static Builder builder(HostBudget budget, KernelSpace space) {
    return new Builder(budget, space);
  }

  /** Returns the type of a function of {@link #MODULE}; empty if there is no such function. */
  public static Optional<FunctionType> signature(String name) {
    return Optional.ofNullable(KernelFunction.all().get(name)).map(KernelFunction::type);
  }

  /**
   * Returns the function of this name, to link the plugin with.
   *
   * @throws IllegalArgumentException if there is no such function
   */
  public HostFunction hostFunction(String name) {
    KernelFunction function = KernelFunction.all().get(name);
    if (function == null) {
      throw new IllegalArgumentException("there is no function " + name);
    }
    long price = HostCosts.BASE + HostCosts.bytes(function.bytes());
    boolean gives = !function.type().returns().isEmpty();
    KernelFunction.Body body = function.binding().bind(groups);
    WasmFunctionHandle plain =
        (instance, arguments) -> {
          budget.charge(price);
          long result = body.run(arguments);
          return gives ? new long[] {result} : NONE;
        };
    return new HostFunction(
        MODULE, name, function.type(), trace == null ? plain : trace.around(function, plain));
  }

  /**
   * Ends a plugin that has returned: writes what it set as its output to standard output, and the
   * error that it set to standard error.
   *
   * @param returned what its function returned; 0 if it returns nothing
   * @return its exit status: what was returned, or 1 where that is 0 and an error is set
   */
  public int end(int returned) {
    long length = kernel.outputLength();
    for (long done = 0; done < length; done += Kernel.CHUNK) {
      int piece = (int) Math.min(Kernel.CHUNK, length - done);
      kernel.pay(piece);
      stdout.write(kernel.memory().get(kernel.outputOffset() + done, piece), 0, piece);
    }
    byte[] error = kernel.errorText();
    if (error.length == 0) {
      return returned;
    }
    kernel.pay(error.length);
    groups.log().line(PlainText.line(error));
    return returned == 0 ? 1 : returned;
  }

  /** Returns the memory as a function of the embedder may see it, from now until it is closed. */
  public KernelView view() {
    return new KernelView(kernel);
  }

  /** Returns how many bytes the kernel memory has. */
  public long memoryBytes() {
    return kernel.memory().size();
  }

  /**
   * Returns why a request of the plugin came to nothing; empty if none did. To be called on the
   * guest's thread, or after it has ended.
   */
  public Optional<EgressException> lastFetchFailure() {
    return groups.http().lastFailure();
  }

  /** What a plugin is given. Not thread-safe. */
  public static final class Builder {
    private final HostBudget budget;
    private final KernelSpace space;
    private GuestInput input = GuestInput.empty();
    private GuestOutput stdout = GuestOutput.discard();
    private GuestOutput stderr = GuestOutput.discard();
    private LogLevel logLevel = LogLevel.INFO;
    private Map<String, String> configuration = Map.of();
    private long variableBytes = DEFAULT_VARIABLE_BYTES;
    private long responseBytes = Long.MAX_VALUE;
    private Egress egress = Egress.denying();
    private Patience patience = Patience.endless();
    private @Nullable TraceLines trace;

    private Builder(HostBudget budget, KernelSpace space) {
      this.budget = budget;
      this.space = space;
    }

    /** Sets the input, which is read when the plugin asks for it. Default: none. */
    @CanIgnoreReturnValue
    public Builder input(GuestInput source) {
      this.input = source;
      return this;
    }

    /** Sets where the output goes. Default: forgotten. */
    @CanIgnoreReturnValue
    public Builder stdout(GuestOutput output) {
      this.stdout = output;
      return this;
    }

    /**
     * Sets where the log and the error go, and from which level on there is a log: a line for each
     * message, with controls escaped. Default: forgotten, {@link LogLevel#INFO}.
     */
    @CanIgnoreReturnValue
    public Builder stderr(GuestOutput output, LogLevel least) {
      this.stderr = output;
      this.logLevel = least;
      return this;
    }

    /** Sets what {@code config_get} finds; copied. Default: nothing. */
    @CanIgnoreReturnValue
    public Builder configuration(Map<String, String> values) {
      this.configuration = new LinkedHashMap<>(values);
      return this;
    }

    /**
     * Sets what names and values of variables may take together, in bytes; with 0 there are none.
     * Default: {@link #DEFAULT_VARIABLE_BYTES}.
     */
    @CanIgnoreReturnValue
    public Builder variableBytes(long most) {
      this.variableBytes = most;
      return this;
    }

    /** Sets what the body of a response may have, in bytes. Default: what memory has room for. */
    @CanIgnoreReturnValue
    public Builder responseBytes(long most) {
      this.responseBytes = most;
      return this;
    }

    /** Sets where requests go, and how long they may wait. Default: every request is denied. */
    @CanIgnoreReturnValue
    public Builder egress(Egress way, Patience waits) {
      this.egress = way;
      this.patience = waits;
      return this;
    }

    /**
     * Writes a line for each call of a function to a sink, on the thread of the guest, at no fuel.
     * Default: no trace.
     */
    @CanIgnoreReturnValue
    public Builder trace(Consumer<String> sink) {
      this.trace = new TraceLines(sink);
      return this;
    }

    /** Returns the functions. */
    public Extism build() {
      return new Extism(this);
    }
  }
}
