package dev.cloche.run;

import dev.cloche.LentSecrets;
import dev.cloche.Plan;
import dev.cloche.credential.CallLeases;
import dev.cloche.credential.HeldSecret;
import dev.cloche.egress.EgressException;
import dev.cloche.policy.NativeLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a native command holds of its call's leases, from just before it starts until it has ended.
 * A command that holds a secret is ended when its lease is: taken back, or over by time. Closed on
 * the thread that made it.
 */
final class CommandLeases implements AutoCloseable {

  private final CommandCut cut;
  private final List<HeldSecret> held = new ArrayList<>();
  private final List<CompletableFuture<Boolean>> timers = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private final Map<String, String> files = new TreeMap<>();
  private final CallLeases leases;

  private CommandLeases(CallLeases leases, CommandCut cut) {
    this.leases = leases;
    this.cut = cut;
  }

  /**
   * Takes what a plan says, or nothing.
   *
   * @throws EgressException if the command may not have one of them
   */
  static CommandLeases take(Plan plan, CallLeases leases, CommandCut cut) throws EgressException {
    CommandLeases taken = new CommandLeases(leases, cut);
    boolean all = false;
    try {
      for (NativeLease lease : plan.leases()) {
        taken.take(lease);
      }
      all = true;
      return taken;
    } finally {
      if (!all) {
        taken.close();
      }
    }
  }

  private void take(NativeLease lease) throws EgressException {
    String credential = lease.credential();
    HeldSecret secret =
        leases.hold(credential, lease.where(), () -> end(credential, "was taken back"));
    held.add(secret);
    CompletableFuture<Boolean> timer =
        new CompletableFuture<Boolean>()
            .completeOnTimeout(true, secret.left().toNanos(), TimeUnit.NANOSECONDS);
    timers.add(timer);
    var unused =
        timer.thenAcceptAsync(
            over -> {
              if (over) {
                end(credential, "has expired");
              }
            });
    boolean variable = lease.place() == NativeLease.Place.ENVIRONMENT;
    String former = (variable ? environment : files).put(lease.name(), secret.value());
    if (former != null) {
      throw new IllegalStateException("two leases in one place");
    }
  }

  private void end(String credential, String why) {
    cut.deny(
        "credentials." + credential,
        "credential \"" + credential + "\", which the command held, " + why);
  }

  /** Returns what was taken, for the backend. */
  LentSecrets secrets() {
    return held.isEmpty()
        ? LentSecrets.none()
        : LentSecrets.of(environment, files, leases.scrubber());
  }

  /** Says that the command has ended: nothing cuts it any more. */
  @Override
  public void close() {
    timers.forEach(timer -> timer.complete(false));
    held.forEach(HeldSecret::close);
  }
}
