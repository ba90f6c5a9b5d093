package dev.cloche.adapter.langchain4j;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says a JSON Schema in LangChain4j's elements: the simple ones in its own, since not every model's
 * client takes another, and those that say more than its own can as raw text.
 *
 * <p>What stands beside the properties of the whole object, such as {@code anyOf}, has no place
 * there and is left out. The model may then send what the engine refuses.
 */
final class SchemaElements {

  private static final JsonMapper MAPPER = new JsonMapper();

  private SchemaElements() {}

  /**
   * Returns the parameters of a tool.
   *
   * @param schema of an object
   */
  static JsonObjectSchema parameters(String schema) {
    JsonNode root = read(schema);
    JsonObjectSchema.Builder object = object(root);
    if (root.path("$defs").isObject()) {
      object.definitions(elements(root.get("$defs")));
    }
    return object.build();
  }

  private static JsonNode read(String schema) {
    try {
      return MAPPER.readTree(schema);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the schema of a tool is no JSON", e);
    }
  }

  private static JsonObjectSchema.Builder object(JsonNode schema) {
    JsonObjectSchema.Builder object =
        JsonObjectSchema.builder()
            .description(description(schema))
            .addProperties(elements(schema.path("properties")))
            .required(texts(schema.path("required")));
    if (schema.path("additionalProperties").isBoolean()) {
      object.additionalProperties(schema.get("additionalProperties").booleanValue());
    }
    return object;
  }

  private static Map<String, JsonSchemaElement> elements(JsonNode schemas) {
    Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
    schemas.properties().forEach(one -> elements.put(one.getKey(), element(one.getValue())));
    return elements;
  }

  private static JsonSchemaElement element(JsonNode schema) {
    String description = description(schema);
    String type = schema.path("type").asText();
    if (isEnum(schema) && says(schema, "type", "enum", "description")) {
      return JsonEnumSchema.builder()
          .enumValues(texts(schema.get("enum")))
          .description(description)
          .build();
    } else if (type.equals("array") && says(schema, "type", "items", "description")) {
      JsonArraySchema.Builder array = JsonArraySchema.builder().description(description);
      return schema.path("items").isObject()
          ? array.items(element(schema.get("items"))).build()
          : array.build();
    } else if (type.equals("object")
        && !schema.path("additionalProperties").isObject()
        && says(schema, "type", "properties", "required", "additionalProperties", "description")) {
      return object(schema).build();
    } else if (says(schema, "type", "description")) {
      return scalar(type, description, schema);
    }
    return JsonRawSchema.from(schema.toString());
  }

  private static JsonSchemaElement scalar(
      String type, @Nullable String description, JsonNode schema) {
    return switch (type) {
      case "string" -> JsonStringSchema.builder().description(description).build();
      case "integer" -> JsonIntegerSchema.builder().description(description).build();
      case "number" -> JsonNumberSchema.builder().description(description).build();
      case "boolean" -> JsonBooleanSchema.builder().description(description).build();
      default -> JsonRawSchema.from(schema.toString());
    };
  }

  private static boolean isEnum(JsonNode schema) {
    for (JsonNode value : schema.path("enum")) {
      if (!value.isTextual()) {
        return false;
      }
    }
    return schema.path("enum").isArray();
  }

  /** Whether a schema says these things at most. */
  private static boolean says(JsonNode schema, String... keys) {
    Set<String> known = Set.of(keys);
    List<String> more = new ArrayList<>();
    schema.fieldNames().forEachRemaining(more::add);
    more.removeAll(known);
    return schema.isObject() && more.isEmpty();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static @Nullable String description(JsonNode schema) {
    return schema.path("description").isTextual() ? schema.get("description").textValue() : null;
  }
}
