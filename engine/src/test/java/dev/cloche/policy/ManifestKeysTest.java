package dev.cloche.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.InputMapping;
import dev.cloche.InputMapping.Flag;
import dev.cloche.InputMapping.Literal;
import dev.cloche.InputMapping.OptionValue;
import dev.cloche.InputMapping.Value;
import dev.cloche.Metering;
import dev.cloche.ScriptForm;
import dev.cloche.StructuredForm;
import dev.cloche.ToolExample;
import dev.cloche.ToolManifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of a manifest beyond those that are required, and hostile ones. */
class ManifestKeysTest {

  private static final String FULL =
      """
      "input": { "type": "object", "properties": { "filter": { "type": "string" }, "indent": {
        "type": "integer" }, "compact": { "type": "boolean" }, "text": {}, "extra": {} } },
      "output": { "type": "array" },
      "call": { "arguments": [ { "property": "compact", "flag": "-c" },
          { "property": "indent", "option": "--indent" }, "--",
          { "property": "filter", "verbatim": true } ],
        "stdin": { "property": "text" },
        "files": [ { "path": "/in/extra.json", "property": "extra" } ] },
      "metering": "coarse",
      "script": { "extensions": ["js", "mjs"], "arguments": ["-e", { "property": "source" }, "-"] },
      "examples": [
        { "title": "one", "arguments": ["-c", "."], "stdin": "1\\n", "stdout": "1\\n" },
        { "title": "two", "input": { "filter": "x" }, "files": { "/a.txt": "a\\n" },
          "stdout": "", "exit": 5 } ]""";

  private static ToolManifest parse(String more) {
    return ToolManifest.parse(document(more).getBytes(UTF_8));
  }

  private static String document(String more) {
    return """
        {"name":"x","title":"X","description":"does x","version":"1","license":"MIT",
        "source":"here","abi":"wasi-command","usage":["x"],
        %s}"""
        .formatted(more);
  }

  private static PolicyException refused(String more) {
    return assertThrows(PolicyException.class, () -> parse(more), more);
  }

  private static void refusedSchema(String schema) {
    PolicyException refused = refused("\"output\":" + schema);
    assertTrue(
        refused.problems().stream().allMatch(problem -> problem.line() >= 3), refused::getMessage);
  }

  @Test
  void everyKey_isRead() {
    ToolManifest manifest = parse(FULL);
    StructuredForm form = manifest.structured();

    assertEquals(
        new InputMapping(
            List.of(
                new Flag("compact", "-c"),
                new OptionValue("indent", "--indent", false),
                new Literal("--"),
                new Value("filter", true)),
            Optional.of("text"),
            List.of(new InputMapping.File("/in/extra.json", "extra"))),
        form.mapping().orElseThrow());
    assertEquals("{\"type\":\"array\"}", form.output().orElseThrow().json());
    assertEquals(6, form.input().orElseThrow().weight());
    assertEquals(Metering.COARSE, manifest.metering());
    assertEquals(
        Optional.of(new ScriptForm(List.of("js", "mjs"), List.of("-e"), List.of("-"))),
        manifest.script());
    assertEquals(
        List.of(
            new ToolExample("one", List.of("-c", "."), Optional.empty(), "1\n", Map.of(), "1\n", 0),
            new ToolExample(
                "two",
                List.of(),
                Optional.of("{\"filter\":\"x\"}"),
                "",
                Map.of("/a.txt", "a\n"),
                "",
                5)),
        manifest.examples());
  }

  @Test
  void noKey_isTextAndExact() {
    ToolManifest manifest = parse("\"metering\":\"exact\"");

    assertEquals(StructuredForm.NONE, manifest.structured());
    assertEquals(List.of(), manifest.examples());
    assertEquals(Optional.empty(), manifest.script());
    assertEquals(manifest, ToolManifest.parse(document("\"examples\":[]").getBytes(UTF_8)));
  }

