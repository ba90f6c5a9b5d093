package dev.cloche.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.ExtismManifest;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.TrapKind;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks through the functions of Extism, each beside something that is let pass. */
@Timeout(120)
class PluginAttacksTest {

  private final Engine engine = Engine.create();

  @AfterEach
  void close() {
    engine.close();
  }

  private Outcome run(Tool tool, Call call) {
    try (Session session = engine.openSession()) {
      return session.call(tool, call);
    }
  }

  private Outcome run(Tool tool, Policy policy) {
    try (Session session = engine.openSession(SessionOptions.of(policy))) {
      return session.call(tool, Call.of());
    }
  }

  private static void exceeded(LimitKind which, Outcome outcome) {
    Outcome.LimitExceeded limit =
        assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message());
    assertEquals(which, limit.which());
  }

  /** Says the body of the answer to a request; returns the number of hundreds of its status. */
  private static Tool fetching(String url) {
    PluginText text = new PluginText();
    return text.running(
        "(call $say (call $http_request %s (i64.const 0)))"
            .formatted(text.block("{\"url\":\"" + url + "\",\"headers\":{\"x-mine\":\"1\"}}")));
  }

  private static Tool withManifest(Tool plugin, String rest) {
    String data = Base64.getEncoder().encodeToString(plugin.bytes());
    return ExtismManifest.tool(
        "plugin", ("{\"wasm\":[{\"data\":\"" + data + "\"}]" + rest + "}").getBytes(UTF_8));
  }

  @Test
  void n1_redirectToADeniedPlace_isDenied() throws IOException {
    try (LoopbackServer server = new LoopbackServer()) {
      Policy first =
          Sessions.policy(
              "network: { allow: [ { url: \"%s\", private: true } ] }", server.url("/redirect"));
      Outcome.Denied ignored =
          Sessions.denied("network.default", run(fetching(server.url("/redirect")), first));
      assertEquals(1, server.heads.size());
      Outcome.Completed control =
          Sessions.completed(run(fetching(server.url("/redirect")), Sessions.allowing(server)));
      assertTrue(control.stdout().text().startsWith("GET /target"));
      assertEquals(3, server.heads.size());
    }
  }

  @Test
  void n15_noHostsInTheManifest_isNoNetwork() throws IOException {
    try (LoopbackServer server = new LoopbackServer()) {
      Policy open = Sessions.allowing(server);
      Tool plain = fetching(server.url("/x"));
      String host = server.url("").substring("http://".length());
      for (String rest :
          List.of(
              "",
              ",\"allowed_hosts\":[]",
              ",\"allowed_hosts\":null",
              ",\"allowed_hosts\":[\"other.example\"]",
              ",\"allowed_hosts\":[\"127.0.0.1\"]")) {
        Outcome outcome = run(withManifest(plain, rest), open);
        assertInstanceOf(Outcome.Denied.class, outcome, rest + outcome.message());
      }
      assertEquals(0, server.heads.size());
      for (String rest :
          List.of(",\"allowed_hosts\":[\"" + host + "\"]", ",\"allowed_hosts\":[\"*\"]")) {
        Outcome.Completed ignored = Sessions.completed(run(withManifest(plain, rest), open));
      }
      assertEquals(2, server.heads.size());
    }
  }

  @Test
  void h4_hostsOfTheManifest_grantNothing() throws IOException {
    try (LoopbackServer server = new LoopbackServer()) {
      Tool wide = withManifest(fetching(server.url("/x")), ",\"allowed_hosts\":[\"*\"]");
      Outcome.Denied ignored = Sessions.denied("network.default", run(wide, Policy.strict()));
      assertEquals(0, server.heads.size());
      Outcome.Completed control = Sessions.completed(run(wide, Sessions.allowing(server)));
      assertEquals(1, server.heads.size());
      assertTrue(control.stdout().text().contains("x-mine: 1"));
    }
  }

  @Test
  void n14_responseLargerThanTheManifestSays_isATrap() throws IOException {
    try (LoopbackServer server = new LoopbackServer()) {
      Tool big = fetching(server.url("/big"));
      String hosts = ",\"allowed_hosts\":[\"*\"]";
      Outcome outcome =
          run(
              withManifest(big, hosts + ",\"memory\":{\"max_http_response_bytes\":99999}"),
              Sessions.allowing(server));
      assertInstanceOf(Outcome.Trapped.class, outcome, outcome.message());
      Outcome.Completed control =
          Sessions.completed(
              run(
                  withManifest(big, hosts + ",\"memory\":{\"max_http_response_bytes\":100000}"),
                  Sessions.allowing(server)));
      assertEquals(100_000, control.stdout().bytes().length);
    }
  }

  @Test
  void n14_answerThatNeverComes_endsAtTheTimeOfTheManifest() throws IOException {
    try (LoopbackServer server = new LoopbackServer()) {
      Tool waiting =
          withManifest(
              fetching(server.url("/wait")), ",\"allowed_hosts\":[\"*\"],\"timeout_ms\":300");
      exceeded(LimitKind.WALL, run(waiting, Sessions.allowing(server)));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Execution.class,
      names = {"COMPILED", "INTERPRETED"})
  void l1_endlessLoops_endByFuelAndByTime(Execution execution) {
    String endless = "(func %s (loop $more (drop (call $memory_bytes)) (br $more)))";
    Tool inFunction = new PluginText().tool(endless.formatted("(export \"run\")"));
    Tool inStartUp =
        new PluginText()
            .tool(
                endless.formatted("(export \"_initialize\")")
                    + "(func (export \"run\") (result i32) (i32.const 0))");
    Tool bare =
        new PluginText()
            .tool("(func (export \"run\") (result i32) (loop $more (br $more)) (i32.const 0))");
    Limits fuel = Limits.builder().fuel(1_000_000).wall(Duration.ofMinutes(2)).build();
    Limits wall = Limits.builder().fuel(Limits.MAX_FUEL).wall(Duration.ofMillis(200)).build();
    try (Engine other = Engine.builder().execution(execution).build();
        Session session = other.openSession()) {
      for (Tool tool : List.of(inFunction, inStartUp, bare)) {
        exceeded(LimitKind.FUEL, session.call(tool, Call.builder().limits(fuel).build()));
        exceeded(LimitKind.WALL, session.call(tool, Call.builder().limits(wall).build()));
      }
      Outcome.Completed ignored = Sessions.completed(session.call(PluginText.echo(), Call.of()));
    }
  }

  @Test
  void l6_recursionWithHostCalls_isStackExhausted() {
    Tool tool =
        new PluginText()
            .tool(
                """
                (func $deeper (param i64) (result i64)
                  (drop (call $memory_bytes))
                  (call $deeper (i64.add (local.get 0) (i64.const 1))))
                (func (export "run") (result i32) (i32.wrap_i64 (call $deeper (i64.const 0))))
                """);
    Outcome outcome = run(tool, Call.of());
    Outcome.Trapped trap = assertInstanceOf(Outcome.Trapped.class, outcome, outcome.message());
    assertEquals(TrapKind.CALL_STACK_EXHAUSTED, trap.kind());
    Outcome.Completed ignored = Sessions.completed(run(PluginText.echo(), Call.of()));
  }

  @Test
  void l8_floodOfLog_endsAtTheOutputLimit() {
    PluginText text = new PluginText();
    Tool tool =
        text.tool(
            "(func (export \"run\") (loop $more (call $log_error %s) (br $more)))"
                .formatted(text.block("x".repeat(1000))));
    Limits limits = Limits.builder().outputBytes(10_000).build();
    Outcome outcome = run(tool, Call.builder().limits(limits).build());
    exceeded(LimitKind.OUTPUT, outcome);
    assertEquals(10_000, outcome.stderr().bytes().length);
  }

  @Test
  void l8_outputLargerThanItsLimit_endsThere() {
    Tool tool =
        new PluginText()
            .running("(call $output_set (call $alloc (i64.const 5000)) (i64.const 5000))");
    Limits limits = Limits.builder().outputBytes(4_999).build();
    exceeded(LimitKind.OUTPUT, run(tool, Call.builder().limits(limits).build()));
    Limits more = Limits.builder().outputBytes(5_000).build();
    Outcome.Completed control = Sessions.completed(run(tool, Call.builder().limits(more).build()));
    assertEquals(5_000, control.stdout().bytes().length);
  }

  /** Leaves something everywhere, and says what was there before. */
  private static Tool leaving() {
    PluginText text = new PluginText();
    return text.tool(
        """
        (global $seen (mut i32) (i32.const 0))
        (func (export "run") (result i32) (local $before i32)
          (local.set $before
            (i32.add
              (i32.add (global.get $seen) (i32.load (i32.const 60000)))
              (i32.add
                (i32.wrap_i64 (call $var_get %s))
                (i32.wrap_i64 (call $load_u64 (i64.const 4096))))))
          (drop (call $alloc (i64.const 40000)))
          (global.set $seen (i32.const 1))
          (i32.store (i32.const 60000) (i32.const 1))
          (call $store_u64 (i64.const 4096) (i64.const 1))
          (call $var_set %s %s)
          (if (i64.eqz (call $var_get %s)) (then unreachable))
          (local.get $before))
        """
            .formatted(
                text.block("name"), text.block("name"), text.block("value"), text.block("name")));
  }

  @Test
  void h6_whatACallLeaves_noOtherFinds() {
    Tool tool = leaving();
    try (Session session = engine.openSession();
        Session other = engine.openSession()) {
      for (Session each : List.of(session, session, other)) {
        Outcome.Completed ignored = Sessions.completed(each.call(tool, Call.of()));
      }
      Outcome.Completed ignored =
          Sessions.completed(session.call(withManifest(tool, ""), Call.of()));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1, 65_529, 65_535, 65_536, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE})
  void h1_addresses_anyOfThem_areLoadedAndStoredInMemoryAlone(long address) {
    Tool tool =
        new PluginText()
            .tool(
                """
                (func (export "run") (result i32)
                  (drop (call $alloc (i64.const 8)))
                  (call $store_u64 (i64.const %1$d) (i64.const -1))
                  (call $store_u8 (i64.const %1$d) (i32.const 255))
                  (i32.add
                    (call $load_u8 (i64.const %1$d))
                    (i32.wrap_i64 (i64.and (call $load_u64 (i64.const %1$d)) (i64.const 256)))))
                """
                    .formatted(address));
    boolean byteInside = address >= 0 && address < 65_536;
    boolean wordInside = address >= 0 && address <= 65_528;
    Outcome outcome = run(tool, Call.of());
    Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
    assertEquals((byteInside ? 255 : 0) + (wordInside ? 256 : 0), done.exitStatus());
  }

  @Test
  void h3_importsThatAreNot_areRefused() {
    for (String wanted :
        List.of(
            "\"extism:host/env\" \"fly\" (func)",
            "\"extism:host/env\" \"alloc\" (func (param i32) (result i64))",
            "\"extism:host/env\" \"alloc\" (memory 1)",
            "\"extism:host/env\" \"extism_context\" (global externref)",
            "\"extism:host/user\" \"alloc\" (func (param i64) (result i64))",
            "\"extism:host\" \"alloc\" (func (param i64) (result i64))")) {
      Tool tool =
          Tool.of(
              "wrong",
              Wat.wasm(
                  "(module (import %s) (func (export \"run\") (result i32) (i32.const 0)))"
                      .formatted(wanted)));
      Outcome.Refused ignored = Sessions.refused(run(tool, Call.of()));
    }
    Outcome.Completed control = Sessions.completed(run(PluginText.echo(), Call.of()));
    assertEquals("", control.stdout().text());
  }
}
