package dev.cloche.adapter.spark;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.Policy;
import java.io.IOException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.function.MapFunction;
import org.jspecify.annotations.Nullable;

/**
 * Calls a tool for each record of a {@code Dataset<String>}, under a policy.
 *
 * <pre>{@code
 * ClocheFunction jq = ClocheFunction.builder(ToolSource.bundled("jq")).policy(policy).build();
 * Dataset<CallRow> rows = records.map(jq, CallRow.encoder());
 * }</pre>
 *
 * <p>What travels is a handle: where the tool is found, its digest, the policy as text. Each JVM
 * has one engine, and checks and prepares the tool once. Each record has a session of its own, so
 * that nothing passes from one to the next, however they are divided.
 *
 * <p>However a call ends, it is a row. What throws, and fails the task, is a worker that is set up
 * wrongly: it does not find the tool, finds another one, or cannot read the policy. Limits of the
 * policy count for each record; its memory limit times the tasks of an executor has to fit into
 * three quarters of the executor's heap, or calls are refused. Immutable and thread-safe.
 */
public final class ClocheFunction implements MapFunction<String, CallRow> {

  @Serial private static final long serialVersionUID = 1;

  private final Handle handle;
  private final @Nullable CallCounters counters;

  private ClocheFunction(Handle handle, @Nullable CallCounters counters) {
    this.handle = handle;
    this.counters = counters;
  }

  /**
   * Returns a builder.
   *
   * @param source where this JVM and the workers find the tool
   */
  public static Builder builder(ToolSource source) {
    return new Builder(source);
  }

  /** Returns the digest of the tool, which workers require. */
  public String digest() {
    return handle.digest();
  }

  /**
   * Calls the tool for a record.
   *
   * @param record null, as a column may be, is answered with a row that is refused
   * @throws IllegalStateException if this JVM has not the tool that the driver had
   */
  @Override
  public CallRow call(@Nullable String record) {
    CallRow row = Worker.of(handle).call(record);
    if (counters != null) {
      counters.add(row);
    }
    return row;
  }

  /** Collects a function; not thread-safe. */
  public static final class Builder {
    private final ToolSource source;
    private Policy policy = Policy.builder().build();
    private CallMapping mapping = CallMapping.INPUT;
    private final List<String> arguments = new ArrayList<>();
    private @Nullable CallCounters counters;

    private Builder(ToolSource source) {
      this.source = Objects.requireNonNull(source, "source");
    }

    /**
     * Sets what each call may do. Paths and variables that it names are the worker's; one whose
     * credentials the embedder issues lends none.
     */
    @CanIgnoreReturnValue
    public Builder policy(Policy allowed) {
      this.policy = Objects.requireNonNull(allowed, "policy");
      return this;
    }

    /** Makes each record standard input, after arguments that are the same for all. */
    @CanIgnoreReturnValue
    public Builder stdin(String... fixedArguments) {
      this.mapping = CallMapping.STDIN;
      arguments.clear();
      arguments.addAll(List.of(fixedArguments));
      return this;
    }

    /** Counts calls and what they use. */
    @CanIgnoreReturnValue
    public Builder counters(CallCounters registered) {
      this.counters = registered;
      return this;
    }

    /**
     * Returns the function; loads the tool to learn its digest.
     *
     * @throws IOException if it cannot be read here
     * @throws IllegalStateException if the policy is an intersection that no text can say
     */
    public ClocheFunction build() throws IOException {
      return new ClocheFunction(
          new Handle(
              source, source.load().digest(), policy.toYaml(), mapping, new ArrayList<>(arguments)),
          counters);
    }
  }
}
