package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.cloche.Policy;
import dev.cloche.testkit.Policies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code, schema and documentation know the same keys. */
class PolicySchemaTest {

  private static final Path DOCUMENTATION = Path.of("../docs/policy.md");

  private static final Schema VALIDATOR =
      SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(schema());

  private static JsonNode schema() {
    try (InputStream in = Policy.class.getResourceAsStream("policy/policy.schema.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void schema_hasTheKeysOfTheCode_andNoOther() {
    Set<String> keys = new TreeSet<>();
    collect(schema(), "", keys);

    assertEquals(new TreeSet<>(PolicyKeys.all()), keys);
  }

  private static void collect(JsonNode node, String path, Set<String> keys) {
    boolean leads = node.has("properties");
    node.path("properties")
        .properties()
        .forEach(
            entry ->
                collect(
                    entry.getValue(),
                    path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
                    keys));
    if (node.path("additionalProperties").isObject()) {
      leads = true;
      collect(node.get("additionalProperties"), path + ".*", keys);
    }
    if (node.path("items").has("properties")) {
      leads = true;
      collect(node.get("items"), path + "[]", keys);
    }
    for (JsonNode choice : node.path("oneOf")) {
      collect(choice, path, keys);
    }
    if (!leads) {
      keys.add(path);
    }
  }

  @Test
  void schema_refusesUnknownKeysEverywhere() {
    requireClosed(schema());
  }

  private static void requireClosed(JsonNode node) {
    if (node.has("properties")) {
      assertFalse(node.path("additionalProperties").asBoolean(true), node::toString);
    }
    node.forEach(PolicySchemaTest::requireClosed);
  }

  /** An editor that checks by the schema objects to nothing that the reader takes. */
  @Property(tries = 100)
  @net.jqwik.api.Tag("one-jdk")
  void schema_acceptsWhatIsRead(@ForAll("documents") String document) throws IOException {
    if (isRead(document)) {
      assertEquals(List.of(), invalid(document), document);
    }
  }

  @Provide
  Arbitrary<String> documents() {
    return Arbitraries.oneOf(Policies.documents(), Policies.nearlyValidDocuments());
  }

  private static boolean isRead(String document) {
    try {
      Map<String, String> host = Map.of("HOST_A", "a", "HOST_B", "b", "HOST_C", "c");
      return PolicyDocument.parse(document, Path.of("/"), host).digest().length() == 64;
    } catch (PolicyException refused) {
      return false;
    }
  }

  private static List<String> invalid(String document) throws IOException {
    Node read = NodeReader.either(document, new Problems());
    return VALIDATOR.validate(new ObjectMapper().readTree(NodeJson.text(read))).stream()
        .map(Object::toString)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limits: { fuel: -1 }",
        "workspace: { mounts: [ { host: a } ] }",
        "network: { allow: [ { methods: [GET] } ] }",
        "credentials: { a: { header: X } }",
        "credentials: { a: { env: X, file: y, header: X } }",
        "credentials: { a: { env: X, header: Y, query: z } }",
        "credentials: { a: { env: X, value: \"a {}\" } }",
        "native: { leases: [ { credential: a, commands: [git] } ] }",
        "tools: { signers: [] }",
        "extends: lax",
      })
  void schema_refusesWhatItCanSay_asTheReaderDoes(String text) throws IOException {
    assertFalse(isRead("version: 1\n" + text));
    assertFalse(invalid("version: 1\n" + text).isEmpty());
  }

  @Test
  void below_knowsTheMappings() {
    assertEquals(Set.of("fuel", "wall", "memory", "output"), PolicyKeys.below("limits"));
    assertEquals(Set.of("url", "methods"), PolicyKeys.below("network.deny[]"));
    assertTrue(PolicyKeys.below("").containsAll(Set.of("version", "tools")));
    assertEquals(Set.of(), PolicyKeys.below("limit"));
  }

  @Test
  void documentation_hasEveryKey() throws IOException {
    String text = Files.readString(DOCUMENTATION);
    for (String key : PolicyKeys.all()) {
      assertTrue(text.contains("| `" + key + "` |"), key);
    }
  }

  @Test
  void documentation_tableOfProfiles_isTrue() throws IOException {
    Pattern row = Pattern.compile("\\| `([a-z.]+)` \\| (\\S+) \\| (\\S+) \\| (\\S+) \\|\n");
    Matcher rows = row.matcher(Files.readString(DOCUMENTATION));
    int found = 0;
    while (rows.find()) {
      int column = 2;
      for (Profile profile : Profile.values()) {
        String[] key = rows.group(1).split("\\.", -1);
        Object value =
            ((Map<?, ?>) PolicyTree.withoutRules(Policy.builder(profile).build()).get(key[0]))
                .get(key[1]);
        assertEquals(String.valueOf(value), rows.group(column++), rows.group(1));
      }
      found++;
    }
    assertEquals(15, found);
  }

  @Test
  void documentation_yaml_isRead() throws IOException {
    Matcher blocks =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENTATION));
    List<String> documents = blocks.results().map(block -> block.group(1)).toList();

    assertEquals(4, documents.size());
    for (String document : documents) {
      Policy policy = PolicyDocument.parse(document, Path.of("/"), Map.of());
      assertEquals(64, policy.digest().length());
    }
  }
}
