package dev.cloche.policy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.JsonSchema;
import dev.cloche.module.GuestText;
import dev.cloche.policy.SchemaGraph.Schema;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Reads a JSON Schema (2020-12) in a manifest.
 *
 * <p><b>Goal.</b> A schema that is accepted means what its author wrote, can be evaluated by the
 * library without loading anything, and costs a known amount. It is a stranger's: attack H2.
 *
 * <p><b>Refused.</b> Keywords that are unknown, since a typing mistake would otherwise allow
 * everything; those that name or find schemas elsewhere ({@code $id}, {@code $anchor}, {@code
 * $dynamicRef}, ...); references to anything but a schema in the same document; references that
 * lead back to where they are; patterns that are not RE2's.
 *
 * <p><b>Cost.</b> Without recursion each value is looked at by at most as many schemas as there are
 * with all references followed, which is bounded by {@value SchemaGraph#MAX_WEIGHT}.
 */
final class SchemaReader {

  private static final Set<String> TYPES =
      Set.of("null", "boolean", "object", "array", "number", "string", "integer");

  private final Problems problems;
  private final SchemaGraph graph;

  private SchemaReader(Problems problems) {
    this.problems = problems;
    this.graph = new SchemaGraph(problems);
  }

  /** Returns the schema at a node, which must be one of an object if {@code object}. */
  static Optional<JsonSchema> read(Node root, String path, boolean object, Problems problems) {
    int before = problems.count();
    NodeJson.check(root, path, problems);
    SchemaReader reader = new SchemaReader(problems);
    if (!(root instanceof Node.Mapping mapping)) {
      problems.add(root, path, "is " + root.kind() + "; needed is a schema");
      return Optional.empty();
    }
    if (object && !isObjectType(mapping)) {
      problems.add(root, path, "is no schema of an object; write \"type\": \"object\"");
    }
    reader.schema(root, path);
    if (!problems.noneSince(before)) {
      return Optional.empty();
    }
    return reader.graph.resolved(root, path);
  }

  private static boolean isObjectType(Node.Mapping mapping) {
    Node.Entry type = mapping.entries().get("type");
    return type != null
        && type.value() instanceof Node.Scalar scalar
        && scalar.text().equals("object");
  }

  private void schema(Node node, String path) {
    Schema found = graph.add(node, path);
    if (node instanceof Node.Mapping mapping) {
      mapping
          .entries()
          .forEach((key, entry) -> keyword(found, key, entry, NodeReader.join(path, key)));
    } else if (!isScalar(node, Node.Type.TRUTH)) {
      problem(node, path, "is " + node.kind() + "; needed is a schema");
    }
  }

  private void keyword(Schema in, String key, Node.Entry entry, String path) {
    SchemaKeyword kind = SchemaKeyword.all().get(key);
    if (kind == null) {
      problems.add(entry.line(), entry.column(), path, unknown(key));
      return;
    }
    Node value = entry.value();
    switch (kind) {
      case SCHEMA -> part(in, value, path);
      case SCHEMAS -> some(value, path).forEach(item -> part(in, item.node(), item.path()));
      case NAMED_SCHEMAS -> named(value, path).forEach((name, at) -> named(in, key, at));
      case PATTERN_SCHEMAS ->
          named(value, path)
              .forEach(
                  (name, at) -> {
                    pattern(in, name, at.node(), at.path());
                    part(in, at.node(), at.path());
                  });
      case TYPE -> type(value, path);
      case TEXT -> scalar(value, path, Node.Type.TEXT, "text");
      case PATTERN -> {
        if (scalar(value, path, Node.Type.TEXT, "text")) {
          pattern(in, ((Node.Scalar) value).text(), value, path);
        }
      }
      case COUNT -> count(value, path);
      case NUMBER -> scalar(value, path, Node.Type.NUMBER, "a number");
      case POSITIVE -> positive(value, path);
      case TRUTH -> truth(in, key, value, path);
      case TEXTS -> texts(value, path);
      case NAMED_TEXTS -> named(value, path).values().forEach(at -> texts(at.node(), at.path()));
      case REFERENCE -> in.refer(value);
      case DIALECT -> dialect(value, path);
      case VALUES -> some(value, path);
      case ANY -> {}
    }
  }

  private static String unknown(String key) {
    return "unknown or unsupported keyword "
        + GuestText.quote(key)
        + Suggestions.nearest(key, SchemaKeyword.all().keySet())
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
  }

  private void part(Schema in, Node node, String path) {
    in.apply(node);
    schema(node, path);
  }

  /** Definitions are schemas, but no part of what applies until something refers to them. */
  private void named(Schema in, String key, At at) {
    if (key.equals("$defs")) {
      schema(at.node(), at.path());
    } else {
      part(in, at.node(), at.path());
    }
  }

  private record At(Node node, String path) {}

  @CanIgnoreReturnValue
  private List<At> some(Node value, String path) {
    if (value instanceof Node.Sequence list && !list.items().isEmpty()) {
      return items(list, path);
    }
    problem(value, path, "is no list of at least one");
    return List.of();
  }

  private static List<At> items(Node.Sequence list, String path) {
    return IntStream.range(0, list.items().size())
        .mapToObj(i -> new At(list.items().get(i), path + "[" + i + "]"))
        .toList();
  }

  private Map<String, At> named(Node value, String path) {
    Map<String, At> found = new LinkedHashMap<>();
    if (value instanceof Node.Mapping mapping) {
      mapping
          .entries()
          .forEach(
              (name, entry) -> found.put(name, new At(entry.value(), NodeReader.join(path, name))));
    } else {
      problem(value, path, "is " + value.kind() + "; needed is a mapping");
    }
    return found;
  }

  private void type(Node value, String path) {
    List<At> types =
        value instanceof Node.Sequence ? some(value, path) : List.of(new At(value, path));
    Set<String> seen = new HashSet<>();
    for (At at : types) {
      if (!(at.node() instanceof Node.Scalar scalar)
          || !TYPES.contains(scalar.text())
          || !seen.add(scalar.text())) {
        problem(at.node(), at.path(), "is no type, or given twice; types are " + sorted(TYPES));
      }
    }
  }

  private static String sorted(Set<String> names) {
    return String.join(", ", new TreeSet<>(names));
  }

  private void texts(Node value, String path) {
    if (!(value instanceof Node.Sequence list)) {
      problem(value, path, "is " + value.kind() + "; needed is a list of texts");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (At at : items(list, path)) {
      if (scalar(at.node(), at.path(), Node.Type.TEXT, "text")
          && !seen.add(((Node.Scalar) at.node()).text())) {
        problem(at.node(), at.path(), "is given twice");
      }
    }
  }

  @CanIgnoreReturnValue
  private boolean scalar(Node value, String path, Node.Type type, String needed) {
    if (isScalar(value, type)) {
      return true;
    }
    problem(value, path, "is " + value.kind() + "; needed is " + needed);
    return false;
  }

  private static boolean isScalar(Node node, Node.Type type) {
    return node instanceof Node.Scalar scalar && scalar.type() == type;
  }

  private void truth(Schema in, String key, Node value, String path) {
    if (scalar(value, path, Node.Type.TRUTH, "true or false")
        && key.equals("uniqueItems")
        && ((Node.Scalar) value).text().equals("true")) {
      in.compareItems();
    }
  }

  private void count(Node value, String path) {
    if (scalar(value, path, Node.Type.NUMBER, "a whole number from 0")
        && !((Node.Scalar) value).text().matches("[0-9]{1,9}")) {
      problem(value, path, "is not a whole number from 0 to 999999999");
    }
  }

  private void positive(Node value, String path) {
    if (scalar(value, path, Node.Type.NUMBER, "a number above 0")
        && !(Double.parseDouble(((Node.Scalar) value).text()) > 0)) {
      problem(value, path, "is not above 0");
    }
  }

  private void pattern(Schema in, String pattern, Node at, String path) {
    try {
      in.addPattern(PatternSize.of(pattern));
    } catch (IllegalArgumentException refused) {
      problem(at, path, String.valueOf(refused.getMessage()));
    }
  }

  private void dialect(Node value, String path) {
    if (!(value instanceof Node.Scalar scalar
        && scalar.text().equals(SchemaKeyword.DIALECT_2020_12))) {
      problem(value, path, "is not " + SchemaKeyword.DIALECT_2020_12 + ", the only dialect");
    }
  }

  private void problem(Node at, String path, String message) {
    problems.add(at, path, message);
  }
}
