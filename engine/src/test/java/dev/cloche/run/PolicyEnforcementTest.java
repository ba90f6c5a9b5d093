package dev.cloche.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.PolicyClause;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.credential.Credential;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicyKeys;
import dev.cloche.signature.ModuleSigner;
import dev.cloche.signature.SigningKey;
import dev.cloche.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parsed is enforced: for every key that a policy may have, a call that it stops and one that it
 * does not. A new key fails here until it has both.
 */
@Timeout(300)
class PolicyEnforcementTest {

  private static final int CREATE = 1;
  private static final String NATIVE = " (carried by plan and digest; no native backend here)";

  private static final Tool SPIN =
      Tool.of("spin", Wat.wasm("(module (func (export \"_start\") (loop (br 0))))"));
  private static final Tool GROW =
      Tool.of(
          "grow",
          Wat.wasm(
              """
              (module (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                (memory 1) (func (export "_start")
                  (call $exit (i32.eq (memory.grow (i32.const 3)) (i32.const -1)))))
              """));

  private final Map<String, Scenario> scenarios = new LinkedHashMap<>();
  private final LoopbackServer server;
  private final Engine engine = Engine.create();
  @TempDir private Path host;

  private interface Scenario {
    void run() throws Exception;
  }

  PolicyEnforcementTest() throws IOException {
    server = new LoopbackServer();
    limits();
    workspace();
    rules();
    budgets();
    environment();
    credentials();
    nativeCommands();
    leases();
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    server.close();
  }

  @Test
  void everyKey_hasAScenario_andEveryScenarioAKey() {
    assertEquals(new TreeSet<>(PolicyKeys.all()), new TreeSet<>(scenarios.keySet()));
  }

