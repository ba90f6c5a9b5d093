package dev.cloche.structured;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cloche.JsonSchema;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which properties of an input its schema marks secret: those in whose schema, at any depth and by
 * reference too, {@code "writeOnly": true} stands or {@code "format": "password"}. Where it cannot
 * be said of which property that is, as below {@code additionalProperties}, it is of all. In doubt
 * a property is secret.
 */
public final class SecretProperties {

  private static final String REFERENCE = "$ref";

  /** Keywords whose schemas are about the same value. */
  private static final List<String> IN_PLACE =
      List.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas");

  private static final List<String> UNNAMED = List.of("patternProperties", "additionalProperties");

  private final JsonNode root;
  private final IdentityHashMap<JsonNode, Boolean> known = new IdentityHashMap<>();
  private final IdentityHashMap<JsonNode, Boolean> read = new IdentityHashMap<>();
  private final Set<String> names = new TreeSet<>();
  private boolean all;

  private SecretProperties(JsonNode root) {
    this.root = root;
  }

  /** Returns those of a schema. */
  public static SecretProperties of(JsonSchema schema) {
    SecretProperties secrets = new SecretProperties(JsonText.schema(schema.json()));
    secrets.read(secrets.root);
    return secrets;
  }

  /** Tells whether the value of a property is secret. */
  boolean contains(String property) {
    return all || names.contains(property);
  }

  /** Reads a schema of the whole input. */
  private void read(JsonNode schema) {
    if (!schema.isObject() || read.putIfAbsent(schema, true) != null) {
      return;
    }
    all |= isMarked(schema) || UNNAMED.stream().anyMatch(key -> isSecret(schema.path(key)));
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              if (isSecret(property.getValue())) {
                names.add(property.getKey());
              }
            });
    for (String key : IN_PLACE) {
      JsonNode part = schema.path(key);
      read(part);
      part.forEach(this::read);
    }
    read(referred(schema));
  }

  private static boolean isMarked(JsonNode schema) {
    return schema.path("writeOnly").asBoolean()
        || schema.path("format").asText().equals("password");
  }

  /** Each piece is looked at once; what leads back to itself is no schema, but a value in one. */
  private boolean isSecret(JsonNode piece) {
    if (!piece.isContainerNode()) {
      return false;
    }
    Boolean before = known.putIfAbsent(piece, false);
    if (before != null) {
      return before;
    }
    boolean secret = isMarked(piece) || isSecret(referred(piece));
    for (JsonNode part : piece) {
      secret |= isSecret(part);
    }
    known.put(piece, secret);
    return secret;
  }

  private JsonNode referred(JsonNode schema) {
    String reference = schema.path(REFERENCE).asText();
    return reference.startsWith("#/")
        ? root.at(JsonPointer.compile(reference.substring(1)))
        : root.path("");
  }
}
