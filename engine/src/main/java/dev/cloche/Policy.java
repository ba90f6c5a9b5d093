package dev.cloche;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.EnvironmentVariable;
import dev.cloche.policy.NativePolicy;
import dev.cloche.policy.NetworkPolicy;
import dev.cloche.policy.PolicyDigest;
import dev.cloche.policy.PolicyDocument;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicyNames;
import dev.cloche.policy.Profile;
import dev.cloche.policy.ToolPolicy;
import dev.cloche.policy.WorkspacePolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What tools may do: one YAML or JSON document, or what a builder says in its place.
 *
 * <pre>{@code
 * Policy policy = Policy.read(Path.of("policy.yaml")).and(Policy.strict());
 * }</pre>
 *
 * <p>A policy holds no secret but the values of environment variables that it names, and these are
 * in no text, digest or document made of it. Immutable and thread-safe.
 */
public final class Policy {

  private final Limits limits;
  private final WorkspacePolicy workspace;
  private final NetworkPolicy network;
  private final Map<String, EnvironmentVariable> environment;
  private final Map<String, CredentialRule> credentials;
  private final NativePolicy nativeCommands;
  private final Optional<ToolPolicy> tools;
  private final Set<Path> sources;
  private volatile @Nullable String digest;

  private Policy(
      Limits limits,
      WorkspacePolicy workspace,
      NetworkPolicy network,
      Map<String, EnvironmentVariable> environment,
      Map<String, CredentialRule> credentials,
      NativePolicy nativeCommands,
      Optional<ToolPolicy> tools,
      Set<Path> sources) {
    // Documents say milliseconds; less is cut off, so that what is enforced can be written.
    this.limits = limits.toBuilder().wall(Duration.ofMillis(limits.wall().toMillis())).build();
    this.workspace = workspace;
    this.network = network;
    this.environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    this.credentials = Collections.unmodifiableMap(new TreeMap<>(credentials));
    this.nativeCommands = nativeCommands;
    this.tools = tools;
    this.sources = Set.copyOf(sources);
  }

  /** Returns the policy that holds where there is none: an empty workspace and no network. */
  public static Policy strict() {
    return builder(Profile.STRICT).build();
  }

  /** Returns {@link #strict} with limits for work that takes a minute. */
  public static Policy normal() {
    return builder(Profile.NORMAL).build();
  }

  /** Returns {@link #strict} with limits for work that is watched. */
  public static Policy generous() {
    return builder(Profile.GENEROUS).build();
  }

  /**
   * Reads a policy from a file of at most 1 MiB. Paths in it are relative to its directory, and
   * variables that it names are read from this process's environment.
   *
   * @throws PolicyException if it says anything that is not understood, or lies inside a directory
   *     that it mounts
   * @throws IOException if it cannot be read
   */
  public static Policy read(Path file) throws IOException {
    return PolicyDocument.read(file, System.getenv());
  }

  /**
   * Reads a policy from a text; variables that it names are read from this process's environment.
   *
   * @param base the directory that paths in it are relative to
   * @throws PolicyException if it says anything that is not understood
   */
  public static Policy parse(String document, Path base) {
    return PolicyDocument.parse(document, base, System.getenv());
  }

  /** Returns a builder that starts with {@link #strict}. */
  public static Builder builder() {
    return builder(Profile.STRICT);
  }

  /** Returns a builder that starts with a profile. */
  public static Builder builder(Profile profile) {
    return new Builder(
        profile.limits(),
        WorkspacePolicy.of(profile.workspace()),
        NetworkPolicy.closed(profile.egress()));
  }

  /** Returns a builder that starts with this policy. */
  public Builder toBuilder() {
    Builder builder = new Builder(limits, workspace, network);
    builder.environment.putAll(environment);
    builder.credentials.putAll(credentials);
    builder.nativeCommands = nativeCommands;
    builder.tools = tools;
    builder.sources.addAll(sources);
    return builder;
  }

  /** What one call may use. */
  public Limits limits() {
    return limits;
  }

