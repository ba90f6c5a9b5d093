package dev.cloche.host.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding;
import dev.cloche.host.NativeLimits;
import dev.cloche.host.NativeResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attacks on memory, processes, time and space, with control groups. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("one-jdk")
class ResourceAttacksTest {
  private static final NativeLimits SMALL =
      Arena.LIMITS.withMemoryBytes(128L << 20).withProcesses(64);

  private static final NativeLimits WAITED = Arena.LIMITS.withWall(Arena.wall(2));

  private Arena arena;
  private Map<String, NativeResult> waited;

  @BeforeAll
  void open() throws IOException {
    arena = Arena.open(false);
    waited = arena.sideBySide(ResourceAttacks.endless(), WAITED);
  }

  @AfterAll
  void nothingIsLeftOver() throws IOException {
    arena.close();
  }

  static List<Attack> anywhere() {
    return ResourceAttacks.anywhere();
  }

  static List<Attack> endless() {
    return ResourceAttacks.endless();
  }

  static List<Attack> grouped() {
    return ResourceAttacks.grouped();
  }

  @ParameterizedTest
  @MethodSource
  void anywhere(Attack attack) throws IOException {
    arena.attack(attack, Arena.LIMITS);
  }

  @ParameterizedTest
  @MethodSource
  void endless(Attack attack) {
    attack.check(waited.get(attack.id()));
  }

  @ParameterizedTest
  @MethodSource
  void grouped(Attack attack) throws IOException {
    arena.attack(attack, SMALL.withWall(Arena.wall(20)));
  }

  @Test
  void native37_aBombWithoutEnd_isDefused() throws IOException {
    NativeResult result =
        arena.run(
            NativeCommand.of("bash", "-c", "b() { b | b & }; b; sleep 100"),
            SMALL.withWall(Arena.wall(2)));
    assertTrue(result.ending() instanceof NativeEnding.LimitExceeded, result.ending().toString());
    assertTrue(result.usage().peakProcesses() <= 64, result.usage().toString());
    assertTrue(result.usage().forksRefused() > 0, result.usage().toString());
    arena.assertUntouched();
  }

  @Test
  void theFewestProcesses_suffice() {
    NativeResult result =
        arena.run(NativeCommand.of("bash", "-c", "echo a | cat"), SMALL.withProcesses(8));
    assertEquals(new NativeEnding.Exited(0), result.ending());
    assertEquals("a\n", result.stdout().text());
  }

  /** Half a processor, asked for twice, gives half of one. */
  @Test
  void native45_processorTime_isShared() {
    Duration wall = Arena.wall(2);
    NativeResult result =
        arena.run(
            NativeCommand.of("bash", "-c", "while :; do :; done & while :; do :; done"),
            SMALL.withCpuPercent(50).withWall(wall));
    // A group may be ahead by one period of 100 ms, and its own set-up counts.
    long most = result.usage().wall().toMillis() / 2 + 200L * Arena.SLOWNESS;
    assertTrue(result.usage().cpu().toMillis() <= most, result.usage().toString());
    assertTrue(result.usage().cpu().toMillis() > 0, result.usage().toString());
  }

  @Test
  void theUsageOfACommand_isToldWithItsEnding() {
    NativeResult result =
        arena.run(
            NativeCommand.of("perl", "-e", "my $x = 'a' x (32 << 20); wait if fork(); print 'ok'"),
            SMALL);
    assertEquals(new NativeEnding.Exited(0), result.ending());
    assertTrue(result.usage().peakMemoryBytes() > 32 << 20, result.usage().toString());
    assertTrue(result.usage().peakMemoryBytes() <= 128 << 20, result.usage().toString());
    assertTrue(result.usage().peakProcesses() >= 3, result.usage().toString());
    assertEquals(4, result.usage().stdoutBytes());
  }

  @Test
  void whatTheWorkspaceCannotHold_endsTheCommand_andIsNotTakenOver() throws IOException {
    arena.workspace().reset();
    arena.workspace().writeFile("/before", new byte[] {1});
    NativeResult full =
        arena.run(
            NativeCommand.of(
                "bash", "-c", "for i in {1..9}; do head -c 30M /dev/zero > f$i || exit; done"),
            Arena.LIMITS);
    assertTrue(
        full.ending().toString().startsWith("LimitExceeded[which=WORKSPACE"),
        full.ending().toString());
    assertEquals(List.of("before"), arena.workspace().list("/"));
    NativeResult after = arena.run(NativeCommand.of("ls"), Arena.LIMITS);
    assertEquals("before\n", after.stdout().text());
    arena.assertUntouched();
  }

  @Test
  void moreFilesThanTheWorkspaceHolds_endTheCommand() throws IOException {
    arena.workspace().reset();
    NativeResult full =
        arena.run(
            NativeCommand.of("perl", "-e", "for (1..20000) { open(F, '>', $_) or die }"),
            Arena.LIMITS);
    assertTrue(
        full.ending().toString().startsWith("LimitExceeded[which=WORKSPACE"),
        full.ending().toString());
    arena.assertUntouched();
  }

  @Test
  void x10_aDaemonThatFloods_endsWithTheCommand() throws IOException {
    NativeResult result =
        arena.run(
            NativeCommand.of(
                "bash",
                "-c",
                "(setsid yes &) ; (setsid yes >&2 &) ; sleep " + 0.2 * Arena.SLOWNESS),
            Arena.LIMITS.withOutputBytes(10_000));
    assertTrue(
        result.ending().toString().startsWith("LimitExceeded[which=OUTPUT"),
        result.ending().toString());
    assertEquals(10_000, result.stdout().size() + result.stderr().size());
    arena.assertUntouched();
  }

  @Test
  void x10_inputThatNobodyReads_isNoReasonToWait() {
    byte[] large = new byte[8 << 20];
    NativeResult result = arena.run(NativeCommand.of("true").withStdin(large), Arena.LIMITS);
    assertEquals(new NativeEnding.Exited(0), result.ending());
    NativeResult counted = arena.run(NativeCommand.of("wc", "-c").withStdin(large), Arena.LIMITS);
    assertEquals("8388608\n", counted.stdout().text());
  }
}
