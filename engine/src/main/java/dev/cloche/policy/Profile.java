package dev.cloche.policy;

import dev.cloche.Limits;
import dev.cloche.egress.EgressLimits;
import dev.cloche.workspace.WorkspaceLimits;
import java.time.Duration;
import java.util.Locale;

/**
 * What a policy starts from. Profiles differ in limits alone: none opens the network, mounts a
 * directory, sets a variable or allows a native command.
 */
@SuppressWarnings("ImmutableEnumChecker") // They are records of values.
public enum Profile {

  /** What holds without any policy. */
  STRICT(Limits.defaults(), WorkspaceLimits.defaults(), EgressLimits.defaults()),

  /** For work that takes a minute: builds, conversions, larger data. */
  NORMAL(
      new Limits(50_000_000_000L, Duration.ofMinutes(1), 512L << 20, 8L << 20),
      new WorkspaceLimits(256L << 20, 50_000, 128),
      new EgressLimits(
          1_000, 64L << 20, 512L << 20, 128L << 20, 100, 64 << 10, 5, Duration.ofSeconds(10))),

  /** For work that is watched: a quarter of an hour, a GiB of memory. */
  GENEROUS(
      new Limits(1_000_000_000_000L, Duration.ofMinutes(15), 1L << 30, 64L << 20),
      new WorkspaceLimits(1L << 30, 200_000, 256),
      new EgressLimits(
          10_000, 1L << 30, 4L << 30, 512L << 20, 100, 256 << 10, 10, Duration.ofSeconds(30)));

  private final Limits limits;
  private final WorkspaceLimits workspace;
  private final EgressLimits egress;

  Profile(Limits limits, WorkspaceLimits workspace, EgressLimits egress) {
    this.limits = limits;
    this.workspace = workspace;
    this.egress = egress;
  }

  /** Returns what one call may use. */
  public Limits limits() {
    return limits;
  }

  /** Returns how much a workspace may hold. */
  public WorkspaceLimits workspace() {
    return workspace;
  }

  /** Returns what a session may send and receive, if a rule opens the network. */
  public EgressLimits egress() {
    return egress;
  }

  /** Returns its name in documents. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
