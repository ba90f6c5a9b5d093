package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --record} and {@code replay}, with the real engine and bundled tools. */
@Tag("one-jdk") // what a recording holds is the same on each
@Timeout(120)
class ReplayCommandTest {

  private static final EngineFactory ENGINES = EngineFactory.standard();

  @TempDir Path directory;
  private String record = "";

  @BeforeEach
  void name() {
    record = directory.resolve("call.json").toString();
  }

  private static Invocation invoke(String stdin, String... arguments) {
    return Invocation.of(ENGINES, Catalogue.bundled(), stdin, arguments);
  }

  private Invocation replay(String... options) {
    return invoke(
        "", Stream.concat(Stream.of("replay"), Stream.of(options)).toArray(String[]::new));
  }

  private static void requireBuilt(String tool) {
    assumeTrue(BundledTools.find(tool).orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
  }

  private String write(byte[] module) throws IOException {
    return Files.write(directory.resolve("guest.wasm"), module).toString();
  }

  @Test
  void replay_ownModule_printsTheSameAndSaysSo() throws IOException {
    String tool = write(Guests.HELLO);
    Invocation run = invoke("", "run", "--record", record, tool);

    Invocation again = replay(record, tool);

    assertEquals(new Invocation(7, "hello\n", ""), run);
    assertEquals(new Invocation(0, "hello\n", "cloche: replay: same\n"), again);
  }

  @Test
  void replay_ownModule_hasToBeNamedAndTheSame() throws IOException {
    String tool = write(Guests.HELLO);
    Invocation run = invoke("", "run", "--record", record, tool);
    String other = Files.write(directory.resolve("other.wasm"), Guests.ECHO).toString();

    assertEquals(7, run.status());
    assertEquals(120, replay(record).status());
    assertEquals(120, replay(record, other).status());
    assertEquals(120, replay(record, tool, other).status());
  }

  @Test
  void replay_damagedOrMissing_isRefused() throws IOException {
    Invocation run = invoke("", "run", "--record", record, write(Guests.HELLO));
    byte[] bytes = Files.readAllBytes(Path.of(record));
    bytes[bytes.length / 2] ^= 1;
    String damaged = Files.write(directory.resolve("damaged.json"), bytes).toString();

    assertEquals(7, run.status());
    assertEquals(120, replay(damaged).status());
    assertEquals(120, replay(directory.resolve("none.json").toString()).status());
    assertEquals(120, replay(directory.toString()).status());
  }

  @Test
  void run_recordInPlaceOfAFileOrInAMount_isRefused() throws IOException {
    String tool = write(Guests.HELLO);
    Files.writeString(Path.of(record), "mine");

    assertEquals(120, invoke("", "run", "--record", record, tool).status());
    assertEquals("mine", Files.readString(Path.of(record)));
    String inside = directory.resolve("new.json").toString();
    Invocation mounted = invoke("", "run", "--mount", directory + ":/in", "--record", inside, tool);
    assertEquals(120, mounted.status());
    assertFalse(Files.exists(Path.of(inside)));
    assertEquals(120, invoke("", "run", "--watch", "--record", inside, tool).status());
    String nowhere = directory.resolve("no/such/call.json").toString();
    assertEquals(125, invoke("", "run", "--record", nowhere, tool).status());
  }

  @Test
  void shell_record_isRefused() {
    Invocation run = invoke("", "shell", "--record", record, "--", "true");

    assertEquals(120, run.status());
    assertTrue(run.err().contains("--record"), run.err());
    assertFalse(Files.exists(Path.of(record)));
  }

  @Test
  void replay_limitAndTrap_endAsTheyDid() throws IOException {
    String spin = write(Guests.SPIN);
    Invocation run = invoke("", "run", "--fuel", "1M", "--record", record, spin);

    Invocation again = replay(record, spin);

    assertEquals(122, run.status());
    assertEquals(0, again.status());
    assertEquals(run.err() + "cloche: replay: same\n", again.err());
  }

  @Test
  void replayJson_isOneObject() throws IOException {
    requireBuilt("js");
    Invocation run = invoke("", "run", "--record", record, "js", "-e", "console.log(Date.now())");

    JsonNode json = new ObjectMapper().readTree(replay("--json", record).out());

    assertEquals("same", json.path("verdict").textValue());
    assertEquals(run.out(), json.path("replayed").path("stdout").textValue());
    assertEquals(
        json.path("recorded").path("usage").path("fuel"),
        json.path("replayed").path("usage").path("fuel"));
  }

  @Test
  void replay_moreThanTheBounds_needsTheOption() throws IOException {
    String tool = write(Guests.HELLO);
    Invocation run =
        invoke("", "run", "--memory", "512Mi", "--fuel", "9G", "--record", record, tool);

    assertEquals(7, run.status());
    assertEquals(120, replay(record, tool).status());
    assertEquals(0, replay("--memory", "512Mi", "--fuel", "9G", record, tool).status());
  }

  @Test
  void replay_scriptOverAMountAndAPolicy_needsNeither() throws IOException {
    requireBuilt("js");
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.writeString(data.resolve("in.txt"), "of the host");
    Path script =
        Files.writeString(
            directory.resolve("read.js"),
            "console.log(std.readFile('/data/in.txt')," + " Math.random(), std.getenv('NAMED'));");
    Path policy =
        Files.writeString(
            directory.resolve("policy.yaml"),
            """
            version: 1
            workspace: { mounts: [ { host: ./data, at: /data, mode: read } ] }
            environment: { NAMED: value }
            """);
    Invocation run =
        invoke("", "run", "--policy", policy.toString(), "--record", record, script.toString());
    Files.delete(data.resolve("in.txt"));

    Invocation again = replay("--execution", "interpreted", record);

    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("of the host 0."), run.out());
    assertEquals(new Invocation(0, run.out(), "cloche: replay: same\n"), again);
  }

