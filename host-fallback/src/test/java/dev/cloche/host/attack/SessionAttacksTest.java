package dev.cloche.host.attack;

import static dev.cloche.host.attack.Sessions.BASH;
import static dev.cloche.host.attack.Sessions.bash;
import static dev.cloche.host.attack.Sessions.completed;
import static dev.cloche.host.attack.Sessions.denied;
import static dev.cloche.host.attack.Sessions.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Hatch;
import dev.cloche.HatchOperation;
import dev.cloche.HatchRequest;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a command does against its session: each ends with its outcome, the session goes on, and
 * nothing of it is left on the machine.
 */
@Tag("one-jdk")
class SessionAttacksTest {
  private static final String BASH_ALONE = "native: { commands: [bash] }\n";
  private static final String SLEEPER =
      "(setsid nohup sleep 1000 >/dev/null 2>&1 &); trap '' TERM INT HUP; echo ready; sleep 1000";

  @RegisterExtension private static final Sessions SESSIONS = new Sessions();

  private static Outcome.LimitExceeded exceeded(LimitKind which, Outcome outcome) {
    Outcome.LimitExceeded over =
        assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message());
    assertEquals(which, over.which());
    return over;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          PROCESSES ~ exec sh -c 'while :; do sleep 50 & done'
          MEMORY    ~ x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done
          FILE      ~ exec 2>/dev/null; head -c 10M /dev/zero > /tmp/one
          WORKSPACE ~ for i in 1 2 3 4 5 6 7 8 9; do head -c 1M /dev/zero > $i || exit 1; done
          WORKSPACE ~ for i in $(seq 200); do : > $i || exit 1; done
          OUTPUT    ~ (setsid yes aaaaaaaa &); yes bbbbbbb
          WALL      ~ (setsid nohup sleep 1000 >/dev/null 2>&1 &); trap '' TERM INT; sleep 1000
          """)
  void x2_bomb_endsWithItsLimit_andTheSessionGoesOn(LimitKind which, String script) {
    String limits =
        """
        native: { commands: [bash], memory: 64Mi, processes: 24 }
        limits: { wall: %s, output: 64Ki }
        workspace: { bytes: 4Mi, files: 100 }
        """
            .formatted(which == LimitKind.WALL ? "1500ms" : "40s");
    try (Session session = SESSIONS.session(limits)) {
      Outcome.LimitExceeded over = exceeded(which, bash(session, script));
      assertTrue(over.usage().command().isPresent());
      assertEquals("on\n", completed(bash(session, "echo on")).stdout().text());
    }
  }

  @Test
  void x10_grandchildThatKeepsTheOutputOpen_delaysNobody() {
    try (Session session = SESSIONS.session(BASH_ALONE)) {
      assertEquals(
          "bye\n", completed(bash(session, "(setsid sleep 1000 &); echo bye")).stdout().text());
    }
  }

  @Test
  void x10_copyThatFails_closesThePipeOfTheCommand() {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("nobody reads");
          }
        };
    try (Session session = SESSIONS.session(BASH_ALONE)) {
      Call call = Call.builder().arguments("yes; echo $? >&2").copyStdoutTo(gone).build();
      Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, session.call(BASH, call));
      assertEquals("141\n", done.stderr().text().lines().reduce("", (a, b) -> b) + "\n");
    }
  }

  @Test
  void x4_x6_pathAndWords_neverRunAnotherProgram() {
    try (Session session = SESSIONS.session("native: { commands: [env, echo, absent-program] }")) {
      session.workspace().writeFile("/env", "#!/bin/sh\necho hijacked\n".getBytes(UTF_8));
      Call hijack =
          Call.builder()
              .arguments("echo", "$(id); `id` 'a' \"b\" ; rm -rf /", "--", "é\nx")
              .environment("PATH", "/workspace")
              .build();
      assertEquals(
          "$(id); `id` 'a' \"b\" ; rm -rf / -- é\nx\n",
          completed(session.call(Tool.command("env", "PATH=/usr/bin"), hijack)).stdout().text());
      denied("native.commands", session.call(Tool.command("sh"), Call.of("-c", "true")));
      refused(session.call(Tool.command("absent-program"), Call.of()));
    }
  }

  @Test
  void x1_lessThanASandboxNeeds_isRefused() {
    try (Session memory = SESSIONS.session("native: { commands: [bash], memory: 8Mi }");
        Session processes = SESSIONS.session("native: { commands: [bash], processes: 4 }");
        Session network =
            SESSIONS.session(
                BASH_ALONE + "network: { allow: [ { url: \"https://example.org/\" } ] }")) {
      refused(bash(memory, "true"));
      refused(bash(processes, "true"));
      refused(bash(network, "true"));
    }
    try (Session enough =
        SESSIONS.session("native: { commands: [bash], memory: 32Mi, processes: 8 }")) {
      completed(bash(enough, "true"));
    }
  }

  @Test
  void n20_probeOfTheNetwork_findsNone() throws IOException {
    try (Bait bait = Bait.put();
        Session session = SESSIONS.session(BASH_ALONE)) {
      String probe =
          "for to in 127.0.0.1/@TCP@ 169.254.169.254/80 10.0.0.1/443 example.org/443; do"
              + " (exec 3<>/dev/tcp/$to) 2>/dev/null && echo reached $to; done;"
              + " (exec 3<>/dev/udp/192.0.2.1/53) 2>/dev/null && echo reached udp;"
              + " kill -9 @PID@ 2>/dev/null && echo killed; env | grep -c CLOCHE_BAIT_TOKEN";
      Outcome done = bash(session, bait.in(probe));
      assertEquals("0\n", done.stdout().text());
      assertTrue(bait.isUntouched());
    }
  }

  @Test
  void x7_whatIsNoFile_isLeftOut_andTheNextCommandStartsAnew() {
    try (Session session = SESSIONS.session(BASH_ALONE)) {
      Outcome.Completed done =
          completed(
              bash(
                  session,
                  "mkfifo pipe; ln -s /etc/passwd link; ln -s ../../../etc up; touch $'\\xff'; echo"
                      + " a > file; ln file hard"));
      assertEquals(2, done.usage().command().orElseThrow().leftOut().size());
      assertFalse(session.workspace().exists("/pipe"));
      assertEquals("/etc/passwd", session.workspace().readLink("/link"));
      assertEquals("file\nhard\nlink\nup\n", completed(bash(session, "ls")).stdout().text());
    }
  }

  /** Tells when a command has printed something. */
  private static final class Started extends OutputStream {
    final CountDownLatch latch = new CountDownLatch(1);

    @Override
    public void write(int b) {
      latch.countDown();
    }
  }

  private static Running sleeper(Session session, Tool tool, Optional<Hatch> hatch)
      throws InterruptedException {
    Started started = new Started();
    Call.Builder call = Call.builder().arguments(SLEEPER).copyStdoutTo(started);
    hatch.ifPresent(call::hatch);
    Running running = session.start(tool, call.build());
    started.latch.await();
    return running;
  }

  @Test
  void cancel_endsAllProcesses() throws Exception {
    try (Session session = SESSIONS.session("native: { commands: [bash] }\nlimits: { wall: 1h }")) {
      Running running = sleeper(session, BASH, Optional.empty());
      running.cancel();
      Outcome ended = assertInstanceOf(Outcome.Cancelled.class, running.await());
      assertEquals("ready\n", ended.stdout().text());
      completed(bash(session, "true"));
    }
  }

  @Test
  void close_endsAllProcesses() throws Exception {
    Session session = SESSIONS.session("native: { commands: [bash] }\nlimits: { wall: 1h }");
    Running running = sleeper(session, BASH, Optional.empty());
    session.close();
    assertInstanceOf(Outcome.Cancelled.class, running.await());
  }

  @Test
  void c7_hatchRevokedAndPolicyReplaced_midCommand_endIt() throws Exception {
    Tool shell = Tool.command("sh", "-c");
    try (Session session = SESSIONS.session("native: { commands: [bash] }\nlimits: { wall: 1h }")) {
      Hatch hatch =
          session
              .requestHatch(
                  HatchRequest.once(new HatchOperation.NativeCommand("sh"), "needs a shell"))
              .orElseThrow();
      Running running = sleeper(session, shell, Optional.of(hatch));
      hatch.revoke();
      denied("hatch", running.await());
      denied("native.commands", session.call(shell, Call.of("true")));
      Running other = sleeper(session, BASH, Optional.empty());
      session.replacePolicy(Sessions.policy("limits: { wall: 1h }"));
      denied("native.default", other.await());
    }
  }

  @Test
  void c8_records_tellOfTheCommandAndWhatItChanged() {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = AuditLog.builder(sink).open();
        Session session = SESSIONS.session(BASH_ALONE, Optional.of(log))) {
      completed(bash(session, "echo a > a; echo b > b"));
    }
    String records = String.join("\n", sink.lines());
    assertTrue(records.contains("\"degraded\":false"), records);
    assertTrue(records.contains("\"files\":{\"added\":2,\"changed\":0,\"deleted\":0}"), records);
  }
}
