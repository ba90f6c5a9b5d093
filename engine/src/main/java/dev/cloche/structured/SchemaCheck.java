package dev.cloche.structured;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import dev.cloche.JsonSchema;
import dev.cloche.ValueProblem;
import dev.cloche.module.GuestText;
import java.util.List;
import java.util.Locale;

/**
 * Checks values against one schema.
 *
 * <p>The library is given no way to load anything, the regular expressions of RE2/J instead of
 * Java's, and only as much to do as {@link #MAX_WORK}: schemas of a manifest do not recurse, so the
 * work is at most the schemas that apply to one value times the values. Thread-safe.
 */
public final class SchemaCheck {

  /** About a second: evaluations of one schema on one value. */
  static final long MAX_WORK = 20_000_000;

  /** About a second: steps of a pattern over a character. */
  static final long MAX_PATTERN_WORK = 100_000_000;

  /** Of larger values only the first problem is told: each costs a message. */
  private static final long MAX_NODES_FOR_ALL = 2_000;

  private static final int MAX_PROBLEMS = 20;

  private final JsonSchema source;
  private final Schema first;
  private final Schema all;

  private SchemaCheck(JsonSchema source) {
    this.source = source;
    JsonNode schema = JsonText.schema(source.json());
    this.first = registry(true).getSchema(schema);
    this.all = registry(false).getSchema(schema);
  }

  /** Returns the check of a schema. */
  public static SchemaCheck of(JsonSchema schema) {
    return new SchemaCheck(schema);
  }

  private static SchemaRegistry registry(boolean failFast) {
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .failFast(failFast)
            .formatAssertionsEnabled(false)
            .locale(Locale.ROOT)
            .pathType(PathType.JSON_POINTER)
            .regularExpressionFactory(LinearPattern::of)
            .build();
    return SchemaRegistry.withDialect(
        Dialects.getDraft202012(),
        builder ->
            builder
                .schemaRegistryConfig(config)
                .schemaLoader(
                    loader ->
                        loader.resourceLoaders(all -> all.values(List::clear)).block(any -> true)));
  }

  /** Returns what is wrong with a value; nothing if it is valid. */
  public List<ValueProblem> problems(JsonText value) {
    if (source.weight() * value.nodes() > MAX_WORK
        || source.patternWeight() * value.characters() > MAX_PATTERN_WORK) {
      return List.of(
          new ValueProblem(
              "",
              value.nodes() + " values of " + value.characters() + " characters",
              "fewer: checking them against this schema would take too long"));
    }
    List<Error> errors = first.validate(value.node());
    if (!errors.isEmpty() && value.nodes() <= MAX_NODES_FOR_ALL) {
      errors = all.validate(value.node());
    }
    return errors.stream().limit(MAX_PROBLEMS).map(SchemaCheck::problem).distinct().toList();
  }

  private static ValueProblem problem(Error error) {
    return new ValueProblem(
        GuestText.escape(String.valueOf(error.getInstanceLocation())),
        given(error),
        allowed(error));
  }

  private static String given(Error error) {
    JsonNode node = error.getInstanceNode();
    return switch (error.getKeyword()) {
      case "required", "dependentRequired" -> "no " + GuestText.quote(error.getProperty());
      case "additionalProperties" -> "unknown " + GuestText.quote(error.getProperty());
      default -> node == null ? "something else" : shown(node);
    };
  }

  private static String shown(JsonNode node) {
    return node.isContainerNode()
        ? (node.isArray() ? "an array of " : "an object of ") + node.size()
        : node.isTextual() ? GuestText.quote(node.textValue()) : GuestText.escape(node.asText());
  }

  private static String allowed(Error error) {
    JsonNode schema = error.getSchemaNode();
    String value = schema == null ? "" : " " + GuestText.escape(JsonText.compact(schema));
    return error.getKeyword() + value.replace("\\u0022", "\"");
  }
}
