package dev.cloche;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What one call gives to a tool: arguments, standard input, environment, and limits of its own.
 * Nothing is ambient: what is not said here is empty.
 *
 * <p>Immutable, and reusable unless standard input is a stream.
 */
public final class Call {

  /** Where the clock of a call with a seed starts: 2000-01-01T00:00:00Z. */
  public static final Instant SEEDED_START = Instant.ofEpochSecond(946_684_800);

  private final List<String> arguments;
  private final Set<Integer> secrets;
  private final Map<String, String> environment;
  private final InputStream stdin;
  private final byte[] stdinBytes;
  private final OutputStream stdoutCopy;
  private final OutputStream stderrCopy;
  private final Limits limits;
  private final Long seed;
  private final Consumer<String> trace;
  private final String plan;
  private final List<Hatch> hatches;
  private final Map<String, byte[]> files;

  private Call(Builder builder) {
    this.arguments = List.copyOf(builder.arguments);
    this.secrets = Set.copyOf(builder.secrets);
    // Not Map.copyOf: its order differs from one JVM to the next, and guests see the order.
    this.environment = Collections.unmodifiableMap(new LinkedHashMap<>(builder.environment));
    this.stdin = builder.stdin;
    this.stdinBytes = builder.stdinBytes;
    this.stdoutCopy = builder.stdoutCopy;
    this.stderrCopy = builder.stderrCopy;
    this.limits = builder.limits;
    this.seed = builder.seed;
    this.trace = builder.trace;
    this.plan = builder.plan;
    this.hatches = List.copyOf(builder.hatches);
    this.files = Collections.unmodifiableMap(new LinkedHashMap<>(builder.files));
  }

  /** Returns a call with these arguments and nothing else. */
  public static Call of(String... arguments) {
    return builder().arguments(arguments).build();
  }

  /** Returns a builder of an empty call. */
  public static Builder builder() {
    return new Builder();
  }

  /** The guest's {@code argv[1]} and on; {@code argv[0]} is the tool's name. */
  public List<String> arguments() {
    return arguments;
  }

  /** Whether the argument at an index of {@link #arguments} is {@link Builder#secretArgument}. */
  public boolean isSecret(int index) {
    return secrets.contains(index);
  }

  /** The guest's environment, whole, in the order in which it was set. */
  public Map<String, String> environment() {
    return environment;
  }

  /** Standard input as a stream, where one was given. */
  public Optional<InputStream> stdinStream() {
    return Optional.ofNullable(stdin);
  }

  /** Standard input as bytes; empty where none were given. */
  public byte[] stdinBytes() {
    return stdinBytes.clone();
  }

  /** Where standard output goes as it is written, beside the outcome. */
  public Optional<OutputStream> stdoutCopy() {
    return Optional.ofNullable(stdoutCopy);
  }

  /** Where standard error goes as it is written, beside the outcome. */
  public Optional<OutputStream> stderrCopy() {
    return Optional.ofNullable(stderrCopy);
  }

  /** Limits of this call; where absent, the session's hold. */
  public Optional<Limits> limits() {
    return Optional.ofNullable(limits);
  }

  /** The seed of a deterministic call: see {@link Builder#seed}. */
  public OptionalLong seed() {
    return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
  }

  /** Where a line for each host call goes: see {@link Builder#traceTo}. */
  public Optional<Consumer<String>> trace() {
    return Optional.ofNullable(trace);
  }

  /** The hatches that the call may use: see {@link Builder#hatch}. */
  public List<Hatch> hatches() {
    return hatches;
  }

  /** Returns a copy of the files that are written before the tool starts, by path. */
  public Map<String, byte[]> files() {
    Map<String, byte[]> copy = new LinkedHashMap<>();
    files.forEach((path, content) -> copy.put(path, content.clone()));
    return copy;
  }

  /** The digest of the plan that was approved: see {@link #approved}. */
  public Optional<String> approvedPlan() {
    return Optional.ofNullable(plan);
  }

  /**
   * Returns the call of a plan, bound to it: it is refused if the session would by then give it
   * anything else, because its policy changed.
   */
  public static Call approved(Plan plan) {
    Builder builder = new Builder();
    Call call = plan.call();
    builder.arguments.addAll(call.arguments);
    builder.secrets.addAll(call.secrets);
    builder.environment.putAll(call.environment);
    builder.stdin = call.stdin;
    builder.stdinBytes = call.stdinBytes;
    builder.stdoutCopy = call.stdoutCopy;
    builder.stderrCopy = call.stderrCopy;
    builder.limits = call.limits;
    builder.seed = call.seed;
    builder.trace = call.trace;
    builder.hatches.addAll(call.hatches);
    builder.files.putAll(call.files);
    builder.plan = plan.digest();
    return builder.build();
  }

  /** Collects a call; not thread-safe. */
  public static final class Builder {
    private final List<String> arguments = new ArrayList<>();
    private final Set<Integer> secrets = new HashSet<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private InputStream stdin;
    private byte[] stdinBytes = new byte[0];
    private OutputStream stdoutCopy;
    private OutputStream stderrCopy;
    private Limits limits;
    private Long seed;
    private Consumer<String> trace;
    private String plan;
    private final List<Hatch> hatches = new ArrayList<>();
    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private Builder() {}

