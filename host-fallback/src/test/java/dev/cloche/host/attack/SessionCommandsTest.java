package dev.cloche.host.attack;

import static dev.cloche.host.attack.Sessions.bash;
import static dev.cloche.host.attack.Sessions.completed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.CommandUsage;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Native commands as calls of an engine's session, in a real sandbox. */
class SessionCommandsTest {
  private static final String BASH_ALONE = "native: { commands: [bash] }\nlimits: { wall: 60s }\n";

  @RegisterExtension private static final Sessions SESSIONS = new Sessions();

  @Test
  void command_completes_withStreamsVariablesAndUsage() {
    try (Session session = SESSIONS.session(BASH_ALONE + "environment: { FROM: policy }")) {
      ByteArrayOutputStream copy = new ByteArrayOutputStream();
      Outcome.Completed done =
          completed(
              session.call(
                  Tool.command("bash", "-c", "cat; echo \"$FROM $MINE $1\"; echo err >&2", "-"),
                  Call.builder()
                      .arguments("it's an argument")
                      .environment("MINE", "call")
                      .stdin(new ByteArrayInputStream("typed\n".getBytes(UTF_8)))
                      .copyStdoutTo(copy)
                      .build()));
      assertEquals("typed\npolicy call it's an argument\n", done.stdout().text());
      assertEquals(done.stdout().text(), copy.toString(UTF_8));
      assertEquals("err\n", done.stderr().text());
      CommandUsage usage = done.usage().command().orElseThrow();
      assertFalse(usage.degraded());
      assertTrue(usage.cpu().toNanos() > 0);
      assertTrue(done.usage().memoryBytes() > 0);
      assertEquals(List.of(), usage.leftOut());
    }
  }

  @Test
  void exitStatus_otherThanZero_isTheCommandsOwnWord() {
    try (Session session = SESSIONS.session(BASH_ALONE)) {
      Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, bash(session, "exit 7"));
      assertEquals(7, done.exitStatus());
    }
  }

  @Test
  void workspace_isTheSessions_inBothDirections_throughDiffSnapshotAndReset() {
    try (Session session = SESSIONS.session(BASH_ALONE)) {
      Workspace files = session.workspace();
      files.writeFile("/in.txt", "from the host".getBytes(UTF_8));
      Snapshot before = files.snapshot();
      completed(bash(session, "mkdir d; tr a-z A-Z < in.txt > d/out.txt; rm in.txt"));
      assertEquals("FROM THE HOST", new String(files.readFile("/d/out.txt"), UTF_8));
      assertFalse(files.exists("/in.txt"));
      assertEquals(2, files.diff(before).added().size());
      assertEquals(1, files.diff(before).removed().size());

      files.restore(before);
      assertEquals(
          "in.txt\n", completed(bash(session, "ls; cat d/out.txt 2>&-; true")).stdout().text());
      files.reset();
      assertEquals("", completed(bash(session, "ls -A")).stdout().text());
    }
  }

  @Test
  void readMount_thatIsLinkedTouchedOrGivenAMode_isNotChanged(@TempDir Path host)
      throws IOException {
    Files.writeString(host.resolve("a.txt"), "a");
    String mount = "workspace: { mounts: [ { host: \"%s\", at: /r } ] }".formatted(host);
    try (Session session = SESSIONS.session(BASH_ALONE + mount)) {
      Snapshot before = session.workspace().snapshot();
      Outcome.Completed done =
          completed(bash(session, "chmod 600 r/a.txt; touch r/a.txt; ln r/a.txt linked"));
      assertEquals(List.of(), done.usage().command().orElseThrow().leftOut());
      assertEquals(0, session.workspace().diff(before).changed().size());
      assertEquals("a", new String(session.workspace().readFile("/linked"), UTF_8));
    }
  }

  @Test
  void f22_readMount_isAsItWas_andAnOverlayChangesWhenCommitted(@TempDir Path host)
      throws IOException {
    Path read = Files.createDirectories(host.resolve("read"));
    Path over = Files.createDirectories(host.resolve("over/.git/hooks")).getParent().getParent();
    Files.writeString(read.resolve("a.txt"), "a");
    Files.writeString(over.resolve("b.txt"), "b");
    String mounts =
        "workspace: { mounts: [ { host: \"%s\", at: /r, mode: read }, { host: \"%s\", at: /o, mode: overlay } ] }"
            .formatted(read, over);
    try (Session session = SESSIONS.session(BASH_ALONE + mounts)) {
      Outcome.Completed done =
          completed(
              bash(
                  session,
                  "cat r/a.txt o/b.txt; echo x > r/a.txt; echo x > r/new; echo y > o/b.txt;"
                      + " echo evil > o/.git/hooks/pre-commit"));
      assertEquals("ab", done.stdout().text());
      List<String> leftOut =
          done.usage().command().orElseThrow().leftOut().stream()
              .map(CommandUsage.LeftOut::path)
              .toList();
      assertEquals(List.of("/o/.git/hooks/pre-commit", "/r/a.txt", "/r/new"), leftOut);
      assertEquals("ay\n", completed(bash(session, "echo $(cat r/a.txt o/b.txt)")).stdout().text());
      assertEquals("b", Files.readString(over.resolve("b.txt")));
    }
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      Mount mount = workspace.mount(over, "/o", Access.OVERLAY);
      try (Session session = SESSIONS.session(BASH_ALONE, workspace)) {
        completed(bash(session, "echo y > o/b.txt; echo z > o/c.txt"));
      }
      CommitReport report = workspace.commit(mount);
      assertTrue(report.isComplete());
      assertEquals("y\n", Files.readString(over.resolve("b.txt")));
      assertEquals("z\n", Files.readString(over.resolve("c.txt")));
    }
  }
}
