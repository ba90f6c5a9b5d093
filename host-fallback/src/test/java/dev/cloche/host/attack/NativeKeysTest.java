package dev.cloche.host.attack;

import static dev.cloche.host.attack.Sessions.bash;
import static dev.cloche.host.attack.Sessions.completed;
import static dev.cloche.host.attack.Sessions.denied;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.CommandUsage;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.credential.Credential;
import dev.cloche.policy.PolicyKeys;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Parsed is enforced, by the sandbox too: for every key of a policy about native commands, one that
 * it stops and one that it does not. A new key fails here until it has both.
 */
@Tag("one-jdk")
@Timeout(300)
class NativeKeysTest {

  @RegisterExtension private static final Sessions SESSIONS = new Sessions();

  private static final String SECRET = "canary-0123456789";

  private interface Scenario {
    void run();
  }

  private static Map<String, Scenario> scenarios() {
    Map<String, Scenario> all = new TreeMap<>();
    all.put("native.commands", NativeKeysTest::commands);
    all.put(
        "native.memory",
        () -> exceeded("memory: 64Mi", LimitKind.MEMORY, "x=aaaaaaaa; while :; do x=$x$x; done"));
    all.put(
        "native.processes",
        () ->
            // Not bash itself, which waits and tries again where it gets no process.
            exceeded(
                "processes: 24", LimitKind.PROCESSES, "exec sh -c 'while :; do sleep 50 & done'"));
    all.put("native.cpu", NativeKeysTest::cpu);
    all.put("native.degraded", NativeKeysTest::degraded);
    all.put("native.leases[].credential", () -> leased("printenv A", "environment: A"));
    all.put("native.leases[].commands", NativeKeysTest::leasedToAnother);
    all.put("native.leases[].environment", () -> leased("printenv B", "environment: B"));
    all.put("native.leases[].file", () -> leased("cat /run/cloche/secrets/f", "file: f"));
    return all;
  }

  @Test
  void everyKeyOfCommands_hasAScenario() {
    assertEquals(
        PolicyKeys.all().stream()
            .filter(key -> key.startsWith("native."))
            .collect(Collectors.toCollection(TreeSet::new)),
        scenarios().keySet());
  }

  @TestFactory
  Stream<DynamicTest> everyKeyOfCommands_isEnforced() {
    return scenarios().entrySet().stream()
        .map(entry -> DynamicTest.dynamicTest(entry.getKey(), entry.getValue()::run));
  }

  private static Session session(String more) {
    return SESSIONS.session(
        "limits: { wall: 40s }\nnative: { commands: [bash], %s }".formatted(more));
  }

  private static void commands() {
    try (Session session = SESSIONS.session("native: { commands: [bash] }")) {
      denied("native.commands", session.call(Tool.command("env"), Call.of()));
      assertEquals("on\n", completed(bash(session, "echo on")).stdout().text());
    }
  }

  private static void exceeded(String limit, LimitKind which, String bomb) {
    try (Session session = session(limit)) {
      Outcome outcome = bash(session, bomb);
      assertEquals(
          which, assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
      assertEquals("on\n", completed(bash(session, "echo on")).stdout().text());
    }
  }

  /** A group may be ahead by one period of 100 ms, and its own set-up counts. */
  private static void cpu() {
    String loop = "end=$((SECONDS + 1)); while ((SECONDS < end)); do :; done";
    try (Session half = session("cpu: 50%")) {
      Outcome.Completed done = completed(bash(half, loop));
      long most = done.usage().wall().toMillis() / 2 + 200L * Arena.SLOWNESS;
      assertTrue(usage(done).cpu().toMillis() <= most, done.usage().toString());
      assertTrue(usage(done).cpu().toMillis() > 0, done.usage().toString());
    }
  }

  /** This machine enforces all together; UnprivilegedTest is on one that does not. */
  private static void degraded() {
    try (Session session = session("degraded: false")) {
      assertFalse(usage(completed(bash(session, "true"))).degraded());
    }
  }

  private static CommandUsage usage(Outcome outcome) {
    return outcome.usage().command().orElseThrow();
  }

  private static String holding(String command, String lease) {
    return """
        native: { commands: [bash, env], leases: [ { credential: k, commands: [%s], %s } ] }
        credentials: { k: { issuer: true } }
        """
        .formatted(command, lease);
  }

  private static Session lending(String policy) {
    return SESSIONS
        .engine()
        .openSession(
            SessionOptions.builder(Sessions.policy(policy))
                .credentialIssuer(request -> Credential.of(SECRET))
                .build());
  }

  /** The output is scrubbed, so the command looks itself whether it is what was issued. */
  private static void leased(String shows, String lease) {
    String look = "[ \"$(%s)\" = canary-\"0123456789\" ] && echo held".formatted(shows);
    try (Session session = lending(holding("bash", lease))) {
      assertEquals("held\n", completed(bash(session, look)).stdout().text());
    }
  }

  private static void leasedToAnother() {
    try (Session session = lending(holding("env", "environment: A"))) {
      String none = "[ -z \"$A\" ] && echo none";
      assertEquals("none\n", completed(bash(session, none)).stdout().text());
      Outcome holder = session.call(Tool.command("env"), Call.of());
      assertTrue(completed(holder).stdout().text().contains("A=[redacted]"));
    }
  }
}
