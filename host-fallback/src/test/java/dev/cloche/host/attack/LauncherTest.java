package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeRefusal;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The life of a command, seen from the host. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LauncherTest {
  private Arena arena;

  @BeforeAll
  void open() throws IOException {
    arena = Arena.open(false);
  }

  @AfterAll
  void nothingIsLeftOver() throws IOException {
    arena.close();
  }

  private NativeResult run(String... words) {
    return arena.run(NativeCommand.of(words), Arena.LIMITS);
  }

  @Test
  void statusAndStreams_areTheCommands() {
    NativeResult result = run("bash", "-c", "cat; echo err >&2; exit 7");
    assertEquals(new NativeEnding.Exited(7), result.ending());
    assertEquals("err\n", result.stderr().text());
    NativeResult fed =
        arena.run(NativeCommand.of("cat").withStdin("in".getBytes(UTF_8)), Arena.LIMITS);
    assertEquals("in", fed.stdout().text());
  }

  @Test
  void aProgramThatIsNotThere_is127_andOneThatCannotRun_is126() {
    assertEquals(new NativeEnding.Exited(127), run("no-such-program").ending());
    assertEquals(new NativeEnding.Exited(126), run("/etc/passwd").ending());
  }

  @Test
  void aSignal_is128AndItsNumber() {
    assertEquals(new NativeEnding.Exited(137), run("bash", "-c", "kill -9 $$").ending());
  }

  @Test
  void x6_words_arriveAsTheyAre() {
    String nasty = "$(id) `id` ; | & > < * ? ~ \\ ' \" \n\t -- ü €";
    NativeResult result = run("printf", "[%s]", nasty, "-n", "--args", "");
    assertEquals("[" + nasty + "][-n][--args][]", result.stdout().text());
  }

  @Test
  void x6_variables_arriveAsTheyAre() {
    Map<String, String> variables = Map.of("A", "$(id) \n ü", "PATH", "/usr/bin", "E", "");
    NativeResult result =
        arena.run(
            NativeCommand.of("bash", "-c", "printf '[%s]' \"$A\" \"$PATH\" \"${E-unset}\"")
                .withEnvironment(variables),
            Arena.LIMITS);
    assertEquals("[$(id) \n ü][/usr/bin][]", result.stdout().text());
  }

  /** The thread that asks may end, and what it started goes on. */
  @Test
  void aShortLivedThread_doesNotTakeItsSandboxWithIt() throws Exception {
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
        NativeSession session = arena.backend().openSession(workspace)) {
      Thread first =
          new Thread(
              () -> assertEquals(0, exit(session.run(NativeCommand.of("true"), Arena.LIMITS))));
      first.start();
      first.join();
      workspace.writeFile("/f", new byte[3]);
      NativeResult second = session.run(NativeCommand.of("wc", "-c", "f"), Arena.LIMITS);
      assertEquals("3 f\n", second.stdout().text());
    }
  }

  private static int exit(NativeResult result) {
    return assertInstanceOf(NativeEnding.Exited.class, result.ending()).status();
  }

  @Test
  void anInterruptedThread_killsItsCommand() throws Exception {
    CompletableFuture<NativeResult> result = new CompletableFuture<>();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              result.complete(run("bash", "-c", "touch started; sleep 1000"));
              flag.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    thread.interrupt();
    assertEquals(new NativeEnding.Cancelled(), result.get(60, TimeUnit.SECONDS).ending());
    assertTrue(flag.get(60, TimeUnit.SECONDS));
    arena.assertUntouched();
  }

  @Test
  void closing_killsTheCommandThatRuns() throws Exception {
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      NativeSession session = arena.backend().openSession(workspace);
      CompletableFuture<NativeResult> result =
          CompletableFuture.supplyAsync(
              () -> session.run(NativeCommand.of("sleep", "1000"), Arena.LIMITS));
      while (Leftovers.processes(Set.of()).stream()
          .noneMatch(each -> each.contains("sleep 1000") && each.contains("bwrap"))) {
        Thread.onSpinWait();
      }
      session.close();
      assertEquals(new NativeEnding.Cancelled(), result.get(60, TimeUnit.SECONDS).ending());
      NativeResult after = session.run(NativeCommand.of("true"), Arena.LIMITS);
      assertEquals(NativeRefusal.CLOSED, refusal(after));
    }
    arena.assertUntouched();
  }

  private static NativeRefusal refusal(NativeResult result) {
    return assertInstanceOf(NativeEnding.Refused.class, result.ending()).reason();
  }

  @Test
  void x1_aReadableRootThatIsNot_refusesTheCommand() throws IOException {
    Path directory = Files.createTempDirectory("root-");
    Path link = Files.createSymbolicLink(Path.of("/opt/cloche-link-" + pid()), directory);
    try {
      for (String root : List.of("/opt/does-not-exist", link.toString(), "/opt/../etc")) {
        try (NativeBackend backend = NativeBackend.create(new NativeOptions(List.of(root), false));
            Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
            NativeSession session = backend.openSession(workspace)) {
          NativeResult result = session.run(NativeCommand.of("true"), Arena.LIMITS);
          assertEquals(NativeRefusal.READABLE_ROOT, refusal(result), root);
          assertFalse(backend.probe().isUsable());
        }
      }
    } finally {
      Files.delete(link);
      Files.delete(directory);
    }
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  @Test
  void x3_theSandboxHasNoTerminal_andNothingOfTheLauncher() {
    NativeResult result =
        run(
            "perl",
            "-e",
            "print -t STDIN ? 'tty' : 'none', ' ', getppid(), ' ', getpgrp() == $$ ? 1 : 0;"
                + " print ' ', $ENV{CLOCHE_BAIT_TOKEN} // 'unset', ' ',"
                + " $ENV{LD_PRELOAD} // 'unset'");
    assertTrue(result.stdout().text().matches("none 1 [01] unset unset"), result.stdout().text());
    assertEquals("secret-of-the-host", System.getenv("CLOCHE_BAIT_TOKEN"));
  }

  /** A JVM that is killed takes its holder and its command with it. */
  @Test
  void theDeathOfTheJvm_endsEverything() throws Exception {
    Path files = Files.createTempDirectory("sleeper-");
    assertEquals(
        files, Files.setPosixFilePermissions(files, PosixFilePermissions.fromString("rwx--x--x")));
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + files,
                "-cp",
                Unprivileged.classPath(),
                Sleeper.class.getName())
            .start();
    try (InputStream out = other.getInputStream()) {
      assertEquals('1', out.read(), "the other JVM did not get so far");
      List<ProcessHandle> below = other.descendants().toList();
      assertTrue(below.size() >= 2, below.toString());
      other.destroyForcibly();
      assertEquals(137, other.waitFor());
      for (ProcessHandle each : below) {
        each.onExit().get(60, TimeUnit.SECONDS);
      }
    }
    Sleeper.cleanUp(other.pid(), files);
  }
}