  @Test
  void problems_haveLineAndColumn() {
    PolicyException refused =
        refused("\"metering\":\"fast\",\n \"output\":{\"type\":\"strnig\"},\"call\":{}");

    assertEquals(
        List.of("metering@3:12", "output.type@4:19", "call@4:36"),
        refused.problems().stream().map(p -> p.key() + "@" + p.line() + ":" + p.column()).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"metering\":\"none\"",
        "\"metering\":1",
        "\"input\":{\"type\":\"array\"}",
        "\"input\":{}",
        "\"input\":true",
        "\"call\":{\"arguments\":[]}",
        "\"input\":{\"type\":\"object\"},\"call\":{\"arguments\":[{\"property\":\"a\"}]}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{\"arguments\":[{\"property\":\"a\",\"flag\":\"-a\",\"option\":\"-b\"}]}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{\"arguments\":[{\"property\":\"a\",\"option\":\"a\"}]}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{\"arguments\":[{\"option\":\"-a\"}]}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{\"arguments\":[1,{\"property\":\"a\"}]}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{\"files\":[{\"path\":\"/../a\",\"property\":\"a\"}]}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{\"files\":[{\"path\":\"a\",\"property\":\"a\"}]}",
        "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{}}},\"call\":{\"files\":[{\"path\":\"/a\",\"property\":\"a\"}]},\"capabilities\":{\"workspace\":\"read\"}",
        "\"examples\":[{\"title\":\"t\",\"stdout\":\"\"}]",
        "\"examples\":[{\"title\":\"t\",\"stdout\":\"\",\"input\":{}}]",
        "\"examples\":[{\"title\":\"t\",\"arguments\":[]}]",
        "\"examples\":[{\"arguments\":[],\"stdout\":\"\"}]",
        "\"examples\":[{\"title\":\"t\",\"arguments\":[],\"stdout\":\"\",\"exit\":256}]",
        "\"examples\":[{\"title\":\"t\",\"arguments\":[],\"stdout\":\"\",\"files\":{\"/a/../b\":\"\"}}]",
        "\"examples\":[{\"title\":\"t\",\"arguments\":[],\"stdout\":\"\",\"files\":{\"/a\":1}}]",
        "\"script\":{\"arguments\":[\"-e\"]}",
        "\"script\":{\"arguments\":[{\"property\":\"source\"},{\"property\":\"source\"}]}",
        "\"script\":{\"arguments\":[{\"property\":\"code\"}]}",
        "\"script\":{\"extensions\":[\"wasm\"],\"arguments\":[{\"property\":\"source\"}]}",
        "\"script\":{\"extensions\":[\".js\"],\"arguments\":[{\"property\":\"source\"}]}"
      })
  void h2_keysThatAreNot_areRefused(String more) {
    PolicyException ignored = refused(more);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\":\"https://example.com/s.json\"}",
        "{\"$ref\":\"file:///etc/passwd\"}",
        "{\"$ref\":\"classpath:draft/2020-12/schema\"}",
        "{\"$ref\":\"other.json\"}",
        "{\"$ref\":\"#name\"}",
        "{\"$ref\":\"#/$defs/none\"}",
        "{\"$ref\":\"#/type\",\"type\":\"string\"}",
        "{\"$ref\":1}",
        "{\"$dynamicRef\":\"#a\"}",
        "{\"$id\":\"https://example.com/\"}",
        "{\"$anchor\":\"a\"}",
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}",
        "{\"properties\":{\"a\":{\"$ref\":\"#/properties/a\"}}}",
        "{\"$defs\":{\"a\":{\"items\":{\"$ref\":\"#/$defs/a\"}}},\"$ref\":\"#/$defs/a\"}",
        "{\"$defs\":{\"a\":{\"allOf\":[{\"$ref\":\"#/$defs/b\"}]},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
        "{\"type\":\"strnig\"}",
        "{\"type\":[\"string\",\"string\"]}",
        "{\"requird\":[\"a\"]}",
        "{\"required\":\"a\"}",
        "{\"minLength\":-1}",
        "{\"multipleOf\":0}",
        "{\"multipleOf\":0e9}",
        "{\"maximum\":1e999}",
        "{\"maximum\":1e999999999}",
        "{\"const\":1e999}",
        "{\"enum\":[]}",
        "{\"pattern\":\"(a\"}",
        "{\"pattern\":\"(?=a)\"}",
        "{\"pattern\":\"(a)\\\\1\"}",
        "{\"pattern\":\"((a{99}){99}){99}\"}",
        "{\"pattern\":\"\\\\Q[\\\\E((a{99}){99}){99}\"}",
        "{\"patternProperties\":{\"(\":{}}}",
        "{\"description\":\"a\\u202eb\"}",
        "{\"title\":\"a\\ud800b\"}",
        "{\"properties\":{\"a\\u200bb\":{}}}",
        "{\"items\":[{}]}",
        "{\"prefixItems\":[{\"uniqueItems\":true},{\"uniqueItems\":true},{\"uniqueItems\":true},{\"uniqueItems\":true},{\"uniqueItems\":true}]}",
        "[]",
        "1"
      })
  void h2_schemasThatAreNot_areRefused(String schema) {
    refusedSchema(schema);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":[\"string\",\"null\"]}",
        "{\"$defs\":{\"a\":{\"type\":\"string\"}},\"items\":{\"$ref\":\"#/$defs/a\"},\"contains\":{\"$ref\":\"#/$defs/a\"}}",
        "{\"pattern\":\"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$\"}",
        "{\"pattern\":\"(a+)+$\"}",
        "{\"properties\":{\"$ref\":{\"const\":\"http://x\"},\"pattern\":{\"enum\":[\"(\"]}}}",
        "{\"const\":{\"$ref\":\"http://x\"}}",
        "{\"prefixItems\":[{\"uniqueItems\":true},{\"uniqueItems\":true},{\"uniqueItems\":false}]}",
        "{\"multipleOf\":0.01,\"minimum\":-1e3}",
        "{\"additionalProperties\":false,\"required\":[\"a\"],\"if\":{},\"then\":{\"not\":{}}}"
      })
  void h2_schemasThatAre_areRead(String schema) {
    assertEquals(schema, parse("\"output\":" + schema).structured().output().orElseThrow().json());
  }

  /**
   * Each definition applies the next twice: 2 to the 30th schemas when the references are followed.
   */
  @Test
  void h2_schemaThatDoublesWithEachReference_isRefused() {
    StringBuilder defs = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{\"d30\":{}");
    for (int i = 0; i < 30; i++) {
      String next = "{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}";
      defs.append(",\"d%d\":{\"allOf\":[%s,%s]}".formatted(i, next, next));
    }
    refusedSchema(defs.append("}}").toString());
  }

  @Test
  void h2_nesting_isBounded() {
    String deep = "{\"not\":".repeat(32) + "{}" + "}".repeat(32);

    refusedSchema(deep);
    assertEquals(
        32,
        parse("\"output\":" + deep.substring(7, deep.length() - 1))
            .structured()
            .output()
            .orElseThrow()
            .weight());
  }

  @ParameterizedTest
  @CsvSource({"name", "title", "description", "version", "license", "source", "usage"})
  void h5_textThatIsNotSeen_isRefused(String key) {
    for (String hidden :
        List.of(
            "\u202e",
            "\u2066",
            "\u200b",
            "\u200d",
            "\u00ad",
            "\ufeff",
            "\u00a0",
            "\u3164",
            "\ufe0f",
            "\u2028",
            "\udb40\udc41",
            "\ue000",
            "\u0007",
            "\n")) {
      String plain = document("\"metering\":\"exact\"");
      String before = key.equals("usage") ? "\"usage\":[\"" : "\"" + key + "\":\"";
      String escaped = hidden.equals("\n") ? "\\n" : hidden.equals("\u0007") ? "\\u0007" : hidden;
      String json = plain.replace(before, before + "x" + escaped);

      assertThrows(
          PolicyException.class,
          () -> ToolManifest.parse(json.getBytes(UTF_8)),
          () -> key + " with U+%04X".formatted(hidden.codePointAt(0)));
    }
  }

  @Test
  void h5_lettersOfAnyScript_areRead() {
    String json =
        document("\"metering\":\"exact\"")
            .replace("does x", "Zählt Wörter, считает слова, 計數, \u0b9a\u0bca\u0bb2\u0bcd");

    assertTrue(
        ToolManifest.parse(json.getBytes(UTF_8)).description().startsWith("Zählt Wörter, счит"));
  }

  @Test
  void h5_pollutingNames_areNoKeysAndNoNames() {
    assertThrows(PolicyException.class, () -> parse("\"__proto__\":{}"));
    String json =
        document("\"metering\":\"exact\"").replace("\"x\",\"title", "\"__proto__\",\"title");
    assertThrows(PolicyException.class, () -> ToolManifest.parse(json.getBytes(UTF_8)));
  }

  @Test
  void h3_abiThatIsUnknown_isRefused() {
    for (String abi : List.of("wasi", "extism", "script", "native", "")) {
      String json = document("\"metering\":\"exact\"").replace("wasi-command", abi);
      assertThrows(PolicyException.class, () -> ToolManifest.parse(json.getBytes(UTF_8)), abi);
    }
  }

  @Test
  void scriptManifest_needsNameAndDescriptionAlone() {
    byte[] json = "{\"name\":\"s\",\"description\":\"does s\"}".getBytes(UTF_8);
    ToolManifest manifest = ManifestDocument.parseScript(json);

    assertEquals("s", manifest.title());
    assertEquals(ToolManifest.SCRIPT, manifest.abi());
    assertThrows(PolicyException.class, () -> ToolManifest.parse(json));
    assertThrows(
        PolicyException.class,
        () -> ManifestDocument.parseScript("{\"name\":\"s\"}".getBytes(UTF_8)));
  }
}
