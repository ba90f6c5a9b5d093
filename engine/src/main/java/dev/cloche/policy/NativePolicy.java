package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What native commands may do, for a backend that runs them; a WebAssembly tool is not affected.
 *
 * @param commands the commands that may be started, by file name, in alphabetical order; none by
 *     default
 * @param memoryBytes memory of all processes of a call together; 1 MiB to 1 TiB
 * @param processes processes and threads of a call together; 1 to 32,768
 * @param cpuPercent processor time in percent of one processor; 1 to 10,000
 * @param degraded whether a command may run where the machine cannot enforce these limits for all
 *     processes together
 * @param leases the credentials that commands are given, in their order; none by default
 */
public record NativePolicy(
    List<String> commands,
    long memoryBytes,
    int processes,
    int cpuPercent,
    boolean degraded,
    List<NativeLease> leases) {

  /** 512 MiB. */
  public static final long DEFAULT_MEMORY_BYTES = 512L << 20;

  /** 64. */
  public static final int DEFAULT_PROCESSES = 64;

  /** One processor. */
  public static final int DEFAULT_CPU_PERCENT = 100;

  /** 1 MiB: below it nothing starts. */
  public static final long MIN_MEMORY_BYTES = 1L << 20;

  /** 1 TiB. */
  public static final long MAX_MEMORY_BYTES = 1L << 40;

  /** 32,768, the usual size of the table of processes. */
  public static final int MAX_PROCESSES = 32_768;

  /** 100 processors. */
  public static final int MAX_CPU_PERCENT = 10_000;

  /** 256 commands. */
  public static final int MAX_COMMANDS = 256;

  /** 16 leases: each is a secret of up to 8 KiB that one command holds. */
  public static final int MAX_LEASES = 16;

  /** Made when there is a command, as all of this kind. */
  private static final class Names {
    static final Pattern COMMAND = Pattern.compile("[A-Za-z0-9_\\[][A-Za-z0-9._+\\[-]{0,63}");

    private Names() {}
  }

  /**
   * Checks all parts.
   *
   * @throws IllegalArgumentException if one is out of its range, a command is no file name, or a
   *     lease is for a command that is not listed, or contradicts another
   */
  public NativePolicy {
    commands = List.copyOf(new TreeSet<>(commands));
    Checks.range("number of commands", commands.size(), 0, MAX_COMMANDS);
    commands.forEach(NativePolicy::requireCommand);
    Checks.range("native memory", memoryBytes, MIN_MEMORY_BYTES, MAX_MEMORY_BYTES);
    Checks.range("processes", processes, 1, MAX_PROCESSES);
    Checks.range("cpu percent", cpuPercent, 1, MAX_CPU_PERCENT);
    leases = leases.stream().sorted(NativeLease.ORDER).toList();
    Checks.range("number of leases", leases.size(), 0, MAX_LEASES);
    requireConsistent(leases, commands);
  }

  /** Makes one without leases. */
  public NativePolicy(
      List<String> commands, long memoryBytes, int processes, int cpuPercent, boolean degraded) {
    this(commands, memoryBytes, processes, cpuPercent, degraded, List.of());
  }

  private static void requireConsistent(List<NativeLease> leases, List<String> commands) {
    for (int i = 0; i < leases.size(); i++) {
      requireListed(leases.get(i), commands);
      for (NativeLease other : leases.subList(i + 1, leases.size())) {
        requireApart(leases.get(i), other);
      }
    }
  }

  /** Requires every command of a lease to be one that may be started. */
  static void requireListed(NativeLease lease, List<String> commands) {
    for (String command : lease.commands()) {
      if (!commands.contains(command)) {
        throw new IllegalArgumentException(
            "the lease of credential %s is for command %s, which is not under native.commands"
                .formatted(GuestText.quote(lease.credential()), GuestText.quote(command)));
      }
    }
  }

  /** Requires two leases to differ in what they give or where, and not to meet in one command. */
  static void requireApart(NativeLease one, NativeLease other) {
    if (one.isLike(other) || (one.isAt(other) && one.sharesCommand(other))) {
      throw new IllegalArgumentException(
          "two leases are in the %s; each needs a place of its own, and names all its commands"
              .formatted(one.where()));
    }
  }

  /**
   * Returns the name of a command.
   *
   * @throws IllegalArgumentException if it is no file name
   */
  public static String command(String name) {
    requireCommand(name);
    return name;
  }

  static void requireCommand(String command) {
    if (!Names.COMMAND.matcher(command).matches()) {
      throw new IllegalArgumentException(
          "command " + GuestText.quote(command) + " is not a file name such as git or python3");
    }
  }

  /** Tells whether a command may be started. */
  public boolean allows(String command) {
    return commands.contains(command);
  }

  /** Returns the credentials that a command is given. */
  public List<NativeLease> leases(String command) {
    return leases.stream().filter(lease -> lease.isFor(command)).toList();
  }

  /** Tells whether a command is given the credential of a lease in its place. */
  public boolean gives(NativeLease lease, String command) {
    return leases(command).stream().anyMatch(lease::isLike);
  }

  /** Returns this with other leases. */
  public NativePolicy withLeases(List<NativeLease> others) {
    return new NativePolicy(commands, memoryBytes, processes, cpuPercent, degraded, others);
  }

  /** Returns this without the leases of credentials that are not among these. */
  public NativePolicy lending(Set<String> credentials) {
    return withLeases(
        leases.stream().filter(lease -> credentials.contains(lease.credential())).toList());
  }

  /** Returns the key of the policy that decides on a command: its list, or that it has none. */
  public String rule() {
    return commands.isEmpty() ? "native.default" : "native.commands";
  }

  /** Returns no commands, 512 MiB, 64 processes, one processor, not degraded. */
  public static NativePolicy none() {
    return new NativePolicy(
        List.of(), DEFAULT_MEMORY_BYTES, DEFAULT_PROCESSES, DEFAULT_CPU_PERCENT, false);
  }

  /** Returns what both allow: the commands of both, the lower limits, the leases of both. */
  public NativePolicy and(NativePolicy other) {
    return new NativePolicy(
        commands.stream().filter(other.commands::contains).toList(),
        Math.min(memoryBytes, other.memoryBytes),
        Math.min(processes, other.processes),
        Math.min(cpuPercent, other.cpuPercent),
        degraded && other.degraded,
        leases.stream()
            .flatMap(mine -> other.leases.stream().flatMap(theirs -> both(mine, theirs).stream()))
            .toList());
  }

  /** What two leases give to commands of both. */
  private static Optional<NativeLease> both(NativeLease one, NativeLease other) {
    List<String> shared = one.commands().stream().filter(other::isFor).toList();
    return one.isLike(other) && !shared.isEmpty()
        ? Optional.of(new NativeLease(one.credential(), shared, one.place(), one.name()))
        : Optional.empty();
  }
}
