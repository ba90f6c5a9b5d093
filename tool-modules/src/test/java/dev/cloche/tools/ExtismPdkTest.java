package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyDocument;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Plugins on Extism's development kits: the official one for AssemblyScript, and plain C. */
@Timeout(120)
@Tag("one-jdk")
class ExtismPdkTest {

  private static final Engine ENGINE = Engine.create();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static Tool plugin(String name) throws IOException {
    Path file = Path.of("target/test-classes/plugins", name + ".wasm");
    assumeTrue(Files.exists(file), "the plugin is not built: see tool-modules/toolchain/extism.sh");
    return Tool.read(file);
  }

  private static Call call(String function, String input) {
    return Call.builder().arguments(function).stdin(input).build();
  }

  private static Outcome run(Tool tool, Call call) {
    try (Session session = ENGINE.openSession()) {
      return session.call(tool, call);
    }
  }

  private static Outcome.Completed completed(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  @ParameterizedTest
  @EnumSource(
      value = Execution.class,
      names = {"COMPILED", "INTERPRETED"})
  void vowels_ofTheOfficialKit_areCounted(Execution execution) throws IOException {
    Tool vowels = plugin("vowels");
    try (Engine engine = Engine.builder().execution(execution).build();
        Session session = engine.openSession()) {
      Call call =
          Call.builder()
              .arguments("count_vowels")
              .stdin("Hello, World! Größe.")
              .environment("thing", "a value")
              .build();
      Outcome.Completed done = completed(session.call(vowels, call));
      assertEquals(
          "{\"count\": 4, \"config\": \"a value\", \"a\": \"this is var a\"}",
          done.stdout().text());
      assertEquals("[info] counted 4\n", done.stderr().text());
      assertEquals(completed(run(vowels, call)).usage().fuel(), done.usage().fuel());
    }
  }

  static List<String> cases() throws IOException {
    return Files.readAllLines(Path.of("src/test/plugins/cases.tsv")).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  /** The same as in the SDK of Extism for Chicory: see SamePluginTest in bench/peers/extism. */
  @ParameterizedTest
  @MethodSource("cases")
  void plugin_ofTheTests_answersTheSame(String line) throws IOException {
    String[] parts = line.split("\t", -1);
    Call call =
        Call.builder().arguments(parts[1]).stdin(parts[2]).environment("thing", "a value").build();
    assertEquals(parts[3], completed(run(plugin(parts[0]), call)).stdout().text());
  }

  @Test
  void h6_variable_ofACall_isNotTheNextOnes() throws IOException {
    Tool vowels = plugin("vowels");
    try (Session session = ENGINE.openSession()) {
      for (int i = 0; i < 2; i++) {
        assertEquals(
            "nothing", completed(session.call(vowels, call("remember", "mine"))).stdout().text());
      }
    }
  }

  @Test
  void failure_ofAPlugin_isItsStatusAndReason() throws IOException {
    Outcome.Completed failed = completed(run(plugin("vowels"), call("fail", "for a reason")));
    assertEquals(3, failed.exitStatus());
    assertEquals("for a reason\n", failed.stderr().text());
    failed = completed(run(plugin("tally"), call("tally", "")));
    assertEquals(2, failed.exitStatus());
    assertEquals("there is no input\n", failed.stderr().text());
  }

  @Test
  void tally_inC_readsTheInputAndHasStarted() throws IOException {
    assertEquals(
        "{\"bytes\":7,\"digits\":2,\"letters\":4,\"started\":true}",
        completed(run(plugin("tally"), call("tally", "ab 12cd"))).stdout().text());
  }

  @Test
  void twice_inC_movesWordsAndLogsAndPrints() throws IOException {
    String text = "0123456789 words of eight bytes and some";
    Outcome.Completed done = completed(run(plugin("tally"), call("twice", text)));
    assertEquals(text + text, done.stdout().text());
    assertEquals("[warn] " + text + text + "\nprinted\n", done.stderr().text());
  }

  @Test
  void function_thatIsNotSaid_isRefused() throws IOException {
    Outcome outcome = run(plugin("tally"), Call.of());
    assertInstanceOf(Outcome.Refused.class, outcome, outcome.message());
    assertTrue(outcome.message().contains("post, tally, twice"), outcome.message());
  }

  @Test
  void request_ofEachKit_isThePolicys() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String sent =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          byte[] answer =
              (exchange.getRequestMethod()
                      + " "
                      + exchange.getRequestHeaders().getFirst("x-plugin")
                      + " "
                      + sent)
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("x-answer", "yes");
          exchange.sendResponseHeaders(201, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    try {
      Policy policy =
          PolicyDocument.parse(
              "version: 1\nnetwork: { allow: [ { url: \""
                  + url
                  + "\", methods: [GET, POST], private: true } ] }",
              Path.of("/"),
              Map.of());
      try (Session session = ENGINE.openSession(policy)) {
        assertEquals(
            "GET null ",
            completed(session.call(plugin("vowels"), call("get", url))).stdout().text());
        Call post =
            Call.builder().arguments("post").environment("url", url).stdin("content").build();
        String said = completed(session.call(plugin("tally"), post)).stdout().text();
        assertTrue(said.startsWith("201 {"), said);
        assertTrue(said.contains("\"x-answer\":\"yes\""), said);
        assertTrue(said.endsWith("\nPOST tally content"), said);
      }
      Outcome denied = run(plugin("vowels"), call("get", url));
      assertInstanceOf(Outcome.Denied.class, denied, denied.message());
    } finally {
      server.stop(0);
    }
  }
}
