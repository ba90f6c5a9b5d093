package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Capabilities;
import dev.cloche.Policy;
import dev.cloche.ToolManifest;
import dev.cloche.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Manifests of tools: each is understood whole or refused with places, travels in a module
 * unchanged, and narrows whatever policy there is.
 */
public final class ManifestFuzz implements FuzzTarget {
  private static final byte[] MODULE = {0, 'a', 's', 'm', 1, 0, 0, 0};

  private static final Policy POLICY =
      PolicyDocument.parse(
          """
          version: 1
          workspace: { mounts: [ { host: /srv/one, at: /data, mode: overlay } ] }
          network:
            allow: [ { url: "https://a.example/" }, { url: "http://10.0.0.1:8080/", private: true } ]
            deny:  [ { url: "https://a.example/v1/x" } ]
          environment: { A: b, B: c }
          """,
          Widening.BASE,
          Widening.HOST);

  @Override
  public String name() {
    return "manifest";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(utf8(WHOLE), utf8(SCRIPT));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static final String WHOLE =
      """
      {"name": "count", "title": "Count", "description": "counts words", "version": "1",
       "license": "Apache-2.0", "source": "here", "abi": "wasi-command", "usage": ["count FILE"],
       "capabilities": {"network": [{"url": "https://a.example/v1", "methods": ["GET"]}],
         "environment": ["A"], "workspace": "read", "memory": "16Mi", "fuel": "1G"},
       "input": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 9,
         "pattern": "^a+$"}}, "required": ["text"], "additionalProperties": false},
       "output": {"type": "object"}, "map": {"stdin": "text", "args": ["-w"]}}
      """;

  private static final String SCRIPT =
      "{\"name\":\"s\",\"description\":\"d\",\"capabilities\":{\"network\":[]}}";

  @Override
  public void run(byte[] input) {
    manifest(input, false).ifPresent(manifest -> assertTravels(input, manifest));
    var ignored = manifest(input, true);
  }

  private static Optional<ToolManifest> manifest(byte[] json, boolean script) {
    try {
      ToolManifest manifest =
          script ? ManifestDocument.parseScript(json) : ManifestDocument.parse(json);
      assertEquals(manifest.capabilities(), ManifestDocument.capabilities(json));
      assertNarrows(manifest.capabilities());
      return Optional.of(manifest);
    } catch (PolicyException refused) {
      String text = new String(json, StandardCharsets.UTF_8);
      Widening.assertTold(refused, (int) text.lines().count());
      return Optional.empty();
    }
  }

  private static void assertNarrows(Capabilities asked) {
    Policy narrowed = asked.narrow(POLICY);
    Widening.assertWithin(narrowed, POLICY);
    Widening.assertWithin(asked.narrow(Policy.strict()), Policy.strict());
    assertTrue(asked.beyond(POLICY).size() < 10_000);
  }

  private static void assertTravels(byte[] json, ToolManifest manifest) {
    byte[] module = ManifestDocument.embed(MODULE, json);
    byte[] found = ManifestDocument.section(module).orElseThrow();
    assertArrayEquals(json, found);
    assertEquals(manifest, ManifestDocument.parse(found));
    byte[] again = ManifestDocument.embed(module, json);
    assertArrayEquals(module, again);
  }
}