  @TestFactory
  Stream<DynamicTest> everyKey_isEnforced() {
    return scenarios.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey() + (entry.getKey().matches("native[.][a-z]+") ? NATIVE : ""),
                    entry.getValue()::run));
  }

  private Outcome call(Policy policy, Tool tool) {
    SessionOptions options =
        SessionOptions.builder(policy)
            .credentialIssuer(request -> Credential.of("issued-secret"))
            .build();
    try (Session session = engine.openSession(options)) {
      return session.call(tool, Call.of());
    }
  }

  private static Policy policy(String text, Object... arguments) {
    return Sessions.policy(text, arguments);
  }

  private static void assertExceeded(LimitKind which, Outcome outcome) {
    assertEquals(
        which, assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
  }

  private static void assertStatus(int status, Outcome outcome) {
    assertEquals(
        status, assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus());
  }

  private void limits() {
    scenarios.put(
        "version",
        () -> {
          assertThrows(
              PolicyException.class, () -> Policy.parse("version: 2\n", Path.of("/")).toYaml());
          assertEquals(Policy.strict(), Policy.parse("version: 1\n", Path.of("/")));
        });
    scenarios.put(
        "extends",
        () -> {
          try (Session session = engine.openSession(SessionOptions.of(policy("extends: normal")))) {
            assertEquals(Policy.normal().limits(), session.limits());
            assertNotEquals(Policy.strict().limits(), session.limits());
          }
        });
    scenarios.put(
        "limits.fuel",
        () -> {
          assertExceeded(LimitKind.FUEL, call(policy("limits: { fuel: 1k }"), SPIN));
          assertStatus(0, call(policy("limits: { fuel: 1M }"), GROW));
        });
    scenarios.put(
        "limits.wall",
        () ->
            assertExceeded(
                LimitKind.WALL, call(policy("limits: { fuel: 1000G, wall: 50ms }"), SPIN)));
    scenarios.put(
        "limits.memory",
        () -> {
          assertStatus(1, call(policy("limits: { memory: 128Ki }"), GROW));
          assertStatus(0, call(policy("limits: { memory: 256Ki }"), GROW));
        });
    scenarios.put(
        "limits.output",
        () -> {
          Tool prints = Fetching.once("http://192.0.2.1/");
          assertExceeded(LimitKind.OUTPUT, call(policy("limits: { output: 1Ki }"), prints));
          Sessions.denied("network.default", call(policy("limits: { output: 64Ki }"), prints));
        });
    scenarios.put(
        "tools.allow",
        () -> {
          Sessions.denied("tools.allow", call(policy("tools: { allow: [spin] }"), GROW));
          assertStatus(0, call(policy("tools: { allow: [grow] }"), GROW));
        });
    scenarios.put(
        "tools.pins.*",
        () -> {
          String other = "tools: { pins: { grow: sha256:" + "1".repeat(64) + " } }";
          Sessions.denied("tools.pins", call(policy(other), GROW));
          Sessions.denied("tools.pins", call(policy("tools: { pins: { grow: none } }"), GROW));
          String own = "tools: { pins: { grow: \"sha256:" + GROW.digest() + "\" } }";
          assertStatus(0, call(policy(own), GROW));
        });
    scenarios.put(
        "tools.signers",
        () -> {
          SigningKey key = SigningKey.generate();
          Policy signed = policy("tools: { signers: [\"" + key.signer() + "\"] }");
          Sessions.denied("tools.signers", call(signed, GROW));
          byte[] module = ModuleSigner.with(key).sign(GROW.bytes());
          assertStatus(0, call(signed, Tool.of("grow", module)));
        });
  }

  private void workspace() {
    scenarios.put("workspace.bytes", () -> assertQuota("bytes: 1Ki", "bytes: 64Ki"));
    scenarios.put("workspace.files", () -> assertQuota("files: 1", "files: 10"));
    scenarios.put("workspace.depth", () -> assertQuota("depth: 1", "depth: 3"));
    for (String key : new String[] {"host", "at"}) {
      scenarios.put(
          "workspace.mounts[]." + key,
          () -> {
            Files.writeString(host.resolve("file"), "x");
            assertStatus(44, call(mounted("read", ""), Fetching.file("other/file", 0)));
            assertStatus(0, call(mounted("read", ""), readOnly("m/file")));
          });
    }
    scenarios.put(
        "workspace.mounts[].mode",
        () -> {
          assertStatus(69, call(mounted("read", ""), Fetching.file("m/new", CREATE)));
          assertStatus(0, call(mounted("overlay", ""), Fetching.file("m/new", CREATE)));
        });
    scenarios.put(
        "workspace.protected",
        () -> {
          Tool create = Fetching.file("m/mine.lock", CREATE);
          assertStatus(0, call(mounted("overlay", ""), create));
          assertProtected(call(mounted("overlay", ", protected: [mine.lock]"), create));
        });
    scenarios.put(
        "workspace.unprotected",
        () -> {
          Tool create = Fetching.file("m/.gitconfig", CREATE);
          assertProtected(call(mounted("overlay", ""), create));
          assertStatus(0, call(mounted("overlay", ", unprotected: [.gitconfig]"), create));
        });
  }

  private static Tool readOnly(String path) {
    return Fetching.file(path, 0, 2);
  }

  private static void assertProtected(Outcome outcome) {
    int errno = assertInstanceOf(Outcome.Completed.class, outcome).exitStatus();
    assertTrue(errno == 2 || errno == 63 || errno == 69, "errno " + errno);
  }

  private Policy mounted(String mode, String more) {
    return policy(
        "workspace: { mounts: [ { host: \"%s\", at: /m, mode: %s } ]%s }", host, mode, more);
  }

  private void assertQuota(String little, String enough) {
    try (Session session =
            engine.openSession(SessionOptions.of(policy("workspace: { " + little + " }")));
        Session other =
            engine.openSession(SessionOptions.of(policy("workspace: { " + enough + " }")))) {
      byte[] file = new byte[2_000];
      assertThrows(WorkspaceException.class, () -> session.workspace().writeFile("/a/b", file));
      other.workspace().writeFile("/a/b", file);
    }
  }

  private Policy network(String rule, String more) {
    return policy(
        "network: { allow: [ { url: \"%s\", private: true%s } ]%s }", server.url("/"), rule, more);
  }

  private Tool get(String path) {
    return Fetching.once(server.url(path));
  }

  private void rules() {
    scenarios.put(
        "network.allow[].url",
        () -> {
          Policy policy =
              policy("network: { allow: [ { url: \"%s\", private: true } ] }", server.url("/a"));
          Sessions.denied("network.default", call(policy, get("/ab")));
          Sessions.completed(call(policy, get("/a/b")));
        });
    scenarios.put(
        "network.allow[].methods",
        () -> {
          Tool put = Fetching.times(1, "PUT", server.url("/"), "");
          assertInstanceOf(Outcome.Denied.class, call(network("", ""), put));
          Sessions.completed(call(network(", methods: [PUT]", ""), put));
        });
    scenarios.put(
        "network.allow[].private",
        () -> {
          Policy without = policy("network: { allow: [ { url: \"%s\" } ] }", server.url("/"));
          assertInstanceOf(Outcome.Denied.class, call(without, get("/")));
          Sessions.completed(call(network("", ""), get("/")));
        });
    scenarios.put(
        "network.deny[].url",
        () -> {
          Policy policy = network("", ", deny: [ { url: \"%s\" } ]".formatted(server.url("/no")));
          Sessions.denied("network.deny[0]", call(policy, get("/no/x")));
          Sessions.completed(call(policy, get("/now")));
        });
    scenarios.put(
        "network.deny[].methods",
        () -> {
          Policy policy =
              network(
                  ", methods: [GET, PUT]",
                  ", deny: [ { url: \"%s\", methods: [PUT] } ]".formatted(server.url("/")));
          Sessions.denied(
              "network.deny[0]", call(policy, Fetching.times(1, "PUT", server.url("/"), "")));
          Sessions.completed(call(policy, get("/")));
        });
  }

  private void budgets() {
    budget("network.requests", "requests: 1", LimitKind.REQUESTS, "/redirect");
    budget("network.received", "received: 1Ki", LimitKind.RECEIVED, "/big");
    budget("network.response", "response: 1Ki", LimitKind.RESPONSE, "/big");
    budget("network.expansion", "expansion: 2", LimitKind.EXPANSION, "/gzip");
    budget("network.header", "header: 1Ki", LimitKind.HEADER, "/header");
    scenarios.put(
        "network.sent",
        () -> {
          Tool much = Fetching.times(1, "GET", server.url("/"), "x: " + "y".repeat(2_000) + "\n");
          assertExceeded(LimitKind.SENT, call(network("", ", sent: 1Ki"), much));
          Sessions.completed(call(network("", ""), much));
        });
    scenarios.put(
        "network.redirects",
        () -> {
          assertStatus(7, call(network("", ", redirects: 0"), get("/redirect")));
          Sessions.completed(call(network("", ", redirects: 1"), get("/redirect")));
        });
    scenarios.put(
        "network.connect",
        () -> {
          // The server never answers a handshake.
          String tls = server.url("/").replace("http:", "https:");
          Policy policy =
              policy("network: { connect: 200ms, allow: [ { url: \"%s\", private: true } ] }", tls);
          Outcome outcome = call(policy, Fetching.once(tls));
          assertNotEquals(0, assertInstanceOf(Outcome.Completed.class, outcome).exitStatus());
          Sessions.completed(call(network("", ", connect: 5s"), get("/")));
        });
  }

  private void budget(String key, String little, LimitKind which, String path) {
    scenarios.put(
        key,
        () -> {
          assertExceeded(which, call(network("", ", " + little), get(path)));
          Sessions.completed(call(network("", ", expansion: 1k"), get(path)));
        });
  }

  private void environment() {
    for (String key : new String[] {"environment.*", "environment.*.env"}) {
      scenarios.put(
          key,
          () -> {
            Policy policy = policy("environment: { SET: plain, READ: { env: HOST } }");
            String seen = text(call(policy, get("/")));
            assertTrue(seen.contains("SET=plain") && seen.contains("READ=of the host"));
            String none = text(call(Policy.strict(), get("/")));
            assertTrue(!none.contains("SET=") && !none.contains("PATH="));
          });
    }
  }

  private static String text(Outcome outcome) {
    return new String(outcome.stdout().bytes(), ISO_8859_1);
  }

  private void credentials() {
    for (String key : new String[] {"*.issuer", "*.header", "*.value"}) {
      scenarios.put(
          "credentials." + key,
          () ->
              assertSent("issuer: true, header: X-Key, value: \"K {}\"", "X-Key: K issued-secret"));
    }
    scenarios.put(
        "credentials.*.query",
        () -> assertSent("issuer: true, query: key", "GET /?key=issued-secret "));
    scenarios.put(
        "network.allow[].credential",
        () -> {
          assertSent("issuer: true, header: X-Key", "X-Key: issued-secret");
          int before = server.heads.size();
          Sessions.completed(call(network("", ""), get("/")));
          assertTrue(!server.heads.get(before).contains("X-Key"));
        });
    scenarios.put(
        "credentials.*.file",
        () -> {
          Path secret = Files.writeString(host.resolve("secret"), "filed-secret\n");
          var unused =
              Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
          assertSent("file: \"" + secret + "\", header: X-Key", "X-Key: filed-secret");
        });
    scenarios.put(
        "credentials.*.env",
        () -> {
          String path = System.getenv("PATH");
          assertSent("env: PATH, header: X-Key", "X-Key: " + path);
          Sessions.denied(
              "credentials.key", call(lent("env: CLOCHE_NOT_SET, header: X-Key"), get("/")));
        });
    scenarios.put(
        "credentials.*.uses",
        () -> {
          Tool twice = Fetching.times(2, "GET", server.url("/"), "");
          Sessions.denied(
              "credentials.key", call(lent("issuer: true, header: X-Key, uses: 1"), twice));
          Sessions.completed(call(lent("issuer: true, header: X-Key, uses: 2"), twice));
        });
    scenarios.put(
        "credentials.*.ttl",
        () -> {
          // As many requests as fit into a second and more; a lease of an hour serves them all.
          String many = "extends: generous\nlimits: { fuel: 100G, wall: 5m }\n";
          Tool tool = Fetching.times(100_000, "GET", server.url("/"), "");
          String rest = "issuer: true, header: X-Key, uses: 1M, ttl: ";
          Sessions.denied("credentials.key", call(lent(many, rest + "1s"), tool));
          Sessions.completed(call(lent(many, rest + "1h"), get("/")));
        });
  }

  private Policy lent(String credential) {
    return lent("", credential);
  }

  private Policy lent(String more, String credential) {
    return policy(
        more
            + "network: { requests: 1M, sent: 1Gi, received: 1Gi, allow: [ { url: \"%s\", private:"
            + " true, credential: key } ] }\n"
            + "credentials: { key: { %s } }",
        server.url("/"),
        credential);
  }

  private void assertSent(String credential, String line) {
    int before = server.heads.size();
    Sessions.completed(call(lent(credential), get("/")));
    assertTrue(server.heads.get(before).contains(line), server.heads.get(before));
  }

  private void leases() {
    String lent =
        "native: { commands: [echo], leases: [ { credential: %s, commands: [%s], %s } ] }\n"
            + "credentials: { key: { issuer: true, header: X } }";
    scenarios.put(
        "native.leases[].credential",
        () -> {
          assertThrows(
              PolicyException.class,
              () -> policy(lent, "other", "echo", "environment: T").toYaml());
          assertLent(policy(lent, "key", "echo", "environment: T"), true);
        });
    scenarios.put(
        "native.leases[].commands",
        () -> {
          String two = lent.replace("[echo]", "[echo, touch]");
          assertLent(policy(two, "key", "touch", "environment: T"), false);
          assertLent(policy(two, "key", "echo", "environment: T"), true);
        });
    scenarios.put(
        "native.leases[].environment",
        () -> {
          assertLent(policy("native: { commands: [echo] }"), false);
          assertLent(policy(lent, "key", "echo", "environment: T"), true);
        });
    scenarios.put(
        "native.leases[].file",
        () -> {
          assertLent(policy("native: { commands: [echo] }"), false);
          assertLent(policy(lent, "key", "echo", "file: t"), true);
        });
  }

  /** Asks a backend that tells whether it was given the secret to hand on. */
  private static void assertLent(Policy policy, boolean lent) {
    FakeBackend backend = new FakeBackend(EnumSet.allOf(PolicyClause.class));
    SessionOptions options =
        SessionOptions.builder(policy)
            .credentialIssuer(request -> Credential.of("issued-secret"))
            .build();
    try (Engine with = Engine.builder().backend(backend).build();
        Session session = with.openSession(options)) {
      assertStatus(0, session.call(Tool.command("echo"), Call.of()));
      List<String> given =
          Stream.concat(
                  backend.secrets.get(0).environment().values().stream(),
                  backend.secrets.get(0).files().values().stream())
              .toList();
      assertEquals(lent ? List.of("issued-secret") : List.of(), given);
    }
  }

  /** What a backend will be given is in plan and digest, and no call of a module gets any of it. */
  private void nativeCommands() {
    Map<String, String> values =
        Map.of(
            "commands", "[git]",
            "memory", "1Gi",
            "processes", "7",
            "cpu", "50%",
            "degraded", "true");
    values.forEach(
        (key, value) ->
            scenarios.put(
                "native." + key,
                () -> {
                  Policy policy = policy("native: { %s: %s }", key, value);
                  assertNotEquals(Policy.strict().digest(), policy.digest());
                  try (Session session = engine.openSession(SessionOptions.of(policy));
                      Session plain = engine.openSession(SessionOptions.of(Policy.strict()))) {
                    assertNotEquals(
                        plain.plan(GROW, Call.of()).digest(),
                        session.plan(GROW, Call.of()).digest());
                  }
                  assertStatus(0, call(policy, GROW));
                  assertTrue(policy.and(Policy.strict()).nativeCommands().commands().isEmpty());
                }));
  }
}