  private static final List<String> JS =
      List.of(
          "console.log(Date.now());",
          "console.log(Math.random());",
          "std.appendFile('/f', String(Date.now()));",
          "console.log(std.exists('/f') ? std.readFile('/f') : 'none');",
          "console.log(std.readStdin());",
          "console.log(JSON.stringify(std.stat('/in/a')), std.readFile('/in/a'));",
          "console.log(std.listDir('/').join());",
          "fetch('URL/a').then(r => r.text()).then(t => console.log(t.length));",
          "fetch('http://127.0.0.1:1/').catch(e => console.log(e.message));",
          "console.log(crypto.randomUUID(), performance.now());");

  private static final List<String> LUA =
      List.of(
          "print(os.time(), os.clock())",
          "print(math.random(1000000))",
          "local f = io.open('/f', 'a'); f:write('more\\n'); f:close()",
          "local f = io.open('/f'); print(f and f:read('a')); if f then f:close() end",
          "print(io.read('l'))",
          "print(io.open('/in/a'):read('a'))",
          "print(tostring({}):len() > 0, collectgarbage('count'))",
          "local t = {}; for i = 1, 300 do t[i] = tostring(i) end; print(table.concat(t))");

  /** Random calls from a seed: each, recorded, replays the same, compiled and interpreted. */
  @Test
  void replay_randomScripts_areTheSame() throws IOException {
    requireBuilt("js");
    requireBuilt("lua");
    Files.writeString(Files.createDirectory(directory.resolve("in")).resolve("a"), "of the host");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", ReplayCommandTest::answer);
    server.start();
    try {
      Random random = new Random(9);
      for (int i = 0; i < 6; i++) {
        runAndReplay(random, i, "http://127.0.0.1:" + server.getAddress().getPort());
      }
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 12);
    exchange.getResponseBody().write("from outside".getBytes(StandardCharsets.UTF_8));
    exchange.close();
  }

  private void runAndReplay(Random random, int number, String url) throws IOException {
    boolean js = number % 2 == 0;
    List<String> lines = js ? JS : LUA;
    String script =
        random
            .ints(6, 0, lines.size())
            .mapToObj(lines::get)
            .collect(Collectors.joining("\n"))
            .replace("URL", url);
    Path policy =
        Files.writeString(
            directory.resolve("policy.yaml"),
            "version: 1\n"
                + "workspace: { mounts: [ { host: ./in, at: /in, mode: overlay } ] }\n"
                + "network: { allow: [ { url: \"%s/\", private: true } ] }\n".formatted(url));
    Path file =
        Files.writeString(directory.resolve("script" + number + (js ? ".js" : ".lua")), script);
    String to = directory.resolve("call" + number + ".json").toString();

    Invocation run =
        invoke("one\ntwo\n", "run", "--policy", policy.toString(), "--record", to, file.toString());
    Invocation again = replay("--execution", number % 3 == 0 ? "interpreted" : "tiered", to);

    assertEquals(0, again.status(), script + "\n" + run.err() + again.err());
    assertEquals(run.out(), again.out(), script);
  }
}
