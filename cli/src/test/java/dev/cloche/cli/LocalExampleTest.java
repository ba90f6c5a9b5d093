package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy and the script of docs/policy.md, with the port of a server of the test. */
class LocalExampleTest {

  private static final Path EXAMPLES = Path.of("examples").toAbsolutePath();

  private static final Path DOCUMENT = Path.of("../docs/policy.md");

  private final AtomicInteger asked = new AtomicInteger();
  private final Engine engine = Engine.create();
  private HttpServer server;
  private Session session;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(BundledTools.find("js").orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    String policy = Files.readString(EXAMPLES.resolve("local.yaml"));
    session = engine.openSession(Policy.parse(policy.replace(":8080", port()), EXAMPLES));
  }

  @AfterEach
  void stop() {
    session.close();
    engine.close();
    server.stop(0);
  }

  private String port() {
    return ":" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    int ignored = asked.incrementAndGet();
    exchange.sendResponseHeaders(200, 5);
    exchange.getResponseBody().write(new byte[5]);
    exchange.close();
  }

  private Outcome fetch(String... paths) {
    Call.Builder call = Call.builder().arguments("/data/fetch.js");
    for (String path : paths) {
      call.arguments("http://127.0.0.1" + port() + path);
    }
    return session.call(BundledTools.find("js").orElseThrow().tool(), call.build());
  }

  @Test
  void script_allowedUrl_isFetched() {
    Outcome.Completed end = assertInstanceOf(Outcome.Completed.class, fetch("/a.txt"));

    assertEquals("http://127.0.0.1" + port() + "/a.txt: 200, 5 bytes\n", end.stdout().text());
    assertEquals(0, end.exitStatus());
  }

  @Test
  void script_deniedUrl_isDeniedAndTheOtherIsFetched() {
    Outcome.Denied end = assertInstanceOf(Outcome.Denied.class, fetch("/private/key", "/a.txt"));

    assertEquals("network.deny[0]", end.rule());
    assertEquals(
        "http://127.0.0.1" + port() + "/private/key: DENIED by network.deny[0]\n",
        end.stderr().text());
    assertEquals(1, asked.get());
  }

  @Test
  void document_showsWhatTheScriptPrints() throws IOException {
    String url = "http://127.0.0.1" + port() + "/private/key";
    Outcome end =
        session.call(
            BundledTools.find("js").orElseThrow().tool(),
            Call.of("/data/fetch.js", "http://localhost" + port() + "/", url));

    String printed = end.stderr().text() + "cloche: js: " + end.message() + "\n";
    String document = Files.readString(DOCUMENT);
    assertTrue(document.contains(printed.replace(port(), ":8080")), printed);
  }

  @Test
  void document_showsWhatExplainPrints() throws IOException {
    String document = Files.readString(DOCUMENT);
    int start = document.indexOf("$ ./cloche explain ");
    String[] example = document.substring(start, document.indexOf("```", start)).split("\n", 2);

    assertEquals(example[1].strip(), ReadmeTest.printed(example[0]));
  }

  @Test
  void document_showsWhatCheckPrints(@TempDir Path directory) throws IOException {
    String document = Files.readString(DOCUMENT);
    int start = document.indexOf("$ cat policy.yaml\n");
    String example = document.substring(start, document.indexOf("```", start));
    String[] parts = example.split("\\$ .*\n", 3);
    Path policy = Files.writeString(directory.resolve("policy.yaml"), parts[1]);

    assertEquals(
        parts[2].strip(),
        ReadmeTest.printed("$ ./cloche policy check " + policy)
            .replace(policy.toString(), "policy.yaml"));
  }
}
