package dev.cloche.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a part of a policy of the mapping under {@code native}. */
final class NativeReader {

  private static final List<String> PLACES =
      List.of(NativeLease.Place.ENVIRONMENT.key(), NativeLease.Place.FILE.key());

  private final Section at;
  private final Set<String> credentials;
  private final Set<String> variables;

  /**
   * Makes one.
   *
   * @param credentials the names that leases may give
   * @param variables the names that they may not use, since guests see another value there
   */
  NativeReader(Section at, Set<String> credentials, Set<String> variables) {
    this.at = at;
    this.credentials = credentials;
    this.variables = variables;
  }

  Optional<NativePolicy> read() {
    List<String> commands = at.each("commands", NativePolicy::command);
    long memory =
        at.size("memory", NativePolicy.MIN_MEMORY_BYTES, NativePolicy.MAX_MEMORY_BYTES)
            .orElse(NativePolicy.DEFAULT_MEMORY_BYTES);
    long processes =
        at.count("processes", 1, NativePolicy.MAX_PROCESSES).orElse(NativePolicy.DEFAULT_PROCESSES);
    long cpu =
        at.percent("cpu", 1, NativePolicy.MAX_CPU_PERCENT).orElse(NativePolicy.DEFAULT_CPU_PERCENT);
    boolean degraded = at.truth("degraded").orElse(false);
    List<NativeLease> leases = leases(commands);
    return at.make(
        () -> new NativePolicy(commands, memory, (int) processes, (int) cpu, degraded, leases));
  }

  private List<NativeLease> leases(List<String> commands) {
    List<NativeLease> leases = new ArrayList<>();
    for (Section lease : at.sections("leases")) {
      lease(lease).filter(made -> isSound(lease, made, commands, leases)).ifPresent(leases::add);
    }
    return leases;
  }

  private Optional<NativeLease> lease(Section lease) {
    Optional<String> credential =
        lease.required("credential").flatMap(key -> lease.text(key, this::known));
    Optional<String> listed = lease.required("commands");
    List<String> commands = lease.each("commands", NativePolicy::command);
    Optional<String> place = lease.exactlyOne(PLACES);
    Optional<String> name = place.flatMap(lease::text);
    // A list of which no item is a command has its problems already.
    boolean unread = commands.isEmpty() && !lease.isEmptyList("commands");
    if (credential.isEmpty() || listed.isEmpty() || unread || name.isEmpty()) {
      return Optional.empty();
    }
    NativeLease.Place where =
        place.get().equals(NativeLease.Place.FILE.key())
            ? NativeLease.Place.FILE
            : NativeLease.Place.ENVIRONMENT;
    return lease.make(() -> new NativeLease(credential.get(), commands, where, name.get()));
  }

  private String known(String credential) {
    if (!credentials.contains(credential)) {
      throw new IllegalArgumentException(PolicyNames.undefined(credential, credentials));
    }
    return credential;
  }

  /** Says at the lease itself what is wrong with it beside the rest of the policy. */
  private boolean isSound(
      Section lease, NativeLease made, List<String> commands, List<NativeLease> before) {
    Optional<String> set = PolicyNames.leasedAndSet(made, variables);
    set.ifPresent(message -> lease.problem(made.place().key(), message));
    Optional<Boolean> consistent =
        lease.make(
            () -> {
              NativePolicy.requireListed(made, commands);
              before.forEach(other -> NativePolicy.requireApart(other, made));
              return true;
            });
    return set.isEmpty() && consistent.isPresent();
  }
}
