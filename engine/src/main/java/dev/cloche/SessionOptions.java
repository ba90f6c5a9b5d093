package dev.cloche;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.audit.AuditLog;
import dev.cloche.credential.CredentialIssuer;
import dev.cloche.egress.Resolver;
import dev.cloche.workspace.Workspace;
import java.util.Objects;
import java.util.Optional;

/**
 * What a session is opened with. All but the policy has a default that grants nothing.
 *
 * <p>Immutable and thread-safe.
 */
public final class SessionOptions {

  private final Policy policy;
  private final boolean limitsAreDefaults;
  private final String id;
  private final Optional<Workspace> workspace;
  private final Gate gate;
  private final Optional<AuditLog> audit;
  private final CredentialIssuer issuer;
  private final HatchApprover approver;
  private final Resolver resolver;

  private SessionOptions(Builder builder) {
    this.policy = builder.policy;
    this.limitsAreDefaults = builder.limitsAreDefaults;
    this.id = builder.id;
    this.workspace = builder.workspace;
    this.gate = builder.gate;
    this.audit = builder.audit;
    this.issuer = builder.issuer;
    this.approver = builder.approver;
    this.resolver = builder.resolver;
  }

  /** Returns the options of a session under a policy, and nothing else. */
  public static SessionOptions of(Policy policy) {
    return builder(policy).build();
  }

  /** Returns a builder. */
  public static Builder builder(Policy policy) {
    return new Builder(policy, false);
  }

  /**
   * Returns the options of a session that has limits and no policy: a call may bring its own.
   *
   * @param workspace the caller's, or empty for an empty one
   */
  public static SessionOptions of(Limits limits, Optional<Workspace> workspace) {
    Builder builder = new Builder(Policy.builder().limits(limits).build(), true);
    builder.workspace = workspace;
    return builder.build();
  }

  /** What tools may do. */
  public Policy policy() {
    return policy;
  }

  /** Whether limits of a call take the place of the policy's; otherwise the lower ones hold. */
  public boolean limitsAreDefaults() {
    return limitsAreDefaults;
  }

  /** The session's id in the audit. */
  public String id() {
    return id;
  }

  /** The workspace, where the caller brings one. */
  public Optional<Workspace> workspace() {
    return workspace;
  }

  /** Decides on each call. */
  public Gate gate() {
    return gate;
  }

  /** Where what happens is recorded. */
  public Optional<AuditLog> audit() {
    return audit;
  }

  /** Issues credentials whose source is the embedder. */
  public CredentialIssuer issuer() {
    return issuer;
  }

  /** Decides on hatches. */
  public HatchApprover hatchApprover() {
    return approver;
  }

  /** Finds the addresses of names. */
  public Resolver resolver() {
    return resolver;
  }

  /** Collects options; not thread-safe. */
  public static final class Builder {
    private final Policy policy;
    private final boolean limitsAreDefaults;
    private String id = SessionId.random();
    private Optional<Workspace> workspace = Optional.empty();
    private Gate gate = Gate.open();
    private Optional<AuditLog> audit = Optional.empty();
    private CredentialIssuer issuer = CredentialIssuer.none();
    private HatchApprover approver = HatchApprover.none();
    private Resolver resolver = Resolver.system();

    private Builder(Policy policy, boolean limitsAreDefaults) {
      this.policy = Objects.requireNonNull(policy, "policy");
      this.limitsAreDefaults = limitsAreDefaults;
    }

    /**
     * Sets the id under which the session is recorded; a random UUID otherwise.
     *
     * @throws IllegalArgumentException if empty
     */
    @CanIgnoreReturnValue
    public Builder id(String name) {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("a session's id is not empty");
      }
      this.id = name;
      return this;
    }

    /**
     * Brings a workspace, which the session leaves open. What the policy says of mounts is the
     * caller's then: {@link dev.cloche.policy.WorkspacePolicy#open} makes such a workspace.
     */
    @CanIgnoreReturnValue
    public Builder workspace(Workspace own) {
      this.workspace = Optional.of(own);
      return this;
    }

    /** Sets who decides on each call; every one passes otherwise. */
    @CanIgnoreReturnValue
    public Builder gate(Gate decider) {
      this.gate = Objects.requireNonNull(decider, "gate");
      return this;
    }

    /**
     * Records what happens. A call of which something cannot be recorded ends as a {@link
     * Outcome.HostFault}, or does not start. The log may be of several sessions and is not closed.
     */
    @CanIgnoreReturnValue
    public Builder audit(AuditLog log) {
      this.audit = Optional.of(log);
      return this;
    }

    /** Sets who issues credentials that the policy leaves to the embedder; nobody otherwise. */
    @CanIgnoreReturnValue
    public Builder credentialIssuer(CredentialIssuer service) {
      this.issuer = Objects.requireNonNull(service, "issuer");
      return this;
    }

    /** Sets who decides on hatches; all are denied otherwise. */
    @CanIgnoreReturnValue
    public Builder hatchApprover(HatchApprover decider) {
      this.approver = Objects.requireNonNull(decider, "approver");
      return this;
    }

    /** Sets who finds the addresses of names; the machine otherwise. */
    @CanIgnoreReturnValue
    public Builder resolver(Resolver names) {
      this.resolver = Objects.requireNonNull(names, "resolver");
      return this;
    }

    /** Returns the options. */
    public SessionOptions build() {
      return new SessionOptions(this);
    }
  }
}
