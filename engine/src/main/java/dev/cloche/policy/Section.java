package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * One mapping of a document, whose keys are read as what they must be. What is wrong is added to
 * the problems, and the key then counts as absent: nothing is made of a document with problems.
 */
final class Section {

  private final Node.Mapping mapping;
  private final String path;
  private final String pattern;
  private final Keys keys;
  private final Problems problems;

  private Section(Node.Mapping mapping, String path, String pattern, Keys keys, Problems problems) {
    this.mapping = mapping;
    this.path = path;
    this.pattern = pattern;
    this.keys = keys;
    this.problems = problems;
  }

  /** Returns the whole document as a section of known keys, or empty if it is no mapping. */
  static Optional<Section> root(Node node, Keys keys, Problems problems) {
    return open(node, "", "", keys, problems).map(Section::refuseUnknown);
  }

  private static Optional<Section> open(
      Node node, String path, String pattern, Keys keys, Problems problems) {
    if (node instanceof Node.Mapping mapping) {
      return Optional.of(new Section(mapping, path, pattern, keys, problems));
    }
    problems.add(node, path, "is " + node.kind() + "; a mapping is needed, such as { key: value }");
    return Optional.empty();
  }

  private Section refuseUnknown() {
    Set<String> known = keys.below(pattern);
    mapping
        .entries()
        .forEach(
            (key, entry) -> {
              if (!known.contains(key)) {
                problems.add(entry.line(), entry.column(), pathOf(key), unknown(key, known));
              }
            });
    return this;
  }

  private static String unknown(String key, Set<String> known) {
    return "unknown key "
        + GuestText.quote(key)
        + "; "
        + Suggestions.nearest(key, known)
            .map(near -> "did you mean " + near + "?")
            .orElse("known here: " + String.join(", ", known));
  }

  /** Returns the path of a key of this section. */
  String pathOf(String key) {
    return NodeReader.join(path, key);
  }

  /** Returns the path of this section. */
  String path() {
    return path;
  }

  boolean has(String key) {
    return mapping.entries().containsKey(key);
  }

  /** Adds a problem with a key, or with the section where the key is absent. */
  void problem(String key, String message) {
    Node.Entry entry = mapping.entries().get(key);
    problems.add(entry == null ? mapping : entry.value(), pathOf(key), message);
  }

  /** Adds a problem with this section. */
  void problem(String message) {
    problems.add(mapping, path, message);
  }

  /** Returns the key if it is there; else that is a problem. */
  Optional<String> required(String key) {
    if (!has(key)) {
      problem(key + " is missing");
      return Optional.empty();
    }
    return Optional.of(key);
  }

  /** Returns the one of the keys that is there; none or several is a problem. */
  Optional<String> exactlyOne(List<String> keys) {
    List<String> given = keys.stream().filter(this::has).toList();
    if (given.size() != 1) {
      problem(
          (given.isEmpty() ? "none" : String.join(" and ", given))
              + " given; exactly one of "
              + String.join(", ", keys)
              + " is needed");
      return Optional.empty();
    }
    return Optional.of(given.get(0));
  }

  /** Tells whether a key is this number, written so. */
  boolean isNumber(String key, String text) {
    return node(key).orElse(mapping) instanceof Node.Scalar scalar
        && scalar.type() == Node.Type.NUMBER
        && scalar.text().equals(text);
  }

  /** Tells whether a key is this text. */
  boolean isText(String key, String text) {
    return node(key).orElse(mapping) instanceof Node.Scalar scalar
        && scalar.type() == Node.Type.TEXT
        && scalar.text().equals(text);
  }

  /** Tells whether a key is a list of nothing. */
  boolean isEmptyList(String key) {
    return node(key).orElse(mapping) instanceof Node.Sequence list && list.items().isEmpty();
  }

  /** Returns what a key has, as it is. */
  Optional<Node> node(String key) {
    return Optional.ofNullable(mapping.entries().get(key)).map(Node.Entry::value);
  }

