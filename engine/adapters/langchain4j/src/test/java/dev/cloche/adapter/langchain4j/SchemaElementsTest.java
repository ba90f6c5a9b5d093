package dev.cloche.adapter.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas of manifests in LangChain4j's words. */
class SchemaElementsTest {

  @Test
  void schema_ofSimpleParts_isTyped() {
    JsonObjectSchema parameters =
        SchemaElements.parameters(
            """
            {"type":"object","required":["a"],"additionalProperties":false,"properties":{
              "a":{"type":"string","description":"d"}, "b":{"type":"integer"},
              "c":{"enum":["x","y"]}, "d":{"type":"array","items":{"type":"string"}},
              "e":{"type":"object","properties":{"f":{"type":"integer"}}}}}""");

    assertEquals(List.of("a"), parameters.required());
    assertEquals(false, parameters.additionalProperties());
    assertEquals("d", as(JsonStringSchema.class, parameters, "a").description());
    assertEquals(new JsonIntegerSchema(), parameters.properties().get("b"));
    assertEquals(List.of("x", "y"), as(JsonEnumSchema.class, parameters, "c").enumValues());
    assertInstanceOf(JsonStringSchema.class, as(JsonArraySchema.class, parameters, "d").items());
    assertEquals(Set.of("f"), as(JsonObjectSchema.class, parameters, "e").properties().keySet());
  }

  private static <T> T as(Class<T> type, JsonObjectSchema of, String property) {
    return assertInstanceOf(type, of.properties().get(property));
  }

  /** What its own words cannot say is not lost. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"integer\",\"minimum\":1}",
        "{\"enum\":[1,2]}",
        "{\"type\":[\"string\",\"null\"]}",
        "{}",
        "true",
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
        "{\"$ref\":\"#/$defs/x\"}"
      })
  void schema_thatSaysMore_isRaw(String schema) {
    JsonObjectSchema parameters =
        SchemaElements.parameters(
            "{\"type\":\"object\",\"properties\":{\"a\":"
                + schema
                + "},\"$defs\":{\"x\":{\"type\":\"string\"}}}");

    assertEquals(schema, as(JsonRawSchema.class, parameters, "a").schema());
    assertInstanceOf(JsonStringSchema.class, parameters.definitions().get("x"));
  }
}
