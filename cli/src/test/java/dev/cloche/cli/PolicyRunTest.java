package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scripts that fetch from a server on loopback, under a policy, with a log. */
@Timeout(120)
class PolicyRunTest {

  private static final EngineFactory ENGINES = EngineFactory.standard();

  /*
   * directory/
   *   policy.yaml   what most tests run under
   *   token         a secret
   *   data/         a directory to mount, with a.txt
   *   audit.jsonl   the log, made by the run
   */
  @TempDir Path directory;
  private LocalServer server;

  @BeforeEach
  void start() throws IOException {
    server = new LocalServer();
    Path token = Files.writeString(directory.resolve("token"), "s3cr3t-of-the-test");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    Files.createDirectory(directory.resolve("data"));
    Files.writeString(directory.resolve("data/a.txt"), "seen");
    policy("allow: [ { url: \"" + server.url() + "\", private: true } ]");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void fetch_allowed_completes() throws IOException {
    JsonNode json = fetch(0, "console.log(await (await fetch(url + 'ok')).text())");

    assertEquals("completed", json.path("outcome").asText());
    assertEquals("hello\n", json.path("stdout").asText());
    assertEquals(1, json.path("usage").path("requests").asLong());
    assertTrue(json.path("usage").path("sentBytes").asLong() > 0);
    assertTrue(json.path("usage").path("receivedBytes").asLong() >= 5);
    assertEquals(List.of("GET /ok null"), server.requests());
  }

  @Test
  void fetch_deniedHost_isDenied() throws IOException {
    assertDenied(fetch(121, "await fetch('http://127.0.0.2/ok')"), "network.default");
  }

  @Test
  void fetch_deniedMethod_isDenied() throws IOException {
    assertDenied(fetch(121, "await fetch(url + 'ok', {method: 'DELETE'})"), "network.default");
    assertEquals(List.of(), server.requests());
  }

  @Test
  void fetch_redirectToMetadata_isDenied() throws IOException {
    assertDenied(fetch(121, "await fetch(url + 'metadata')"), "network.default");
    assertEquals(List.of("GET /metadata null"), server.requests());
  }

  @Test
  void fetch_redirectToMetadataThatARuleNames_isDeniedByItsAddress() throws IOException {
    policy(
        "allow: [ { url: \"%s\", private: true }, { url: \"http://169.254.169.254/\", private: true } ]"
            .formatted(server.url()));

    assertDenied(fetch(121, "await fetch(url + 'metadata')"), "network.address");
  }

  @Test
  void fetch_compressedBomb_exceedsALimit() throws IOException {
    JsonNode json = fetch(122, "await (await fetch(url + 'bomb')).text()");

    assertEquals("limit-exceeded", json.path("outcome").asText());
    assertEquals("expansion", json.path("limit").path("which").asText());
  }

  @Test
  void fetch_expiredLease_isDenied() throws IOException {
    Files.writeString(
        directory.resolve("policy.yaml"),
        """
        version: 1
        network:
          allow:
            - { url: "%1$sok", private: true, credential: k }
            - { url: "%1$sslow", private: true }
        credentials: { k: { file: token, header: Authorization, value: "Bearer {}", ttl: 1s } }
        """
            .formatted(server.url()));

    JsonNode json =
        fetch(
            121,
            "console.log((await fetch(url + 'ok')).status); await fetch(url + 'slow');"
                + " await fetch(url + 'ok')");

    assertDenied(json, "credentials.k");
    assertEquals("200\n", json.path("stdout").asText());
    assertEquals(List.of("GET /ok Bearer s3cr3t-of-the-test", "GET /slow null"), server.requests());
    assertFalse(Files.readString(directory.resolve("audit.jsonl")).contains("s3cr3t"));
  }

  @Test
  void policyWithMistakes_isRefusedWithALineForEach() throws IOException {
    policy("allow: [ { url: \"ftp://x/\" } ]\nlimits: { feul: 1 }");

    Invocation run = run("js", "-e", "1");

    assertEquals(120, run.status());
    assertEquals(2, run.err().lines().count(), run.err());
    assertTrue(run.err().lines().allMatch(line -> line.startsWith("cloche: ")), run.err());
  }

  @Test
  void f21_policyInsideAMount_isRefused() {
    Invocation own = run("--mount", directory + ":/in", "js", "-e", "1");
    Invocation outside = run("--mount", directory.resolve("data") + ":/in", "js", "-e", "1");

    assertEquals(120, own.status());
    assertEquals(0, outside.status(), outside.err());
  }

  @Test
  void auditAndKeyInsideAMount_areRefused() throws IOException {
    Path data = directory.resolve("data");
    Files.write(data.resolve("key"), new byte[32]);
    String mount = data + ":/in";
    String log = directory.resolve("audit.jsonl").toString();

    assertEquals(120, run("--mount", mount, "--audit", data + "/log", "js", "-e", "1").status());
    assertEquals(
        120,
        run("--mount", mount, "--audit", log, "--audit-key", data + "/key", "js", "-e", "1")
            .status());
    assertFalse(Files.exists(data.resolve("log")));
    assertEquals(0, run("--mount", mount, "--audit", log, "js", "-e", "1").status());
  }

  @Test
  void mountsOfBoth_areSeenAndMayNotOverlap() throws IOException {
    Files.writeString(
        directory.resolve("policy.yaml"),
        "version: 1\nworkspace: { mounts: [ { host: ./data, at: /data } ] }\n");
    Path more = Files.createDirectory(directory.resolve("more"));
    String print = "console.log(std.readFile('/data/a.txt', 'utf8'))";

    assertEquals("seen\n", run("--mount", more + ":/more", "js", "-e", print).out());
    assertEquals(120, run("--mount", more + ":/data/x", "js", "-e", print).status());
  }

  @Test
  void limitsOfBoth_theLowerHold() throws IOException {
    Files.writeString(
        directory.resolve("policy.yaml"), "version: 1\nlimits: { fuel: 1M, output: 1Ki }\n");
    FakeEngine engine = FakeEngine.answering(Outcomes.completed(0));
    Path tool = Files.write(directory.resolve("t.wasm"), new byte[8]);

    Invocation run =
        Invocation.of(
            engine,
            "run",
            "--policy",
            directory.resolve("policy.yaml").toString(),
            "--fuel=2M",
            "--output=1",
            tool.toString());

    assertEquals(0, run.status(), run.err());
    assertEquals(1_000_000, engine.policy().limits().fuel());
    assertEquals(1, engine.policy().limits().outputBytes());
  }

  @Test
  void allow_isARuleOfReadingMethods() throws IOException {
    FakeEngine engine = FakeEngine.answering(Outcomes.completed(0));
    Path tool = Files.write(directory.resolve("t.wasm"), new byte[8]);

    Invocation run =
        Invocation.of(
            engine, "run", "--allow", "https://example.com/a/", "--json", tool.toString());

    var rule = engine.policy().network().rules().layers().get(0).allow().get(0);
    assertEquals("[GET, HEAD]", rule.methods().toString());
    assertFalse(rule.privateAddress());
    assertEquals(3, new ObjectMapper().readTree(run.out()).path("usage").path("requests").asInt());
  }

  @Test
  void auditThatCannotBeWritten_isAHostFault() throws IOException {
    Path log = Files.createDirectory(directory.resolve("log"));

    Invocation run = run("--audit", log.toString(), "js", "-e", "console.log(1)");

    assertEquals(125, run.status());
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void auditWithAKey_isVerifiedWithThatKeyAlone() throws IOException {
    Path key = Files.write(directory.resolve("key"), new byte[32]);
    Path other = Files.writeString(directory.resolve("other"), "x".repeat(32));
    for (Path each : List.of(key, other)) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rw-------"));
    }
    String log = directory.resolve("audit.jsonl").toString();

    Invocation run = run("--audit", log, "--audit-key", key.toString(), "js", "-e", "1");

    assertEquals(0, run.status(), run.err());
    assertEquals(0, verified(log, "--key", key.toString()));
    assertEquals(1, verified(log, "--key", other.toString()));
    assertEquals(1, verified(log));
  }

  private static int verified(String... arguments) {
    List<String> all = new ArrayList<>(List.of("audit", "verify"));
    all.addAll(List.of(arguments));
    return Invocation.of(FakeEngine.untouched(), all.toArray(String[]::new)).status();
  }

  @Test
  void commit_ofThePolicysOverlay_isWrittenAndRecorded() throws IOException {
    Files.writeString(
        directory.resolve("policy.yaml"),
        "version: 1\nworkspace: { mounts: [ { host: ./data, at: /data, mode: overlay } ] }\n");
    String log = directory.resolve("audit.jsonl").toString();
    String write = "std.writeFile('/data/new', 'made')";

    assertEquals(0, run("js", "-e", write).status());
    assertFalse(Files.exists(directory.resolve("data/new")), "without --commit");
    Invocation run = run("--commit", "--audit", log, "js", "-e", write);

    assertEquals(0, run.status(), run.err());
    assertEquals("made", Files.readString(directory.resolve("data/new")));
    assertEquals(0, verified(log));
    String shown = Invocation.of(FakeEngine.untouched(), "audit", "show", log).out();
    assertTrue(
        shown.lines().anyMatch(l -> l.contains("commit-begun") && l.contains("/data")), shown);
    assertTrue(
        shown.lines().anyMatch(l -> l.contains("commit-ended") && l.contains("+1 ~0 -0")), shown);
  }

  private void policy(String network) throws IOException {
    Files.writeString(
        directory.resolve("policy.yaml"), "version: 1\nnetwork:\n  " + network + "\n");
  }

  private JsonNode fetch(int status, String script) throws IOException {
    String log = directory.resolve("audit.jsonl").toString();
    String text = "const url = '" + server.url() + "'; " + script;
    Invocation run = run("--json", "--audit", log, "js", "-e", text);
    assertEquals(status, run.status(), run.out() + run.err());
    Invocation verified = Invocation.of(FakeEngine.untouched(), "audit", "verify", log);
    assertEquals(0, verified.status(), verified.out());
    return new ObjectMapper().readTree(run.out());
  }

  private Invocation run(String... arguments) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("run", "--policy", directory.resolve("policy.yaml").toString()));
    all.addAll(List.of(arguments));
    return Invocation.of(ENGINES, Catalogue.bundled(), "", all.toArray(String[]::new));
  }

  private static void assertDenied(JsonNode json, String rule) {
    assertEquals("denied", json.path("outcome").asText(), json.toString());
    assertEquals(rule, json.path("denied").path("rule").asText(), json.toString());
    assertFalse(json.path("denied").path("what").asText().isEmpty());
  }
}