  /** Returns a mapping of known keys. */
  Optional<Section> section(String key) {
    return node(key)
        .flatMap(node -> open(node, pathOf(key), deeper(key), keys, problems))
        .map(Section::refuseUnknown);
  }

  private String deeper(String key) {
    return pattern.isEmpty() ? key : pattern + "." + key;
  }

  /** Returns the items of a list of mappings of known keys; empty also where it is absent. */
  List<Section> sections(String key) {
    List<Section> found = new ArrayList<>();
    for (Item item : items(key)) {
      open(item.node(), item.path(), deeper(key) + "[]", keys, problems)
          .map(Section::refuseUnknown)
          .ifPresent(found::add);
    }
    return found;
  }

  /** Returns the values of a mapping whose keys are names, which the caller checks. */
  Map<String, Value> named(String key) {
    Map<String, Value> values = new LinkedHashMap<>();
    node(key)
        .flatMap(node -> open(node, pathOf(key), deeper(key), keys, problems))
        .ifPresent(
            section ->
                section
                    .mapping
                    .entries()
                    .forEach((name, entry) -> values.put(name, new Value(section, name, entry))));
    return values;
  }

  /** The value of a name that the document chooses. */
  static final class Value {
    private final Section parent;
    private final String name;
    private final Node.Entry entry;

    private Value(Section parent, String name, Node.Entry entry) {
      this.parent = parent;
      this.name = name;
      this.entry = entry;
    }

    /** Returns the mapping of known keys that it must be. */
    Optional<Section> section() {
      return open(entry.value(), path(), parent.deeper("*"), parent.keys, parent.problems)
          .map(Section::refuseUnknown);
    }

    /** Returns what a reader makes of its text; another kind is a problem. */
    <T> Optional<T> text(String needed, Function<String, T> reader) {
      if (entry.value() instanceof Node.Scalar scalar && scalar.type() == Node.Type.TEXT) {
        return parent.attempt(scalar, path(), () -> reader.apply(scalar.text()));
      }
      parent.problems.add(
          entry.value(), path(), "is " + entry.value().kind() + "; needed is " + needed);
      return Optional.empty();
    }

    boolean isMapping() {
      return entry.value() instanceof Node.Mapping;
    }

    /** Tells whether the name passes a check; if not, that is a problem of the name. */
    boolean checkName(Runnable check) {
      try {
        check.run();
        return true;
      } catch (IllegalArgumentException refused) {
        parent.problems.add(
            entry.line(), entry.column(), path(), String.valueOf(refused.getMessage()));
        return false;
      }
    }

    private String path() {
      return parent.pathOf(name);
    }
  }

  private record Item(Node node, String path) {}

  private List<Item> items(String key) {
    List<Item> items = new ArrayList<>();
    node(key)
        .ifPresent(
            node -> {
              if (node instanceof Node.Sequence sequence) {
                for (Node item : sequence.items()) {
                  items.add(new Item(item, pathOf(key) + "[" + items.size() + "]"));
                }
              } else {
                problem(key, "is " + node.kind() + "; a list is needed, such as [a, b]");
              }
            });
    return items;
  }

  /** Reads each text of a list; what the reader objects to becomes a problem of that item. */
  <T> List<T> each(String key, Function<String, T> reader) {
    List<T> values = new ArrayList<>();
    for (Item item : items(key)) {
      if (item.node() instanceof Node.Scalar scalar && scalar.type() == Node.Type.TEXT) {
        attempt(item.node(), item.path(), () -> reader.apply(scalar.text())).ifPresent(values::add);
      } else {
        problems.add(
            item.node(),
            item.path(),
            "is " + item.node().kind() + "; text is needed, maybe in quotes");
      }
    }
    return values;
  }

