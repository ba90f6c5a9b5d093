package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Policy;
import dev.cloche.policy.Explanation;
import dev.cloche.policy.Profile;
import dev.cloche.workspace.Access;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policy that a trace prints is one, is tight, and suffices. */
@Timeout(120)
class TraceCommandTest {

  private static final EngineFactory ENGINES = EngineFactory.standard();

  /*
   * directory/
   *   bounds.yaml   what traces may reach
   *   traced.yaml   what a trace printed
   *   data/a.txt    mounted at /data as overlay
   */
  @TempDir Path directory;
  private LocalServer server;

  @BeforeEach
  void start() throws IOException {
    server = new LocalServer();
    Files.createDirectory(directory.resolve("data"));
    Files.writeString(directory.resolve("data/a.txt"), "seen");
    Files.writeString(
        directory.resolve("bounds.yaml"),
        """
        version: 1
        workspace: { mounts: [ { host: ./data, at: /data, mode: overlay } ] }
        network:
          allow: [ { url: "%1$s", private: true, methods: [GET, POST, DELETE] } ]
          deny: [ { url: "%1$sapi/secret" } ]
        """
            .formatted(server.url()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void trace_numbers_areNotQuoted() throws IOException {
    Policy ignored = traced(0, "await fetch(url + 'api/v1/x')");

    String printed = Files.readString(directory.resolve("traced.yaml"));
    assertTrue(printed.contains("requests: 1\n"), printed);
    assertTrue(printed.lines().noneMatch(line -> line.matches(".*: \"[0-9]+\".*")), printed);
  }

  @Test
  void trace_fetches_givesOneRuleWithTheCommonPrefixAndMethods() {
    String script =
        "await fetch(url + 'api/v1/x'); await fetch(url + 'api/v1/y?q=1', {method: 'POST'})";

    Policy traced = traced(0, script);

    assertEquals(1, traced.network().rules().layers().get(0).allow().size());
    assertAllowed(true, traced, "GET", "api/v1/z");
    assertAllowed(true, traced, "POST", "api/v1/y");
    assertAllowed(false, traced, "DELETE", "api/v1/y");
    assertAllowed(false, traced, "GET", "api/v2");
    assertEquals(2, traced.network().limits().requests());
    assertEquals(0, again(script).status());
  }

  @Test
  void trace_limits_areFarBelowThoseOfTheRunAndSuffice() {
    String script = "console.log('hello'); for (let i = 0; i < 1000; i++) {}";

    Policy traced = traced(0, script);

    assertTrue(traced.limits().fuel() < Profile.GENEROUS.limits().fuel() / 1000);
    assertEquals(1 << 10, traced.limits().outputBytes());
    assertTrue(traced.network().rules().layers().stream().allMatch(one -> one.allow().isEmpty()));
    assertEquals("hello\n", again(script).out());
  }

  @Test
  void trace_overlay_isReadWhereNothingWasWritten() {
    String read = "console.log(std.readFile('/data/a.txt', 'utf8'))";
    String write = "std.writeFile('/data/b.txt', 'x')";

    assertEquals(Access.READ, traced(0, read).workspace().mounts().get(0).mode());
    assertEquals("seen\n", again(read).out());
    assertEquals(Access.OVERLAY, traced(0, write).workspace().mounts().get(0).mode());
    assertEquals(0, again(write).status());
    assertFalse(Files.exists(directory.resolve("data/b.txt")));
  }

  @Test
  void trace_deniedRequests_areCommentsAndNotAllowed() throws IOException {
    Policy traced =
        traced(
            0,
            "for (const u of ['http://10.0.0.1/a?token=x', url + 'api/secret'])"
                + " { try { await fetch(u) } catch (e) {} }");

    String text = Files.readString(directory.resolve("traced.yaml"));
    assertTrue(text.contains("\n# asked for and denied: GET http://10.0.0.1/a\n"), text);
    assertFalse(text.contains("token"), text);
    assertAllowed(false, traced, "GET", "api/secret");
    assertEquals(List.of(), server.requests());
  }

  @Test
  void trace_commonPrefixAboveADeniedPath_keepsItDenied() {
    Policy traced = traced(0, "await fetch(url + 'api/a'); await fetch(url + 'api/b')");

    assertAllowed(true, traced, "GET", "api/c");
    assertAllowed(false, traced, "GET", "api/secret");
  }

  @Test
  void trace_variables_areThoseGiven() {
    Invocation run = invoke("trace", "--env", "A=1: x", "js", "-e", "print(std.getenv('A'))");

    assertEquals(0, run.status(), run.err());
    Policy traced = Policy.parse(run.out(), directory);
    assertEquals("1: x", traced.environment().get("A").value());
  }

  @Test
  void trace_failingTool_endsWithItsStatus() {
    Invocation run = invoke("trace", "js", "-e", "console.log('o'); std.exit(3)");

    assertEquals(3, run.status());
    assertEquals("o\n", run.err());
    assertTrue(run.out().startsWith("# "), run.out());
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b,/a/b,/a/b",
    "/a/b,/a/c,/a/",
    "/a/bc,/a/bd,/a/",
    "/a,/a/b,/a",
    "/a,/ab,/",
    "/,/x,/",
    "/a/,/a/b,/a/"
  })
  void common_endsAtABorder(String a, String b, String prefix) {
    assertEquals(prefix, TraceRules.common(a, b));
    assertEquals(prefix, TraceRules.common(b, a));
  }

  private Policy traced(int status, String script) {
    Invocation run =
        invoke(
            "trace",
            "--policy",
            directory.resolve("bounds.yaml").toString(),
            "js",
            "-e",
            in(script));
    assertEquals(status, run.status(), run.err());
    try {
      Files.writeString(directory.resolve("traced.yaml"), run.out());
      return Policy.read(directory.resolve("traced.yaml"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Invocation again(String script) {
    Invocation run =
        invoke(
            "run", "--policy", directory.resolve("traced.yaml").toString(), "js", "-e", in(script));
    assertEquals("", run.err());
    return run;
  }

  private String in(String script) {
    return "const url = '" + server.url() + "'; " + script;
  }

  private static Invocation invoke(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    return Invocation.of(ENGINES, Catalogue.bundled(), "", all.toArray(String[]::new));
  }

  private void assertAllowed(boolean allowed, Policy policy, String method, String path) {
    assertEquals(allowed, Explanation.ofUrl(policy, method, server.url() + path).allowed(), path);
  }
}
