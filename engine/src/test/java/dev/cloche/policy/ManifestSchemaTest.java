package dev.cloche.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The published schema of the manifest knows the keys of the reader. */
class ManifestSchemaTest {

  private static final Path DOCUMENTATION = Path.of("../docs/writing-tools.md");

  private static JsonNode schema() throws IOException {
    try (InputStream in = ToolManifest.class.getResourceAsStream("policy/manifest.schema.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  @Test
  void schema_hasTheKeysOfTheReader_andNoOther() throws IOException {
    Set<String> keys = new TreeSet<>();
    assertTrue(collect(schema(), "", keys));

    assertEquals(new TreeSet<>(ManifestDocument.KEYS.paths()), keys);
  }

  /** A key that has no keys below it says something itself. */
  private static boolean collect(JsonNode node, String path, Set<String> keys) {
    boolean leads = false;
    for (var property : node.path("properties").properties()) {
      String below = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
      if (!collect(property.getValue(), below, keys)) {
        keys.add(below);
      }
      leads = true;
    }
    for (JsonNode choice : node.path("oneOf")) {
      leads |= collect(choice, path, keys);
    }
    if (node.has("items")) {
      leads |= collect(node.get("items"), path + "[]", keys);
    }
    return leads;
  }

  @Test
  void schema_refusesUnknownKeysEverywhere() throws IOException {
    requireClosed(schema());
  }

  private static void requireClosed(JsonNode node) {
    if (node.path("properties").isObject()) {
      assertFalse(node.path("additionalProperties").asBoolean(true), node::toString);
    }
    node.forEach(ManifestSchemaTest::requireClosed);
  }

  @Test
  void documentation_hasEveryKey() throws IOException {
    String text = Files.readString(DOCUMENTATION);
    for (String key : ManifestDocument.KEYS.paths()) {
      assertTrue(text.contains("| `" + key + "` |"), key);
    }
  }

  @Test
  void documentation_manifests_areRead() throws IOException {
    String text = Files.readString(DOCUMENTATION);
    List<String> manifests = blocks(text, "json");
    List<String> scripts = blocks(text, "js");

    assertEquals(1, manifests.size());
    assertEquals("resize", ToolManifest.parse(manifests.get(0).getBytes(UTF_8)).name());
    assertEquals(1, scripts.size());
    byte[] manifest = ScriptComment.find(scripts.get(0)).orElseThrow();
    assertEquals("sum", ManifestDocument.parseScript(manifest).name());
  }

  private static List<String> blocks(String text, String language) {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(text)
        .results()
        .map(block -> block.group(1))
        .toList();
  }
}
