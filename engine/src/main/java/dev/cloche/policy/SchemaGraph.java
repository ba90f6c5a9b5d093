package dev.cloche.policy;

import dev.cloche.JsonSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of a document and what each applies, by its keywords and by reference. Says how much
 * work they make together, and refuses what would have no end.
 */
final class SchemaGraph {

  static final long MAX_WEIGHT = 10_000;

  /** To tell items apart may take a comparison of each with each, if their hashes are equal. */
  static final long UNIQUE_WEIGHT = 2_000;

  static final long MAX_PATTERN_WEIGHT = 20_000;

  /** Plain characters: how others are written in a reference is read differently here and there. */
  private static final Pattern REFERENCE = Pattern.compile("#(/[A-Za-z0-9_.$~-]+)+");

  private static final long RECURSIVE = -1;

  private final Problems problems;
  private final IdentityHashMap<Node, Schema> schemas = new IdentityHashMap<>();

  SchemaGraph(Problems problems) {
    this.problems = problems;
  }

  /** One schema. */
  static final class Schema {
    private final String path;
    private final Set<Node> parts = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Node> references = new ArrayList<>();
    private long patterns;
    private long work = 1;

    private Schema(String path) {
      this.path = path;
    }

    /** Says that it applies another schema. */
    void apply(Node schema) {
      parts.add(schema);
    }

    /** Says that it applies what a reference leads to. */
    void refer(Node reference) {
      references.add(reference);
    }

    /** Says that it compares the items of a value. */
    void compareItems() {
      work += UNIQUE_WEIGHT;
    }

    /** Says that it has a pattern of this size. */
    void addPattern(long size) {
      patterns += size;
    }
  }

  /** Adds a schema, which applies nothing yet. */
  Schema add(Node node, String path) {
    Schema schema = new Schema(path);
    schemas.put(node, schema);
    return schema;
  }

  /** Returns the schema at the root, with all references followed, unless that is a problem. */
  Optional<JsonSchema> resolved(Node root, String path) {
    int before = problems.count();
    for (Schema schema : schemas.values()) {
      schema.references.forEach(reference -> resolve(schema, root, reference));
    }
    if (!problems.noneSince(before)) {
      return Optional.empty();
    }
    IdentityHashMap<Node, Long> weights = new IdentityHashMap<>();
    for (Map.Entry<Node, Schema> entry : schemas.entrySet()) {
      if (sum(entry.getKey(), weights, schema -> schema.work, MAX_WEIGHT) == RECURSIVE) {
        problems.add(entry.getKey(), entry.getValue().path, "refers to itself, which has no bound");
        return Optional.empty();
      }
    }
    return weighed(root, path, weights);
  }

  private Optional<JsonSchema> weighed(
      Node root, String path, IdentityHashMap<Node, Long> weights) {
    long weight = sum(root, weights, schema -> schema.work, MAX_WEIGHT);
    long patterns =
        sum(root, new IdentityHashMap<>(), schema -> schema.patterns, MAX_PATTERN_WEIGHT);
    if (weight > MAX_WEIGHT || patterns > MAX_PATTERN_WEIGHT) {
      problems.add(
          root,
          path,
          "has, with references followed, more than %d schemas or patterns of more than %d pieces"
              .formatted(MAX_WEIGHT, MAX_PATTERN_WEIGHT));
      return Optional.empty();
    }
    return Optional.of(new JsonSchema(NodeJson.text(root), weight, patterns));
  }

  private void resolve(Schema schema, Node root, Node reference) {
    Optional<Node> target = target(root, reference);
    if (target.isPresent()) {
      schema.apply(target.get());
    } else {
      problems.add(
          reference,
          schema.path + ".$ref",
          "leads to no schema of this document; write \"#/$defs/NAME\" or the like");
    }
  }

  private Optional<Node> target(Node root, Node reference) {
    if (!(reference instanceof Node.Scalar scalar) || !REFERENCE.matcher(scalar.text()).matches()) {
      return Optional.empty();
    }
    Node at = root;
    for (String token : scalar.text().substring(2).split("/", -1)) {
      Node next = step(at, token.replace("~1", "/").replace("~0", "~"));
      if (next == null) {
        return Optional.empty();
      }
      at = next;
    }
    return schemas.containsKey(at) ? Optional.of(at) : Optional.empty();
  }

  private static @Nullable Node step(Node at, String name) {
    if (at instanceof Node.Mapping mapping) {
      Node.Entry entry = mapping.entries().get(name);
      return entry == null ? null : entry.value();
    }
    if (at instanceof Node.Sequence list && name.matches("0|[1-9][0-9]{0,4}")) {
      int index = Integer.parseInt(name);
      return index < list.items().size() ? list.items().get(index) : null;
    }
    return null;
  }

  /** Adds up over a schema and all that it applies, each as often as it is applied. */
  private long sum(
      Node node, IdentityHashMap<Node, Long> known, ToLongFunction<Schema> own, long most) {
    // Until the sum is known, who comes by here again has gone in a circle.
    Long before = known.putIfAbsent(node, RECURSIVE);
    if (before != null) {
      return before;
    }
    Schema schema = Objects.requireNonNull(schemas.get(node), "a part is a schema");
    long sum = own.applyAsLong(schema);
    for (Node part : schema.parts) {
      long more = sum(part, known, own, most);
      if (more == RECURSIVE) {
        return RECURSIVE;
      }
      sum = Math.min(sum + more, most + 1);
    }
    known.put(node, sum);
    return sum;
  }
}
