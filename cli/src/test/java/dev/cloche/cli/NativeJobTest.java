package dev.cloche.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeOptions;
import dev.cloche.tools.BundledTools;
import dev.cloche.workspace.Snapshot;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job of native commands and a module in one session: each works on what the other left. */
@Timeout(300)
class NativeJobTest {

  private static final String BUILD =
      """
      set -eu
      git clone -q repo work && cd work
      gcc -Wall -Werror -o calc calc.c
      sh test.sh
      git log --format=%s | sed 's/^/log: /' > ../report.txt
      grep -c return calc.c | sed 's/^/returns: /' >> ../report.txt
      ./calc 6 7 | sed 's/^/product: /' >> ../report.txt
      """;

  private static final String PROGRAM =
      """
      #include <stdio.h>
      #include <stdlib.h>
      int main(int argc, char **argv) {
        if (argc != 3) return 2;
        printf("%d\\n", atoi(argv[1]) * atoi(argv[2]));
        return 0;
      }
      """;

  private static final String SUMMARY =
      """
      const lines = std.readFile('/report.txt').trim().split('\\n');
      const facts = Object.fromEntries(lines.map((line) => line.split(': ')));
      std.writeFile('/summary.json', JSON.stringify(facts));
      console.log(facts.product);
      """;

  /*
   * directory/repo/    a git repository with one commit, mounted at /repo
   *   calc.c  test.sh
   */
  @TempDir Path directory;

  private final NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
  private final Engine engine = Engine.builder().backend(backend).build();

  @BeforeEach
  void commit() throws Exception {
    Path repo = Files.createDirectory(directory.resolve("repo"));
    Files.writeString(repo.resolve("calc.c"), PROGRAM);
    Files.writeString(repo.resolve("test.sh"), "[ \"$(./calc 2 3)\" = 6 ] && ! ./calc 1\n");
    git(repo, "init", "-q");
    git(repo, "add", ".");
    git(repo, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "Multiply");
  }

  private static void git(Path repo, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of("git"));
    words.addAll(List.of(arguments));
    Process git = new ProcessBuilder(words).directory(repo.toFile()).inheritIO().start();
    assertEquals(0, git.waitFor());
  }

  @AfterEach
  void close() {
    engine.close();
    backend.close();
    Processes.assertNoneLeft();
  }

  private Session session() {
    return engine.openSession(
        Policy.parse(
            """
            version: 1
            limits: { wall: 60s }
            workspace: { mounts: [ { host: ./repo, at: /repo } ] }
            native: { commands: [bash] }
            """,
            directory));
  }

  private static Outcome.Completed completed(Outcome outcome) {
    Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
    assertEquals(0, done.exitStatus(), () -> done.stderr().text());
    return done;
  }

  private static Outcome bash(Session session, String script) {
    return session.call(Tool.command("bash", "-c"), Call.of(script));
  }

  private static Outcome js(Session session, String script) {
    return session.call(BundledTools.find("js").orElseThrow().tool(), Call.of("-e", script));
  }

  private static String text(Session session, String path) {
    return new String(session.workspace().readFile(path), UTF_8);
  }

  @Test
  void job_ofARepository_isBuiltByCommandsAndSummedUpByAModule() {
    try (Session session = session()) {
      completed(bash(session, BUILD));
      assertEquals("42\n", completed(js(session, SUMMARY)).stdout().text());
      assertEquals(
          "{\"log\":\"Multiply\",\"returns\":\"2\",\"product\":\"42\"}",
          text(session, "/summary.json"));
      assertEquals(
          "\"42\"\n", completed(bash(session, "grep -o '\"42\"' summary.json")).stdout().text());
    }
  }

  @Test
  void diffSnapshotAndReset_seeWhatEitherSideWrote() {
    try (Session session = session()) {
      completed(js(session, "std.writeFile('/a.txt', 'by js')"));
      Snapshot before = session.workspace().snapshot();
      completed(bash(session, "cat a.txt > b.txt; echo ' and bash' >> a.txt"));
      completed(js(session, "std.writeFile('/c.txt', std.readFile('/a.txt'))"));
      assertEquals("by js and bash\n", text(session, "/c.txt"));
      assertEquals(2, session.workspace().diff(before).added().size());
      assertEquals(1, session.workspace().diff(before).changed().size());

      session.workspace().restore(before);
      assertEquals(
          "a.txt repo by js",
          completed(bash(session, "echo $(ls) $(cat a.txt)")).stdout().text().strip());
      session.workspace().reset();
      completed(bash(session, "[ ! -e a.txt ]"));
    }
  }

  @Test
  void x7_whatACommandPlants_leadsAModuleNowhere() throws IOException {
    File secret = Files.writeString(directory.resolve("secret"), "secret").toFile();
    try (Session session = session()) {
      completed(
          bash(
              session,
              "ln -s %s s; ln -s ../../../../etc/passwd p; mkfifo f; mkdir d; ln -s /etc d/e; echo ok > real; ln -s real l"
                  .formatted(secret)));
      for (String path : List.of("/s", "/p", "/f", "/d/e/passwd")) {
        Outcome read = js(session, "console.log(std.readFile('" + path + "'))");
        assertEquals("", read.stdout().text(), path);
      }
      assertEquals(
          "ok\n\n", completed(js(session, "console.log(std.readFile('/l'))")).stdout().text());
      assertTrue(secret.delete());
    }
  }
}