  /** The files of a session. */
  public WorkspacePolicy workspace() {
    return workspace;
  }

  /** What may leave the machine. */
  public NetworkPolicy network() {
    return network;
  }

  /** The variables that guests see, by name, in alphabetical order. */
  public Map<String, EnvironmentVariable> environment() {
    return environment;
  }

  /** The credentials that rules attach and leases give, by name, in alphabetical order. */
  public Map<String, CredentialRule> credentials() {
    return credentials;
  }

  /** What native commands may do. */
  public NativePolicy nativeCommands() {
    return nativeCommands;
  }

  /** Which tools may be called; empty if any may. */
  public Optional<ToolPolicy> tools() {
    return tools;
  }

  /**
   * The files of the host that it was read from, which no guest may see: a hatch for a mount that
   * would show one does not open. No part of what the policy says: two that differ in it alone are
   * equal.
   */
  public Set<Path> sources() {
    return sources;
  }

  /**
   * Tells whether a tool may be called under this policy: whether it is listed, is what its name is
   * pinned to, and is signed by whom it has to be. A script is listed if its interpreter is, or its
   * own digest; its name, which it could choose, counts for nothing there.
   */
  public boolean permits(Tool tool) {
    return tools.flatMap(rules -> rules.objection(tool)).isEmpty();
  }

  /**
   * Returns what both allow: lower limits, mounts of both with the stricter mode, protected names
   * of either, requests, commands and tools that both allow, variables and credentials that are
   * equal in both. Never allows what one of them does not.
   */
  public Policy and(Policy other) {
    return new Policy(
        limits.and(other.limits),
        workspace.and(other.workspace),
        network.and(other.network),
        shared(environment, other.environment),
        shared(credentials, other.credentials),
        nativeCommands
            .and(other.nativeCommands)
            .lending(shared(credentials, other.credentials).keySet()),
        tools.isEmpty() || other.tools.isEmpty()
            ? tools.or(other::tools)
            : Optional.of(tools.get().and(other.tools.get())),
        union(sources, other.sources));
  }

  /** Returns this policy with parts that are narrower, and of the variables those that pass. */
  Policy narrowed(
      Limits ofOneCall, WorkspacePolicy files, NetworkPolicy egress, Predicate<String> variables) {
    Map<String, EnvironmentVariable> kept = new TreeMap<>(environment);
    kept.keySet().removeIf(variables.negate());
    return new Policy(ofOneCall, files, egress, kept, credentials, nativeCommands, tools, sources);
  }

  /** Returns this policy with limits of one call, where those are lower. */
  Policy within(Limits ofOneCall) {
    return new Policy(
        limits.and(ofOneCall),
        workspace,
        network,
        environment,
        credentials,
        nativeCommands,
        tools,
        sources);
  }

  private static <T> Set<T> union(Set<T> a, Set<T> b) {
    Set<T> both = new HashSet<>(a);
    both.addAll(b);
    return both;
  }

  private static <T> Map<String, T> shared(Map<String, T> a, Map<String, T> b) {
    Map<String, T> both = new TreeMap<>(a);
    both.entrySet().retainAll(b.entrySet());
    return both;
  }

  /**
   * Returns SHA-256 in lower-case hexadecimal over all that this policy says, in a canonical form.
   * Of a variable that was read from the host's environment, only the names count.
   */
  public String digest() {
    String known = digest;
    if (known == null) {
      known = PolicyDigest.of(this);
      digest = known;
    }
    return known;
  }

  /**
   * Returns a document that {@link #parse} reads as an equal policy, given the same environment;
   * rules get the ids of their places.
   *
   * @throws IllegalStateException if this is an intersection whose network rules no one document
   *     can say
   */
  public String toYaml() {
    return PolicyDocument.write(this);
  }

