package dev.cloche;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.policy.Explanation;
import dev.cloche.policy.PolicyDocument;
import dev.cloche.policy.PolicyException;
import dev.cloche.workspace.Access;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What manifests ask for, and manifests that lie. */
class CapabilitiesTest {

  private static final byte[] HEADER = {0, 'a', 's', 'm', 1, 0, 0, 0};

  private static final Policy POLICY =
      PolicyDocument.parse(
          """
          version: 1
          limits: { memory: 1Mi, fuel: 1M }
          workspace: { mounts: [ { host: /srv, at: /srv, mode: overlay } ] }
          network: { allow: [ { url: https://a.example }, { url: https://b.example } ] }
          environment: { A: a, B: b }
          """,
          Path.of("/"),
          Map.of());

  private static String manifest(String more) {
    return """
        {"name":"x","title":"X","description":"does x","version":"1","license":"MIT","source":"here","abi":"wasi-command","usage":["x"]%s}"""
        .formatted(more);
  }

  private static Capabilities capabilities(String block) {
    return ToolManifest.parse(manifest(",\"capabilities\":" + block).getBytes(UTF_8))
        .capabilities();
  }

  private static byte[] module(String... manifests) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(HEADER);
    for (String manifest : manifests) {
      byte[] text = manifest.getBytes(UTF_8);
      out.write(0);
      leb(out, text.length + 12);
      out.write(11);
      out.writeBytes("cloche.tool".getBytes(UTF_8));
      out.writeBytes(text);
    }
    return out.toByteArray();
  }

  private static void leb(ByteArrayOutputStream out, int value) {
    for (; value >= 0x80; value >>>= 7) {
      out.write((value & 0x7f) | 0x80);
    }
    out.write(value);
  }

  private static boolean fetches(Policy policy, String url) {
    return Explanation.ofUrl(policy, "GET", url).allowed();
  }

  @Test
  void manifest_ofAModule_isRead() {
    Tool tool = Tool.of("x", module(manifest("")));

    assertEquals("does x", tool.manifest().orElseThrow().description());
    assertEquals(Capabilities.none(), tool.manifest().orElseThrow().capabilities());
    assertEquals(Optional.empty(), Tool.of("x", HEADER).manifest());
  }

  @Test
  void none_getsNeitherNetworkNorVariables() {
    Policy narrow = Capabilities.none().narrow(POLICY);

    assertFalse(fetches(narrow, "https://a.example/"));
    assertEquals(Map.of(), narrow.environment());
    assertEquals(POLICY.limits(), narrow.limits());
    assertEquals(POLICY.workspace(), narrow.workspace());
  }

  @Test
  void all_andAny_getWhatThePolicyGrants() {
    assertEquals(POLICY, Capabilities.all().narrow(POLICY));
    Capabilities any = capabilities("{\"network\":\"any\",\"environment\":\"any\"}");
    assertEquals(POLICY, any.narrow(POLICY));
  }

  @Test
  void h4_whatIsAskedFor_isTheMostThereIs() {
    Capabilities asked =
        capabilities(
            """
            {"network":[{"url":"https://a.example/"},{"url":"https://c.example/"}],
             "environment":["A","C"], "workspace":"read", "memory":"64Ki", "fuel":"2M"}""");

    Policy narrow = asked.narrow(POLICY);

    assertTrue(fetches(narrow, "https://a.example/"));
    assertFalse(fetches(narrow, "https://b.example/"));
    assertFalse(fetches(narrow, "https://c.example/"));
    assertEquals(Set.of("A"), narrow.environment().keySet());
    assertEquals(Access.READ, narrow.workspace().mounts().get(0).mode());
    assertEquals(65_536, narrow.limits().memoryBytes());
    assertEquals(1_000_000, narrow.limits().fuel());
  }

  @Test
  void h4_whatIsNotGranted_isReported() {
    Capabilities asked =
        capabilities(
            """
            {"network":[{"url":"https://a.example/"},{"url":"https://*.c.example/","methods":["POST"]}],
             "environment":["A","C"], "memory":"2Mi", "fuel":"2M"}""");

    assertEquals(
        List.of(
            "network POST https://*.c.example/ is not allowed by the policy",
            "environment variable C is not in the policy",
            "memory 2Mi is more than the policy's 1Mi",
            "fuel 2M is more than the policy's 1M"),
        asked.beyond(POLICY));
    assertEquals(List.of(), Capabilities.all().beyond(POLICY));
  }

  @Test
  void workspaceNone_hasNoMounts() {
    assertEquals(
        List.of(), capabilities("{\"workspace\":\"none\"}").narrow(POLICY).workspace().mounts());
  }

  @Test
  void h4_twoManifests_areRefused() {
    Tool tool = Tool.of("x", module(manifest(""), manifest("")));

    assertThrows(PolicyException.class, tool::manifest);
  }

  @Test
  void h4_bytesThatAreNoModule_haveNoManifestAndNoGrant() {
    byte[] cut = new byte[40];
    System.arraycopy(module(manifest("")), 0, cut, 0, 40);

    assertThrows(PolicyException.class, () -> Tool.of("x", cut).manifest());
    assertThrows(PolicyException.class, () -> Tool.of("x", new byte[3]).manifest());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"network\":\"all\"}",
        "{\"network\":null}",
        "{\"network\":[{\"url\":\"https://a.example\",\"private\":true}]}",
        "{\"network\":[{\"methods\":[\"GET\"]}]}",
        "{\"network\":[],\"network\":[]}",
        "{\"environment\":[\"A=B\"]}",
        "{\"environment\":{}}",
        "{\"workspace\":\"all\"}",
        "{\"memory\":\"1000\"}",
        "{\"memory\":-1}",
        "{\"memory\":1e400}",
        "{\"fuel\":99999999999999999999999999}",
        "{\"netwrok\":[]}",
        "[]",
        "null"
      })
  void h2_capabilitiesThatAreNot_areRefused(String block) {
    assertThrows(PolicyException.class, () -> capabilities(block));
  }

  @Test
  void h2_manifestsThatAreHostile_areRefused() {
    List<String> bad =
        List.of(
            "",
            "null",
            "{",
            "{\"a\":" + "[".repeat(10_000),
            "[".repeat(30_000),
            manifest(",\"name\":\"y\""),
            manifest(",\"more\":1"),
            manifest("").replace("does x", "does\\u0000x"),
            manifest("").replace("does x", "does\\nx"),
            manifest("").replace("\"x\",\"title\"", "\"../x\",\"title\""),
            manifest("") + manifest(""),
            manifest("").replace("does x", "x".repeat(ToolManifest.MAX_BYTES)));
    for (String text : bad) {
      assertThrows(PolicyException.class, () -> ToolManifest.parse(text.getBytes(UTF_8)), text);
    }
    byte[] notUtf8 = manifest("").getBytes(UTF_8);
    notUtf8[20] = (byte) 0xff;
    assertThrows(PolicyException.class, () -> ToolManifest.parse(notUtf8));
    assertEquals("x", ToolManifest.parse(manifest("").getBytes(UTF_8)).name());
  }
}
