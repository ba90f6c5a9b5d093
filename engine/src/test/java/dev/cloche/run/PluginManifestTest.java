package dev.cloche.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Capabilities;
import dev.cloche.Engine;
import dev.cloche.ExtismManifest;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests of Extism. */
@Timeout(120)
class PluginManifestTest {

  private static final Tool PLUGIN = plugin();
  private static final String DATA = Base64.getEncoder().encodeToString(PLUGIN.bytes());

  private static Tool plugin() {
    PluginText text = new PluginText();
    return text.running("(call $say (call $config_get %s))".formatted(text.block("thing")));
  }

  private static Tool tool(String rest) {
    return parse("{\"wasm\":[{\"data\":\"" + DATA + "\"}]" + rest + "}");
  }

  private static Tool parse(String json) {
    return ExtismManifest.tool("plugin", json.getBytes(UTF_8));
  }

  private static ExtismManifest manifest(String rest) {
    return tool(rest).extismManifest().orElseThrow();
  }

  private static Outcome run(Tool tool, Call call) {
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      return session.call(tool, call);
    }
  }

  @Test
  void configuration_isWhatThePluginFinds_unlessTheCallSaysOtherwise() {
    Tool tool = tool(",\"config\":{\"thing\":\"of the manifest\"}");
    assertEquals("of the manifest", Sessions.completed(run(tool, Call.of())).stdout().text());
    Call call = Call.builder().environment("thing", "of the call").build();
    assertEquals("of the call", Sessions.completed(run(tool, call)).stdout().text());
  }

  /** With a manifest of Cloche's, beside the module, a plugin is called with an object. */
  @Test
  void structured_callOfAPlugin_namesItsFunction() {
    byte[] beside =
        """
        {"name":"plugin","title":"P","description":"p","version":"1","license":"MIT",
         "source":"here","abi":"extism-plugin","usage":["plugin run"],
         "input":{"type":"object","properties":{"text":{"type":"string"}}},
         "call":{"arguments":["run"],"stdin":{"property":"text"}}}"""
            .getBytes(UTF_8);
    Tool tool = Tool.of("plugin", PluginText.echo().bytes(), beside);
    Call call = StructuredTool.of(tool).call("{\"text\":\"given\"}").build();
    assertEquals("given", Sessions.completed(run(tool, call)).stdout().text());
    assertThrows(
        PolicyException.class, () -> tool.withExtism(tool("").extismManifest().orElseThrow()));
  }

  @Test
  void limits_ofTheManifest_onlyNarrow() {
    Tool tool = tool(",\"memory\":{\"max_pages\":3},\"timeout_ms\":1500");
    Limits narrowed = Plan.of(tool, Call.of(), Policy.strict()).policy().limits();
    assertEquals(3 * Limits.PAGE_BYTES, narrowed.memoryBytes());
    assertEquals(Duration.ofMillis(1500), narrowed.wall());
    Limits little =
        Limits.builder().memoryBytes(Limits.PAGE_BYTES).wall(Duration.ofMillis(1)).build();
    Policy policy = Policy.strict().toBuilder().limits(little).build();
    assertEquals(little, Plan.of(tool, Call.of(), policy).policy().limits());
    Tool wide = tool(",\"memory\":{\"max_pages\":4294967295},\"timeout_ms\":9007199254740991");
    assertEquals(
        Policy.strict().limits(), Plan.of(wide, Call.of(), Policy.strict()).policy().limits());
  }

  @Test
  void paths_decideOnWhatIsDoneWithFiles() {
    assertEquals(Capabilities.WorkspaceUse.NONE, manifest("").capabilities().workspace());
    assertEquals(
        Capabilities.WorkspaceUse.READ,
        manifest(",\"allowed_paths\":{\"ro:/etc\":\"/etc\"}").capabilities().workspace());
    assertEquals(
        Capabilities.WorkspaceUse.WRITE,
        manifest(",\"allowed_paths\":{\"ro:a\":\"/a\",\"b\":\"/b\"}").capabilities().workspace());
  }

  @Test
  void bounds_ofBytes_areRead() {
    ExtismManifest all =
        manifest(
            ",\"memory\":{\"max_http_response_bytes\":7,\"max_var_bytes\":0,\"max_pages\":null}");
    assertEquals(OptionalLong.of(7), all.responseBytes());
    assertEquals(OptionalLong.of(0), all.variableBytes());
    assertEquals(OptionalLong.empty(), all.capabilities().memoryBytes());
  }

  @Test
  void digest_isOfModuleAndManifest_andTheSameForTheSame() {
    String one = ",\"config\":{\"a\":\"b\",\"c\":\"d\"},\"allowed_hosts\":[\"x.example\"]";
    assertEquals(tool(one).digest(), tool(one).digest());
    assertNotEquals(tool(one).digest(), tool("").digest());
    assertNotEquals(PLUGIN.digest(), tool("").digest());
    assertEquals(PLUGIN.digest(), tool("").runner().digest());
    assertNotEquals(
        tool(",\"config\":{\"a\":\"bc\"}").digest(), tool(",\"config\":{\"ab\":\"c\"}").digest());
  }

  @Test
  void hash_ofAnotherModule_isRefused() {
    String entry = "{\"wasm\":[{\"data\":\"%s\",\"hash\":\"%s\"}]}";
    assertEquals(PLUGIN.digest(), parse(entry.formatted(DATA, PLUGIN.digest())).runner().digest());
    assertThrows(
        PolicyException.class,
        () -> parse(entry.formatted(DATA, PLUGIN.digest().replace('a', 'b'))));
    assertThrows(PolicyException.class, () -> parse(entry.formatted(DATA, "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",\"other\":1",
        ",\"config\":[]",
        ",\"config\":{\"a\":1}",
        ",\"config\":{\"a\":\"1\",\"a\":\"2\"}",
        ",\"memory\":{\"max_pages\":-1}",
        ",\"memory\":{\"max_pages\":1.5}",
        ",\"memory\":{\"max_pages\":1e999999999}",
        ",\"memory\":{\"max_pages\":\"1\"}",
        ",\"memory\":{\"pages\":1}",
        ",\"memory\":7",
        ",\"timeout_ms\":0",
        ",\"timeout_ms\":9223372036854775808",
        ",\"allowed_hosts\":{}",
        ",\"allowed_hosts\":[1]",
        ",\"allowed_hosts\":[\"\"]",
        ",\"allowed_hosts\":[\"a*.example\"]",
        ",\"allowed_hosts\":[\"*.com\"]",
        ",\"allowed_hosts\":[\"*example.com\"]",
        ",\"allowed_hosts\":[\"x.example/path\"]",
        ",\"allowed_hosts\":[\"user@x.example\"]",
        ",\"allowed_hosts\":[\"[a-z].example\"]",
        ",\"allowed_paths\":[\"/\"]",
        ",\"config\":{\"a\":\"\\ud800\"}",
        "} {",
      })
  void h2_manifest_thatIsNotUnderstood_isRefused(String rest) {
    assertThrows(PolicyException.class, () -> tool(rest));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "nonsense",
        "{\"wasm\":[]}",
        "{\"wasm\":{}}",
        "{\"wasm\":[1]}",
        "{\"wasm\":[{}]}",
        "{\"wasm\":[{\"data\":1}]}",
        "{\"wasm\":[{\"data\":\"%%%\"}]}",
        "{\"wasm\":[{\"data\":{\"ptr\":0,\"len\":9}}]}",
        "{\"wasm\":[{\"path\":\"a.wasm\"}]}",
        "{\"wasm\":[{\"path\":\"a.wasm\",\"data\":\"AA==\"}]}",
        "{\"wasm\":[{\"url\":\"https://x.example/a.wasm\"}]}",
        "{\"wasm\":[{\"data\":\"AA==\"},{\"data\":\"AA==\"}]}",
        "{\"wasm\":[{\"data\":\"AA==\",\"method\":\"GET\"}]}",
      })
  void h2_module_thatIsNotThere_isRefused(String json) {
    assertThrows(PolicyException.class, () -> parse(json));
  }

  @Test
  void h2_depth_isBounded() {
    String deep = "{\"config\":" + "[".repeat(100_000);
    assertThrows(PolicyException.class, () -> parse(deep));
  }

  /**
   *
   *
   * <pre>
   * outside.wasm
   * in/plugin.json
   * in/plugin.wasm
   * in/below/plugin.wasm
   * in/link.wasm -> ../outside.wasm
   * in/linked -> ..
   * </pre>
   */
  @Test
  void path_leadsToAFileBesideTheManifestAlone(@TempDir Path directory) throws IOException {
    Path in = Files.createDirectory(directory.resolve("in"));
    Path below = Files.createDirectory(in.resolve("below"));
    for (Path at : new Path[] {directory.resolve("outside.wasm"), in.resolve("plugin.wasm")}) {
      Path ignored = Files.write(at, PLUGIN.bytes());
    }
    Path unused = Files.write(below.resolve("plugin.wasm"), PLUGIN.bytes());
    unused = Files.createSymbolicLink(in.resolve("link.wasm"), directory.resolve("outside.wasm"));
    unused = Files.createSymbolicLink(in.resolve("linked"), directory);
    for (String good : new String[] {"plugin.wasm", "below/plugin.wasm"}) {
      Tool read = ExtismManifest.read(written(in, good));
      assertEquals("plugin", read.name());
      assertEquals(PLUGIN.digest(), read.runner().digest());
    }
    for (String bad :
        new String[] {
          "../outside.wasm",
          directory.resolve("outside.wasm").toString(),
          "link.wasm",
          "linked/outside.wasm",
          "below/../plugin.wasm",
          "./plugin.wasm",
          "below",
          "missing.wasm",
          "\\u0000",
          ""
        }) {
      Path file = written(in, bad);
      assertThrows(PolicyException.class, () -> ExtismManifest.read(file), bad);
    }
  }

  private static Path written(Path in, String module) throws IOException {
    return Files.writeString(
        in.resolve("plugin.json"), "{\"wasm\":[{\"path\":\"" + module + "\"}]}");
  }

  @Test
  void paths_none_isNoFile() {
    PluginText text =
        new PluginText()
            .importing("wasi_snapshot_preview1", "fd_prestat_get", "(param i32 i32) (result i32)");
    Tool looking =
        text.tool(
            "(func (export \"run\") (result i32)"
                + " (call $fd_prestat_get (i32.const 3) (i32.const 0)))");
    String data = Base64.getEncoder().encodeToString(looking.bytes());
    String json = "{\"wasm\":[{\"data\":\"" + data + "\"}]%s}";
    Outcome none = run(parse(json.formatted("")), Call.of());
    assertEquals(8, ((Outcome.Completed) none).exitStatus());
    Outcome some = run(parse(json.formatted(",\"allowed_paths\":{\"a\":\"/a\"}")), Call.of());
    assertEquals(0, ((Outcome.Completed) some).exitStatus());
    assertTrue(looking.extismManifest().isEmpty());
  }
}