  @Override
  public boolean equals(@Nullable Object object) {
    if (object == this) { // as each call finds its session's, unless that was replaced
      return true;
    }
    return object instanceof Policy other
        && limits.equals(other.limits)
        && workspace.equals(other.workspace)
        && network.equals(other.network)
        && environment.equals(other.environment)
        && credentials.equals(other.credentials)
        && nativeCommands.equals(other.nativeCommands)
        && tools.equals(other.tools);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        limits, workspace, network, environment, credentials, nativeCommands, tools);
  }

  /** Returns the digest: the policy itself may name hosts and paths. */
  @Override
  public String toString() {
    return "Policy[sha256:" + digest() + "]";
  }

  /** Collects a policy; not thread-safe. */
  public static final class Builder {
    private Limits limits;
    private WorkspacePolicy workspace;
    private NetworkPolicy network;
    private final Map<String, EnvironmentVariable> environment = new TreeMap<>();
    private final Map<String, CredentialRule> credentials = new TreeMap<>();
    private NativePolicy nativeCommands = NativePolicy.none();
    private Optional<ToolPolicy> tools = Optional.empty();
    private final Set<Path> sources = new HashSet<>();

    private Builder(Limits limits, WorkspacePolicy workspace, NetworkPolicy network) {
      this.limits = limits;
      this.workspace = workspace;
      this.network = network;
    }

    /** Sets what one call may use. */
    @CanIgnoreReturnValue
    public Builder limits(Limits ofOneCall) {
      this.limits = Objects.requireNonNull(ofOneCall, "limits");
      return this;
    }

    /** Sets the files of a session. */
    @CanIgnoreReturnValue
    public Builder workspace(WorkspacePolicy files) {
      this.workspace = Objects.requireNonNull(files, "workspace");
      return this;
    }

    /** Sets what may leave the machine. */
    @CanIgnoreReturnValue
    public Builder network(NetworkPolicy egress) {
      this.network = Objects.requireNonNull(egress, "network");
      return this;
    }

    /**
     * Sets a variable that guests see.
     *
     * @throws IllegalArgumentException if the name is not letters, digits and underscores, or the
     *     value is not acceptable
     */
    @CanIgnoreReturnValue
    public Builder environment(String name, String value) {
      return environment(name, EnvironmentVariable.literal(value));
    }

    /**
     * Sets a variable that guests see, of which the policy tells the source alone.
     *
     * @throws IllegalArgumentException if the name is not letters, digits and underscores
     */
    @CanIgnoreReturnValue
    public Builder environment(String name, EnvironmentVariable variable) {
      environment.put(PolicyNames.variable(name), Objects.requireNonNull(variable, "variable"));
      return this;
    }

    /**
     * Sets a credential that rules and leases may name.
     *
     * @throws IllegalArgumentException if the name is not letters, digits and {@code ._-}
     */
    @CanIgnoreReturnValue
    public Builder credential(String name, CredentialRule rule) {
      credentials.put(PolicyNames.credential(name), Objects.requireNonNull(rule, "rule"));
      return this;
    }

    /** Sets what native commands may do. */
    @CanIgnoreReturnValue
    public Builder nativeCommands(NativePolicy commands) {
      this.nativeCommands = Objects.requireNonNull(commands, "commands");
      return this;
    }

    /** Says that it comes from a file, beside those that it was said of before. */
    @CanIgnoreReturnValue
    public Builder source(Path file) {
      sources.add(file.toAbsolutePath());
      return this;
    }

    /** Allows these tools and no other. */
    @CanIgnoreReturnValue
    public Builder tools(ToolPolicy allowed) {
      this.tools = Optional.of(allowed);
      return this;
    }

    /**
     * Returns the policy.
     *
     * @throws PolicyException if a rule or a lease names a credential that there is not, a rule one
     *     without a place in requests, a rule that denies leaves nothing of one that allows, the
     *     file of a secret lies inside a mount, or a lease is into a variable of the environment
     */
    public Policy build() {
      PolicyNames.requireConsistent(network, credentials);
      PolicyNames.requireSecretsOutside(credentials, workspace.mounts());
      PolicyNames.requireLeases(nativeCommands, credentials.keySet(), environment.keySet());
      return new Policy(
          limits, workspace, network, environment, credentials, nativeCommands, tools, sources);
    }
  }
}