    /** Adds arguments. */
    @CanIgnoreReturnValue
    public Builder arguments(String... values) {
      return arguments(List.of(values));
    }

    /**
     * Adds arguments.
     *
     * @throws IllegalArgumentException if one holds a NUL character
     */
    @CanIgnoreReturnValue
    public Builder arguments(List<String> values) {
      for (String value : values) {
        arguments.add(requireNoNul("argument", value));
      }
      return this;
    }

    /**
     * Adds an argument of which audit and plan show nothing. The tool is given it like any other,
     * and the plan's digest is over it too.
     *
     * @throws IllegalArgumentException if it holds a NUL character
     */
    @CanIgnoreReturnValue
    public Builder secretArgument(String value) {
      secrets.add(arguments.size());
      return arguments(List.of(value));
    }

    /**
     * Sets one environment variable.
     *
     * @throws IllegalArgumentException if the name is empty or holds {@code =}, or either holds a
     *     NUL character
     */
    @CanIgnoreReturnValue
    public Builder environment(String name, String value) {
      if (name.isEmpty() || name.indexOf('=') >= 0) {
        throw new IllegalArgumentException(
            "environment variable name \"" + name + "\" is empty or holds \"=\"");
      }
      environment.put(
          requireNoNul("environment variable name", name),
          requireNoNul("environment variable", value));
      return this;
    }

    /** Sets standard input to bytes; copied. */
    @CanIgnoreReturnValue
    public Builder stdin(byte[] bytes) {
      this.stdinBytes = bytes.clone();
      this.stdin = null;
      return this;
    }

    /** Sets standard input to text, as UTF-8. */
    @CanIgnoreReturnValue
    public Builder stdin(String text) {
      return stdin(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sets standard input to a stream. It is read on a thread of its own, so that a read that
     * blocks cannot outlast the deadline; it is not closed.
     */
    @CanIgnoreReturnValue
    public Builder stdin(InputStream stream) {
      this.stdin = Objects.requireNonNull(stream, "stream");
      this.stdinBytes = new byte[0];
      return this;
    }

    /**
     * Copies standard output to a stream while it is written, within the output limit. It is
     * flushed after each write and not closed; if it fails, the guest's write fails. It is written
     * on the guest's thread: time that it blocks is the call's, and the deadline cannot cut it
     * short. What a native command writes comes on a thread of its own for each stream, which is
     * left behind where it blocks; if it fails, the command finds its pipe closed.
     */
    @CanIgnoreReturnValue
    public Builder copyStdoutTo(OutputStream stream) {
      this.stdoutCopy = Objects.requireNonNull(stream, "stream");
      return this;
    }

    /** Copies standard error likewise. */
    @CanIgnoreReturnValue
    public Builder copyStderrTo(OutputStream stream) {
      this.stderrCopy = Objects.requireNonNull(stream, "stream");
      return this;
    }

    /** Sets limits for this call instead of the session's. */
    @CanIgnoreReturnValue
    public Builder limits(Limits callLimits) {
      this.limits = Objects.requireNonNull(callLimits, "limits");
      return this;
    }

    /**
     * Makes the call deterministic: random numbers come from this seed, and the clock starts at
     * {@link #SEEDED_START} and advances with fuel (1 ns for each unit) and with sleeping, which
     * then takes no real time. The times of files are the workspace's matter: give it a fixed clock
     * as well where a tool looks at them.
     */
    @CanIgnoreReturnValue
    public Builder seed(long value) {
      this.seed = value;
      return this;
    }

    /**
     * Writes a line for each WASI function that the guest calls, such as {@code path_open(fd=3,
     * path="a.txt", oflags=CREAT) = 4}. Lines are ASCII, strings in them are cut. They go to the
     * sink on the guest's thread and count towards no limit but the deadline; a sink that throws
     * gets no more.
     */
    @CanIgnoreReturnValue
    public Builder traceTo(Consumer<String> sink) {
      this.trace = Objects.requireNonNull(sink, "sink");
      return this;
    }

    /**
     * Lets the call use a hatch, once for each request or for its start, as far as it is live then.
     * One that does not fit the tool or is of another session refuses the call.
     */
    @CanIgnoreReturnValue
    public Builder hatch(Hatch approved) {
      hatches.add(Objects.requireNonNull(approved, "hatch"));
      return this;
    }

    /**
     * Writes a file into the workspace before the tool starts, once policy and gate have let it
     * pass; it stays there. The call is refused if the file cannot be written, or the tool's
     * manifest says that it does not write files.
     *
     * @param path absolute
     * @param content the bytes; copied
     * @throws IllegalArgumentException if the path is not absolute
     */
    @CanIgnoreReturnValue
    public Builder file(String path, byte[] content) {
      if (!path.startsWith("/")) {
        throw new IllegalArgumentException("path \"" + path + "\" is not absolute");
      }
      files.put(requireNoNul("path", path), content.clone());
      return this;
    }

    /** Returns the call. */
    public Call build() {
      return new Call(this);
    }

    private static String requireNoNul(String what, String value) {
      if (value.indexOf('\0') >= 0) {
        throw new IllegalArgumentException(what + " holds a NUL character");
      }
      return value;
    }
  }
}
