package dev.cloche.host.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeLimits;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeReport;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A backend with one session, bait around it, and the check that nothing is left over. */
final class Arena implements AutoCloseable {
  /** How many times as long everything takes here as on a machine of its own, in whole numbers. */
  static final int SLOWNESS = Integer.getInteger("cloche.test.slowness", 1);

  /** Time for a loaded machine; attacks that run until they are ended get less. */
  static final NativeLimits LIMITS = NativeLimits.defaults().withWall(wall(60));

  private final Set<Path> filesBefore;
  private final Bait bait;
  private final NativeBackend backend;
  private final Workspace workspace;
  private final NativeSession session;

  /** A wall time that is enough on this machine where so many seconds are on others. */
  static Duration wall(int seconds) {
    return Duration.ofSeconds((long) seconds * SLOWNESS);
  }

  private Arena(Set<Path> filesBefore, Bait bait, boolean degraded) {
    this.filesBefore = filesBefore;
    this.bait = bait;
    this.backend = NativeBackend.create(new NativeOptions(List.of(), degraded));
    this.workspace = Workspace.inMemory(WorkspaceLimits.defaults());
    this.session = backend.openSession(workspace);
  }

  /** Opens an arena; a machine without a sandbox fails the test, and says what to install. */
  static Arena open(boolean degraded) throws IOException {
    NativeOptions options = new NativeOptions(List.of(), degraded);
    try (NativeBackend probe = NativeBackend.create(options)) {
      NativeReport report = probe.probe();
      assertTrue(report.isUsable(), () -> "no sandbox on this machine:\n" + report.text());
    }
    return new Arena(Leftovers.files(), Bait.put(), degraded);
  }

  Workspace workspace() {
    return workspace;
  }

  NativeSession session() {
    return session;
  }

  NativeBackend backend() {
    return backend;
  }

  Bait bait() {
    return bait;
  }

  NativeResult run(NativeCommand command, NativeLimits limits) {
    return session.run(command, limits);
  }

  /** Runs an attack in an empty workspace, and checks that the host is as it was. */
  void attack(Attack attack, NativeLimits limits) throws IOException {
    workspace.reset();
    attack.check(run(Inside.perl(bait.in(attack.program())), limits));
    assertUntouched();
  }

  /**
   * Runs attacks that all take their time at once, each in a session of its own, and checks that
   * the host is as it was. Returns how each ended, by its id.
   */
  Map<String, NativeResult> sideBySide(List<Attack> attacks, NativeLimits limits)
      throws IOException {
    Map<String, CompletableFuture<NativeResult>> running = new HashMap<>();
    for (Attack each : attacks) {
      running.put(
          each.id(),
          CompletableFuture.supplyAsync(
              () -> alone(each, limits), work -> new Thread(work, each.id()).start()));
    }
    Map<String, NativeResult> results = new HashMap<>();
    running.forEach((id, result) -> results.put(id, result.join()));
    assertUntouched();
    return results;
  }

  private NativeResult alone(Attack attack, NativeLimits limits) {
    try (Workspace own = Workspace.inMemory(WorkspaceLimits.defaults());
        NativeSession alone = backend.openSession(own)) {
      return alone.run(Inside.perl(bait.in(attack.program())), limits);
    }
  }

  /** Only the holder is there between commands, and the sandbox that waits for the next. */
  void assertUntouched() throws IOException {
    assertTrue(bait.isUntouched(), "the bait was taken");
    List<String> left = Leftovers.processes(Set.of(bait.pid()));
    List<String> odd = left.stream().filter(each -> !becomesExpected(each)).toList();
    assertEquals(List.of(), odd, () -> "left over beside others: " + left);
  }

  /**
   * Whether it is one of those, perhaps in a moment: a process that is becoming a program has a
   * command line that is no whole one yet. What a command left stays what it is, or is gone.
   */
  private static boolean becomesExpected(String process) {
    long deadline = System.nanoTime() + wall(10).toNanos();
    String now = process;
    while (!isExpected(now) && !now.isEmpty() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
      now = Leftovers.process(Long.parseLong(process.split(" ", 2)[0]));
    }
    return isExpected(now);
  }

  /**
   * The next sandbox may just be starting: then it is still the JVM's own helper, or has not even
   * become that, and has the command line of this JVM.
   */
  private static boolean isExpected(String process) {
    return process.endsWith(" " + Leftovers.ownCommandLine())
        || process.contains("echo ready")
        || process.contains("/jspawnhelper ")
        || process.contains("cloche forwarder")
        || process.contains("IFS= read -r c");
  }

  @Override
  public void close() throws IOException {
    session.close();
    backend.close();
    workspace.close();
    List<String> processes = Leftovers.processes(Set.of(bait.pid()));
    bait.close();
    assertEquals(List.of(), processes);
    assertEquals(List.of(), Leftovers.others(filesBefore));
  }
}
