package dev.cloche.policy;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the keywords of a schema have for a value. What is not listed is refused. */
enum SchemaKeyword {
  /** A schema. */
  SCHEMA,
  /** A list of schemas, at least one. */
  SCHEMAS,
  /** A mapping from names to schemas. */
  NAMED_SCHEMAS,
  /** A mapping from patterns to schemas. */
  PATTERN_SCHEMAS,
  /** The name of a type, or a list of them. */
  TYPE,
  TEXT,
  PATTERN,
  /** A whole number from 0. */
  COUNT,
  NUMBER,
  /** A number above 0. */
  POSITIVE,
  TRUTH,
  /** A list of texts. */
  TEXTS,
  /** A mapping from names to lists of texts. */
  NAMED_TEXTS,
  /** A reference within the document. */
  REFERENCE,
  /** The one dialect. */
  DIALECT,
  /** A list of anything, at least one. */
  VALUES,
  ANY;

  /** The one dialect that is read. */
  static final String DIALECT_2020_12 = "https://json-schema.org/draft/2020-12/schema";

  private static final Map<String, SchemaKeyword> ALL = new LinkedHashMap<>();

  static {
    is(DIALECT, "$schema");
    is(REFERENCE, "$ref");
    is(NAMED_SCHEMAS, "$defs", "properties", "dependentSchemas");
    is(PATTERN_SCHEMAS, "patternProperties");
    is(SCHEMA, "items", "contains", "additionalProperties", "propertyNames");
    is(SCHEMA, "not", "if", "then", "else");
    is(SCHEMAS, "allOf", "anyOf", "oneOf", "prefixItems");
    is(TYPE, "type");
    is(VALUES, "enum", "examples");
    is(ANY, "const", "default");
    is(NUMBER, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
    is(POSITIVE, "multipleOf");
    is(COUNT, "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains");
    is(COUNT, "minProperties", "maxProperties");
    is(PATTERN, "pattern");
    is(TRUTH, "uniqueItems", "deprecated", "readOnly", "writeOnly");
    is(TEXTS, "required");
    is(NAMED_TEXTS, "dependentRequired");
    is(TEXT, "title", "description", "$comment", "format", "contentEncoding", "contentMediaType");
  }

  private static void is(SchemaKeyword kind, String... names) {
    for (String name : names) {
      ALL.put(name, kind);
    }
  }

  /** Returns the keywords and what they are, in an order fit for messages. */
  static Map<String, SchemaKeyword> all() {
    return ALL;
  }
}
