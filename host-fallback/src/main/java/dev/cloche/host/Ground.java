package dev.cloche.host;

import dev.cloche.host.seccomp.SeccompFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * What all sessions of a backend stand on: the facts of the machine, the files that every launch
 * needs, and the control group that all others are in.
 *
 * <p>Thread-safe.
 */
final class Ground implements AutoCloseable {
  /** Reserved for sandboxes by this project; users and services of a system have lower ones. */
  private static final int FIRST_UID = 64_000;

  private static final int UIDS = 1_000;

  private static final Set<Integer> UIDS_IN_USE = new HashSet<>();

  private final MachineFacts facts;
  private final NativeOptions options;
  private final RunDirectory directory;
  private final Path filter;
  private final Path etc;
  private final Optional<ControlGroup> group;
  private int children;

  private Ground(
      MachineFacts facts,
      NativeOptions options,
      RunDirectory directory,
      Path filter,
      Path etc,
      Optional<ControlGroup> group) {
    this.facts = facts;
    this.options = options;
    this.directory = directory;
    this.filter = filter;
    this.etc = etc;
    this.group = group;
  }

  /**
   * Lays the ground.
   *
   * @throws RefusedException if the machine lacks something
   */
  static Ground lay(NativeOptions options) throws IOException {
    MachineFacts facts = Machine.look();
    requirePrograms(facts);
    options.readableRoots().forEach(Machine::requireRealRoot);
    RunDirectory directory = RunDirectory.create();
    boolean done = false;
    try {
      Path filter = directory.write("filter", SeccompFilter.bytes(facts.arch()));
      Path etc = directory.path().resolve("etc");
      EtcDirectory.fill(etc);
      Ground ground = new Ground(facts, options, directory, filter, etc, group(options));
      done = true;
      return ground;
    } finally {
      if (!done) {
        directory.delete();
      }
    }
  }

  /** Refuses the first program that is missing, not trusted or too old. */
  static void requirePrograms(MachineFacts facts) throws IOException {
    for (Program each : Program.values()) {
      boolean needed = each != Program.SETPRIV || facts.root();
      if (needed && each.isNeededByAll()) {
        Machine.requireTrusted(each, facts.path(each));
      }
    }
    BubblewrapVersion.require(BubblewrapVersion.of(facts.path(Program.BWRAP)));
  }

  private static Optional<ControlGroup> group(NativeOptions options) throws IOException {
    try {
      return Optional.of(
          GroupFinder.ofThisProcess()
              .find()
              .child("cloche-" + ProcessHandle.current().pid() + "-" + token()));
    } catch (RefusedException | IOException missing) {
      if (options.degraded()) {
        return Optional.empty();
      }
      if (missing instanceof RefusedException refused) {
        throw refused;
      }
      throw new RefusedException(
          NativeRefusal.LIMITS_UNENFORCEABLE, "no control group can be made: it was refused");
    }
  }

  private static String token() {
    byte[] random = new byte[6];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  MachineFacts facts() {
    return facts;
  }

  NativeOptions options() {
    return options;
  }

  Path filter() {
    return filter;
  }

  Path etc() {
    return etc;
  }

  /** Whether there are no control groups, and that was asked for. */
  boolean isDegraded() {
    return group.isEmpty();
  }

  /** Returns a name that no other session has. */
  synchronized String nextName() {
    return "s" + ++children;
  }

  RunDirectory directory(String name) throws IOException {
    return directory.child(name);
  }

  synchronized Optional<ControlGroup> group(String name) throws IOException {
    return group.isPresent() ? Optional.of(group.get().child(name)) : Optional.empty();
  }

  /** Returns a user for a session, so that sessions cannot reach each other's files. */
  static int takeUid() {
    int start = new SecureRandom().nextInt(UIDS);
    synchronized (UIDS_IN_USE) {
      for (int i = 0; i < UIDS; i++) {
        int uid = FIRST_UID + (start + i) % UIDS;
        if (UIDS_IN_USE.add(uid)) {
          return uid;
        }
      }
    }
    throw new RefusedException(
        NativeRefusal.SANDBOX_UNUSABLE, "all %d users for sandboxes are in use".formatted(UIDS));
  }

  static void giveBackUid(int uid) {
    synchronized (UIDS_IN_USE) {
      UIDS_IN_USE.remove(uid);
    }
  }

  @Override
  public void close() {
    group.ifPresent(ControlGroup::remove);
    directory.delete();
  }
}
