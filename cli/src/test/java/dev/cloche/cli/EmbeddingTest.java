package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.Usage;
import dev.cloche.audit.AuditKey;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.audit.Verification;
import dev.cloche.credential.CredentialRequest;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.script.ScriptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of docs/embedding.md compiles and does what it says. */
class EmbeddingTest {

  private static final Tool HELLO = Tool.of("hello", Guests.HELLO);

  /** Each is compiled by the tests of its module, with the libraries that it is for. */
  private static final List<String> EXAMPLES =
      List.of(
          "src/test/java/dev/cloche/cli/EmbeddingExample.java",
          "../engine/adapters/langchain4j/src/test/java/dev/cloche/adapter/langchain4j/LangChain4jExample.java",
          "../engine/adapters/micrometer/src/test/java/dev/cloche/adapter/micrometer/MetricsExample.java",
          "../engine/adapters/spark/src/test/java/dev/cloche/adapter/spark/SparkExample.java",
          "../engine/adapters/spring-ai/src/test/java/dev/cloche/adapter/springai/SpringAiExample.java");

  @TempDir Path directory;
  private final List<String> seen = new ArrayList<>();
  private boolean yes = true;

  private final EmbeddingExample example =
      new EmbeddingExample() {
        @Override
        void use(String text) {
          seen.add(text);
        }

        @Override
        void report(String message, Usage usage) {
          seen.add(message);
        }

        @Override
        boolean confirm(String text) {
          return yes;
        }

        @Override
        String mint(CredentialRequest request) {
          return "a-token-of-the-test";
        }

        @Override
        void show(String text, List<String> beyond) {
          assertEquals(List.of(), beyond);
          seen.add(text);
        }
      };

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void java_inTheDocument_isTheCompiledExample() throws IOException {
    StringBuilder sources = new StringBuilder();
    for (String file : EXAMPLES) {
      sources.append(Files.readString(Path.of(file)));
    }
    String source = squeezed(sources.toString());
    List<String> blocks =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/embedding.md")))
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();

    assertEquals(18, blocks.size());
    for (String block : blocks) {
      assertTrue(source.contains(squeezed(block)), block);
    }
  }

  @Test
  void ofTenant_isNoMoreThanBothAllow() throws IOException {
    Path tenant = directory.resolve("tenant.yaml");
    Files.writeString(tenant, "version: 1\nlimits: { fuel: 1M, wall: 1h }\n");
    Policy house = example.policy();
    try (Engine engine = Engine.create();
        AuditLog log = AuditLog.builder(AuditSink.file(directory.resolve("log"))).open();
        Session session = example.ofTenant(engine, house, tenant, log)) {
      assertEquals(1_000_000, session.limits().fuel());
      assertEquals(house.limits().wall(), session.limits().wall());
    }
  }

  @Test
  void limited_endsByItself() {
    example.limited(HELLO);

    assertEquals(1, seen.size());
  }

  @Test
  void audited_planIsShownAndTheLogIntact() throws IOException {
    Path file = directory.resolve("audit.jsonl");
    Path key = Files.write(directory.resolve("key"), new byte[32]);
    assertTrue(key.toFile().setReadable(false, false) && key.toFile().setReadable(true, true));
    try (Engine engine = Engine.create()) {
      example.audited(engine, HELLO, file, key);
    }
    Verification found = AuditVerifier.create().key(AuditKey.read(key)).verify(List.of(file));

    assertTrue(found.intact(), found.toString());
    assertTrue(seen.get(0).contains("https://api.example.com/v1/"), seen.get(0));
    assertEquals(2, seen.size());
  }

  @Test
  void commands_underAPolicyWithoutThem_areDenied() {
    example.commands(example.policy());

    assertTrue(seen.get(0).startsWith("denied by native.default"), seen.get(0));
  }

  @Test
  void structuredCallsAndScripts_doWhatTheySay() throws ScriptException {
    BundledTool jq = BundledTools.find("jq").orElseThrow();
    assumeTrue(jq.isBuilt() && BundledTools.find("js").orElseThrow().isBuilt());
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      example.structured(session, jq.tool());
      example.script(session);
    }
    assertEquals(List.of("[2,3]\n", "144\n"), seen);
    assertEquals(7.5, example.evaluated());
  }

  @Test
  void plugins_getTheFunctionsOfTheEmbedder() {
    example.plugins(Tool.of("plugin", Guests.GREETING));

    assertEquals(List.of("hello, world"), seen);
  }

  @Test
  void gate_thatSaysNo_denies() {
    SessionOptions noisy =
        SessionOptions.builder(example.policy()).gate(plan -> Gate.Answer.deny("no")).build();
    try (Engine engine = Engine.create();
        Session session = engine.openSession(noisy)) {
      example.approved(session, HELLO);
    }
    assertEquals(2, seen.size());
  }

  @Test
  void c9_approvedPlan_runsUnderItsPolicyAndIsRefusedUnderAnother() {
    try (Engine engine = Engine.create();
        Session session = engine.openSession(example.policy())) {
      Call approved = Call.approved(session.plan(HELLO, Call.of()));
      assertInstanceOf(Outcome.Completed.class, session.call(HELLO, approved));

      Policy wider = example.policy().toBuilder().environment("A", "b").build();
      session.replacePolicy(wider);
      assertInstanceOf(Outcome.Refused.class, session.call(HELLO, approved));
      assertInstanceOf(Outcome.Completed.class, session.call(HELLO, Call.of()));
    }
  }

  @Test
  void beyond_withAndWithoutApproval_runs() throws IOException {
    for (boolean answer : List.of(true, false)) {
      yes = answer;
      try (Engine engine = Engine.create();
          AuditLog log = AuditLog.open(MemoryAuditSink.of(100));
          Session session = engine.openSession(example.options(example.policy(), log))) {
        Outcome end = example.beyond(session, HELLO);
        if (answer) {
          assertInstanceOf(Outcome.Completed.class, end);
        } else {
          assertEquals("gate", assertInstanceOf(Outcome.Denied.class, end).rule());
        }
      }
    }
  }
}