  /** Reads a list whose items are texts or mappings of known keys. */
  <T> List<T> mixed(String key, Function<String, T> text, Function<Section, Optional<T>> mapping) {
    List<T> values = new ArrayList<>();
    for (Item item : items(key)) {
      Optional<T> value =
          item.node() instanceof Node.Scalar scalar && scalar.type() == Node.Type.TEXT
              ? attempt(scalar, item.path(), () -> text.apply(scalar.text()))
              : open(item.node(), item.path(), deeper(key) + "[]", keys, problems)
                  .map(Section::refuseUnknown)
                  .flatMap(mapping);
      value.ifPresent(values::add);
    }
    return values;
  }

  /** Returns a text. */
  Optional<String> text(String key) {
    return scalar(key, Node.Type.TEXT, "text, maybe in quotes").map(Node.Scalar::text);
  }

  /** Returns a truth. */
  Optional<Boolean> truth(String key) {
    return scalar(key, Node.Type.TRUTH, "true or false")
        .map(scalar -> scalar.text().equalsIgnoreCase("true"));
  }

  private Optional<Node.Scalar> scalar(String key, Node.Type type, String needed) {
    return node(key)
        .flatMap(
            node -> {
              if (node instanceof Node.Scalar scalar && scalar.type() == type) {
                return Optional.of(scalar);
              }
              problem(key, "is " + node.kind() + "; needed is " + needed);
              return Optional.empty();
            });
  }

  /** Returns what a reader makes of a text; what it objects to becomes a problem of the key. */
  <T> Optional<T> text(String key, Function<String, T> reader) {
    return text(key)
        .flatMap(text -> attempt(node(key).orElseThrow(), pathOf(key), () -> reader.apply(text)));
  }

  /** Makes something of the section; what the maker objects to becomes a problem of it. */
  <T> Optional<T> make(Supplier<T> maker) {
    return attempt(mapping, path, maker);
  }

  private <T> Optional<T> attempt(Node at, String where, Supplier<T> maker) {
    try {
      return Optional.of(maker.get());
    } catch (IllegalArgumentException refused) {
      problems.add(at, where, String.valueOf(refused.getMessage()));
      return Optional.empty();
    }
  }

  /** Returns a number of bytes between two that are allowed. */
  OptionalLong size(String key, long least, long most) {
    return quantity(key, ByteSize::parse, ByteSize::format, least, most);
  }

  /** Returns a count between two that are allowed. */
  OptionalLong count(String key, long least, long most) {
    return quantity(key, Count::parse, Count::format, least, most);
  }

  /** Returns a percentage between two that are allowed. */
  OptionalLong percent(String key, long least, long most) {
    return quantity(key, Percent::parse, Percent::format, least, most);
  }

  /** Returns a length of time between two that are allowed. */
  Optional<Duration> duration(String key, Duration least, Duration most) {
    OptionalLong millis =
        quantity(
            key,
            text -> WallTime.parse(text).toMillis(),
            value -> WallTime.format(Duration.ofMillis(value)),
            least.toMillis(),
            most.toMillis());
    return millis.isPresent()
        ? Optional.of(Duration.ofMillis(millis.getAsLong()))
        : Optional.empty();
  }

  private OptionalLong quantity(
      String key,
      ToLongFunction<String> parse,
      LongFunction<String> format,
      long least,
      long most) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return OptionalLong.empty();
    }
    if (!(node.get() instanceof Node.Scalar scalar
        && (scalar.type() == Node.Type.TEXT || scalar.type() == Node.Type.NUMBER))) {
      problem(
          key,
          "is %s; allowed are %s to %s"
              .formatted(node.get().kind(), format.apply(least), format.apply(most)));
      return OptionalLong.empty();
    }
    return attempt(scalar, pathOf(key), () -> inRange(scalar.text(), parse, format, least, most))
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  private static long inRange(
      String text,
      ToLongFunction<String> parse,
      LongFunction<String> format,
      long least,
      long most) {
    long value = parse.applyAsLong(text);
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is not between %s and %s"
              .formatted(GuestText.quote(text), format.apply(least), format.apply(most)));
    }
    return value;
  }
}
