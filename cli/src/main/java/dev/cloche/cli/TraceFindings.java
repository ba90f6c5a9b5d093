package dev.cloche.cli;

import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.Usage;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.EgressUsage;
import dev.cloche.policy.NetworkPolicy;
import dev.cloche.policy.PolicyMount;
import dev.cloche.policy.Profile;
import dev.cloche.policy.WorkspacePolicy;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import dev.cloche.workspace.WorkspaceLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the policy that a call would have needed of what it used.
 *
 * <p>Limits leave room for what differs from run to run: a tenth of fuel (clock and network are not
 * the same again), four times the wall time (machines differ), twice the files at the end (some
 * were deleted before). What cannot be told from outside stays as in the policy of the run: caps on
 * one response, redirects, the depth of directories.
 *
 * @param bounds the policy that the call ran under
 */
record TraceFindings(Policy bounds, Usage usage, EgressUsage network, TraceRecords records) {

  private static final long MEBI = 1L << 20;
  private static final long KIBI = 1L << 10;
  private static final long LEAST_FUEL = 1_000_000;
  private static final long LEAST_BYTES = 64 * KIBI;
  private static final int LEAST_FILES = 16;

  /** Returns the policy. */
  Policy policy(Workspace workspace, WorkspaceDiff diff) {
    Policy.Builder policy = Policy.builder().limits(limits()).workspace(files(workspace, diff));
    NetworkPolicy egress = egress();
    bounds.environment().forEach(policy::environment);
    bounds
        .credentials()
        .forEach(
            (name, rule) -> {
              if (records.allowed().stream().anyMatch(one -> one.credential().equals(name))) {
                policy.credential(name, rule);
              }
            });
    bounds.tools().ifPresent(policy::tools);
    return policy.network(egress).build();
  }

  private Limits limits() {
    long seconds = 1 + usage.wall().toMillis() * 4 / 1000;
    return bounds
        .limits()
        .and(
            Limits.builder()
                .fuel(Math.min(Limits.MAX_FUEL, rounded(usage.fuel() + usage.fuel() / 10)))
                .wall(Duration.ofSeconds(seconds))
                .memoryBytes(Math.min(Limits.MAX_MEMORY_BYTES, up(usage.memoryBytes(), MEBI)))
                .outputBytes(up(usage.stdoutBytes() + usage.stderrBytes(), KIBI))
                .build());
  }

  private WorkspacePolicy files(Workspace workspace, WorkspaceDiff diff) {
    WorkspaceLimits most = bounds.workspace().limits();
    WorkspaceLimits needed =
        new WorkspaceLimits(
            Math.min(most.bytes(), Math.max(LEAST_BYTES, up(2 * workspace.usedBytes(), KIBI))),
            Math.min(most.nodes(), Math.max(LEAST_FILES, 2 * workspace.usedNodes())),
            Math.min(most.depth(), WorkspaceLimits.defaults().depth()));
    List<String> changed =
        Stream.of(diff.added(), diff.changed(), diff.removed())
            .flatMap(List::stream)
            .map(WorkspaceDiff.Entry::path)
            .toList();
    return new WorkspacePolicy(
        needed,
        bounds.workspace().mounts().stream().map(mount -> needed(mount, changed)).toList(),
        bounds.workspace().protectedNames());
  }

  private static PolicyMount needed(PolicyMount mount, List<String> changed) {
    String below = mount.at().equals("/") ? "/" : mount.at() + "/";
    boolean written =
        changed.stream().anyMatch(path -> path.equals(mount.at()) || path.startsWith(below));
    return written ? mount : new PolicyMount(mount.host(), mount.at(), Access.READ);
  }

  private NetworkPolicy egress() {
    var rules = TraceRules.of(records.allowed());
    if (rules.isEmpty()) {
      return NetworkPolicy.closed(Profile.STRICT.egress());
    }
    // A prefix of several paths may be wider than each: what was denied stays so.
    var deny = new ArrayList<>(bounds.network().rules().layers().get(0).deny());
    EgressLimits most = bounds.network().limits();
    EgressLimits needed =
        new EgressLimits(
            network.requests(),
            up(network.sentBytes() + network.sentBytes() / 4, KIBI),
            up(network.receivedBytes() + network.receivedBytes() / 4, KIBI),
            most.responseBytes(),
            most.expansion(),
            most.headerBytes(),
            most.redirects(),
            most.connect());
    return new NetworkPolicy(EgressRules.of(rules, deny), most.and(needed));
  }

  private static long up(long amount, long step) {
    return Math.max(1, (amount + step - 1) / step) * step;
  }

  /** Two digits are what a person compares. */
  private static long rounded(long fuel) {
    long step = LEAST_FUEL;
    while (fuel / step >= 100) {
      step *= 10;
    }
    return up(fuel, step);
  }
}
