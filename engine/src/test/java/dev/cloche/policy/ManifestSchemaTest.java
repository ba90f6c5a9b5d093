package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The published schema of the manifest knows the keys of the reader. */
class ManifestSchemaTest {

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
}
