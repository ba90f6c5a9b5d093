package dev.cloche.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.LentSecrets;
import dev.cloche.egress.Scrubber;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WarmSandboxTest {
  private static final NativeLimits LIMITS =
      NativeLimits.defaults().withWall(Duration.ofSeconds(60));

  @Test
  void theLine_quotesEachWord() {
    NativeCommand command =
        NativeCommand.of("printf", "it's", "$(id)", "")
            .withEnvironment(Map.of("A", "b c"))
            .in("/d");
    assertEquals(
        "cd '/workspace/d' && unset OLDPWD && export A='b c' && "
            + "exec 'printf' 'it'\\''s' '$(id)' ''\n",
        new String(WarmSandbox.line(command, LentSecrets.none()), UTF_8));
  }

  @Test
  void whatIsTooLong_isStartedCold() {
    assertEquals(Optional.empty(), HandOver.line("", List.of("echo", "x".repeat(16384))));
    assertTrue(HandOver.line("", List.of("echo", "x".repeat(16000))).isPresent());
  }

  /** A real shell gives back each word as it was. */
  @Property(tries = 60)
  void aShellUnderstandsTheLine(@ForAll String word) throws Exception {
    String text = new String(word.replace("\0", "").getBytes(UTF_8), UTF_8);
    NativeCommand command =
        NativeCommand.of("sh", "-c", "printf %s \"$A$1\"", "-", text + "\n'\n" + text)
            .withEnvironment(Map.of("A", text + "\n"));
    byte[] line = WarmSandbox.line(command, LentSecrets.none());
    Process shell = new ProcessBuilder(HandOver.waiting("/bin/sh")).start();
    try (var in = shell.getOutputStream()) {
      in.write(line);
    }
    String expected = text + "\n" + text + "\n'\n" + text;
    assertEquals(expected, new String(shell.getInputStream().readAllBytes(), UTF_8));
    assertEquals(0, shell.waitFor());
  }

  /** A secret is a word of what the shell itself is, and no program is started with it. */
  @Property(tries = 60)
  void c1_aShellHandsASecretOnAsItIs(@ForAll String word) throws Exception {
    String secret = new String(word.replaceAll("\\p{Cntrl}", "").getBytes(UTF_8), UTF_8);
    LentSecrets lent = LentSecrets.of(Map.of("T", secret), Map.of(), Scrubber.none());
    byte[] line = WarmSandbox.line(NativeCommand.of("sh", "-c", "printf %s \"$T\"; cat"), lent);
    Process shell = new ProcessBuilder(HandOver.waiting("/bin/sh")).start();
    try (var in = shell.getOutputStream()) {
      in.write(line);
      in.write("input".getBytes(UTF_8));
    }
    assertEquals(secret + "input", new String(shell.getInputStream().readAllBytes(), UTF_8));
    assertEquals(0, shell.waitFor());
  }

  /** The sandbox of the second command was there before it: its first process is older. */
  @Test
  void aSecondCommand_findsItsSandboxReady() throws IOException {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
        NativeSession session = backend.openSession(workspace)) {
      assertEquals(
          new NativeEnding.Exited(0), session.run(NativeCommand.of("true"), LIMITS).ending());
      workspace.writeFile("/d/late", "came later".getBytes(UTF_8));
      NativeCommand command =
          NativeCommand.of(
                  "sh", "-c", "cat; cat late; echo \" $A\"; tr '\\0' ' ' < /proc/1/cmdline")
              .withStdin("input ".getBytes(UTF_8))
              .withEnvironment(Map.of("A", "it's"))
              .in("/d");
      NativeResult result = session.run(command, LIMITS);
      String out = result.stdout().text();
      assertTrue(out.startsWith("input came later it's\n"), out);
    }
  }

  /** What cannot have the sandbox that waits has the seat beside it: its group is older. */
  @Test
  void aCommandThatNeedsAnotherSandbox_findsASeat() throws IOException {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
        NativeSession session = backend.openSession(workspace)) {
      NativeCommand look =
          NativeCommand.of("bash", "-c", "ulimit -f; ulimit -n; stat -fc %b:%S /tmp; umask; cat");
      for (int kib : new int[] {64, 128, 64, 128}) {
        NativeLimits limits =
            new NativeLimits(
                LIMITS.memoryBytes(), 64, 100, LIMITS.wall(), 1000, 512L * kib, 1024L * kib);
        NativeResult result = session.run(look.withStdin("x".getBytes(UTF_8)), limits);
        assertEquals(
            "%d\n1024\n%d:4096\n0022\nx".formatted(kib / 2, kib / 4),
            result.stdout().text(),
            result.stderr()::text);
      }
    }
  }

  @Test
  void aWaitingSandbox_servesOnlyLimitsThatItCanHave() throws Exception {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
        NativeSession session = backend.openSession(workspace)) {
      NativeCommand limit = NativeCommand.of("bash", "-c", "ulimit -f; ulimit -n");
      NativeLimits smaller =
          new NativeLimits(
              LIMITS.memoryBytes(), 32, 50, LIMITS.wall(), 1000, 1 << 20, LIMITS.temporaryBytes());
      assertEquals("32768\n1024\n", session.run(limit, LIMITS).stdout().text());
      assertEquals("1024\n1024\n", session.run(limit, smaller).stdout().text());
      assertEquals("32768\n1024\n", session.run(limit, LIMITS).stdout().text());
      NativeResult memory =
          session.run(
              NativeCommand.of("perl", "-e", "my $n = 64 << 20; my $x = 'a' x $n"),
              LIMITS.withMemoryBytes(32 << 20));
      assertTrue(memory.ending().toString().contains("MEMORY"), memory.ending().toString());
    }
  }

  /** The command would not end by itself: that nobody takes more, it learns while it runs. */
  @Test
  void whatACommandPrints_isHandedOnAsItComes() throws IOException {
    OutputStream refusing =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("no more");
          }
        };
    ByteArrayOutputStream taking = new ByteArrayOutputStream();
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
        NativeSession session = backend.openSession(workspace)) {
      NativeResult result = session.run(NativeCommand.of("printf", "x"), LIMITS, taking);
      assertEquals(new NativeEnding.Exited(0), result.ending());
      assertEquals("x", result.stdout().text());
      assertEquals("x", taking.toString(UTF_8));
      result = session.run(NativeCommand.of("sh", "-c", "yes; exit 0"), LIMITS, refusing);
      assertEquals(new NativeEnding.Exited(0), result.ending());
    }
  }

  @Test
  void closingASession_endsWhatWaits() throws Exception {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      NativeSession session = backend.openSession(workspace);
      assertNotEquals(NativeUsage.NONE, session.run(NativeCommand.of("true"), LIMITS).usage());
      session.close();
      for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
        assertFalse(each.info().command().orElse("").endsWith("/bwrap"));
        assertTrue(each.onExit().get(60, TimeUnit.SECONDS).pid() > 0);
      }
    }
  }
}
