package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import dev.cloche.workspace.WorkspaceLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Twenty commands of an ordinary session of an agent on a real checkout, this project's own,
 * mounted as an overlay: list, search, read, edit, convert, query, summarise. At its end the
 * difference is what was edited, and the checkout is as it was.
 */
class AgentSessionTest {

  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

  private static final Limits LIMITS =
      Limits.builder().fuel(Limits.MAX_FUEL).wall(Duration.ofMinutes(2)).build();

  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());

  private Outcome.Completed call(Session session, String tool, Call call) {
    Outcome outcome = session.call(BundledTools.find(tool).orElseThrow().tool(), call);
    assertTrue(
        outcome instanceof Outcome.Completed,
        () -> tool + ": " + outcome.message() + ": " + outcome.stderr().text());
    return (Outcome.Completed) outcome;
  }

  /** The output of a tool that ends well. */
  private String run(Session session, String tool, String... arguments) {
    Outcome.Completed ended = call(session, tool, Call.of(arguments));
    assertEquals(0, ended.exitStatus(), () -> tool + ": " + ended.stderr().text());
    return ended.stdout().text();
  }

  private String piped(Session session, String input, String tool, String... arguments) {
    Call call = Call.builder().stdin(input).arguments(arguments).build();
    return call(session, tool, call).stdout().text();
  }

  @Test
  void twentyCommands_onTheCheckout_leaveWhatTheyEdited() throws Exception {
    assumeTrue(
        BundledTools.all().stream().allMatch(BundledTool::isBuilt), BundledTools.HOW_TO_BUILD);
    String readme = Files.readString(CHECKOUT.resolve("README.md"));
    Mount ignored = workspace.mount(CHECKOUT, "/repo", Access.OVERLAY);
    try (Snapshot start = workspace.snapshot();
        Engine engine = Engine.create();
        Session session = engine.openSession(LIMITS, workspace)) {
      look(session);
      edit(session);
      convertAndQuery(session);
      pack(session);
      assertEquals(
          List.of("/docs.zip", "/new.md", "/old.md", "/repo/README.md", "/repo/docs/contents.txt"),
          changed(start));
    } finally {
      workspace.close();
    }
    assertEquals(readme, Files.readString(CHECKOUT.resolve("README.md")));
    assertFalse(Files.exists(CHECKOUT.resolve("docs/contents.txt")));
  }

  private void look(Session session) {
    String poms =
        run(session, "find", "/repo/engine", "/repo/cli", "-maxdepth", "1", "-name", "pom.xml");
    assertEquals("/repo/engine/pom.xml\n/repo/cli/pom.xml\n", poms);
    String found = run(session, "search", "-l", "interface Engine ", "/repo/engine/src/main");
    assertEquals("/repo/engine/src/main/java/dev/cloche/Engine.java\n", found);
    assertTrue(
        run(session, "search", "-n", "-C", "1", "Apache License", "/repo/README.md")
            .contains("Apache License"));
    assertEquals("# Cloche\n", run(session, "head", "-n", "1", "/repo/README.md"));
    assertTrue(run(session, "tail", "-n", "1", "/repo/README.md").startsWith("Apache License"));
    assertTrue(
        Integer.parseInt(run(session, "wc", "-l", "/repo/pom.xml").strip().split(" ", 2)[0]) > 100);
    assertTrue(run(session, "hash", "/repo/LICENSE").matches("(?s)[0-9a-f]{64}  /repo/LICENSE\n"));
  }

  private void edit(Session session) {
    String contents = run(session, "find", "/repo/docs", "-name", "*.md", "-type", "f");
    assertEquals(
        contents,
        run(
            session,
            "js",
            "-e",
            "std.writeFile('/repo/docs/contents.txt', args[0]); std.write(args[0])",
            contents));
    run(
        session,
        "python",
        "-c",
        "import pathlib, sys; p = pathlib.Path('/repo/README.md'); t = p.read_text();"
            + " pathlib.Path('/old.md').write_text(t); pathlib.Path('/new.md').write_text(t.replace('# Cloche', '# Cloche!', 1))");
    Outcome.Completed difference = call(session, "diff", Call.of("-u", "/old.md", "/new.md"));
    assertEquals(1, difference.exitStatus());
    assertTrue(difference.stdout().text().contains("+# Cloche!"));
    String patched = piped(session, difference.stdout().text(), "patch", "/repo/README.md");
    assertTrue(patched.contains("README.md"), patched);
    assertEquals("# Cloche!\n", run(session, "head", "-n", "1", "/repo/README.md"));
  }

  private void convertAndQuery(Session session) {
    String csv = "/repo/tool-modules/examples/rainfall.csv";
    String json = run(session, "convert", "-t", "json", "-c", csv);
    String rows = piped(session, json, "jq", "length").strip();
    assertEquals(
        rows,
        run(session, "sql", "-csv", "-noheader", "select count(*) from \"" + csv + "\"").strip());
    String names = run(session, "cut", "-d", ",", "-f", "1", csv);
    String counted = piped(session, piped(session, names, "sort"), "uniq", "-c");
    assertTrue(counted.lines().count() > 1, counted);
    String lines =
        run(
            session,
            "lua",
            "-e",
            "local n = 0 for _ in io.lines('" + csv + "') do n = n + 1 end print(n - 1)");
    assertEquals(rows, lines.strip());
  }

  private void pack(Session session) {
    run(session, "zip", "-q", "-r", "/docs.zip", "/repo/docs");
    assertTrue(run(session, "unzip", "-l", "/docs.zip").contains("contents.txt"));
  }

  private List<String> changed(Snapshot start) {
    WorkspaceDiff diff = workspace.diff(start);
    assertEquals(List.of(), diff.removed());
    return Stream.of(diff.added(), diff.changed())
        .flatMap(List::stream)
        .map(WorkspaceDiff.Entry::path)
        .sorted()
        .toList();
  }
}
