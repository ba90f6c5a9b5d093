package dev.cloche.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.cloche.module.GuestText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads YAML or JSON into nodes that know their places.
 *
 * <p><b>Goal.</b> What a person reads in the document is what is enforced.
 *
 * <p><b>Refused.</b> Anchors, aliases, merge keys and tags, which make a text mean more than it
 * shows (and let a small one become a huge one); keys that occur twice; keys that are no text;
 * nothing or more than one document; nesting beyond {@value #MAX_DEPTH} or {@value
 * #MAX_MANIFEST_DEPTH}.
 *
 * <p><b>Cost.</b> Linear in the text, since nothing is ever expanded; the caller bounds the text.
 */
final class NodeReader {

  /** Deeper than any valid policy, shallow enough for every walk over it. */
  static final int MAX_DEPTH = 16;

  /** Of manifests, whose schemas take two levels for one of the value. */
  static final int MAX_MANIFEST_DEPTH = 32;

  private static final JsonFactory JSON = new JsonFactory();

  /** Made when a YAML document is read: each call reads its tool's manifest, which is JSON. */
  private static final class Yaml {
    static final JsonFactory FACTORY = new YAMLFactory();

    private Yaml() {}
  }

  private final JsonParser parser;
  private final int maxDepth;
  private final Problems problems;

  private NodeReader(JsonParser parser, int maxDepth, Problems problems) {
    this.parser = parser;
    this.maxDepth = maxDepth;
    this.problems = problems;
  }

  /** Reads YAML, of which JSON without tabulators is a part. */
  static Node yaml(String text, Problems problems) {
    return read(Yaml.FACTORY, text, MAX_DEPTH, problems);
  }

  /** Reads JSON. */
  static Node json(String text, Problems problems) {
    return read(JSON, text, MAX_DEPTH, problems);
  }

  /** Reads the JSON of a manifest. */
  static Node manifest(String text, Problems problems) {
    return read(JSON, text, MAX_MANIFEST_DEPTH, problems);
  }

  /** Reads JSON if the text starts like it, else YAML. */
  static Node either(String text, Problems problems) {
    return text.stripLeading().matches("(?s)\\{\\s*(\"|}).*")
        ? json(text, problems)
        : yaml(text, problems);
  }

  private static Node read(JsonFactory factory, String text, int maxDepth, Problems problems) {
    try (JsonParser parser = factory.createParser(text)) {
      return new NodeReader(parser, maxDepth, problems).document();
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      int line = place == null ? 1 : Math.max(1, place.getLineNr());
      int column = place == null ? 1 : Math.max(1, place.getColumnNr());
      problems.add(line, column, "", "cannot be read: " + GuestText.escape(firstLine(e)));
    } catch (IOException e) {
      throw new AssertionError("a text can be read", e);
    }
    problems.refuse();
    throw new AssertionError("a problem was added");
  }

  private static String firstLine(JsonProcessingException e) {
    return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("malformed");
  }

  private Node document() throws IOException {
    if (parser.nextToken() == null) {
      problems.add(1, 1, "", "the document is empty; it needs at least \"version: 1\"");
      problems.refuse();
    }
    Node root = value("", 0);
    if (parser.nextToken() != null) {
      JsonLocation place = parser.currentTokenLocation();
      problems.add(
          place.getLineNr(),
          place.getColumnNr(),
          "",
          "a second document starts here; one is allowed");
    }
    return root;
  }

  private Node value(String path, int depth) throws IOException {
    JsonLocation place = parser.currentTokenLocation();
    int line = place.getLineNr();
    int column = place.getColumnNr();
    refuseExtras(line, column, path);
    if (depth > maxDepth) {
      problems.add(line, column, path, "nesting is deeper than " + maxDepth + " levels");
      problems.refuse();
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> new Node.Mapping(line, column, entries(path, depth));
      case START_ARRAY -> new Node.Sequence(line, column, items(path, depth));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> scalar(line, column, Node.Type.NUMBER);
      case VALUE_TRUE, VALUE_FALSE -> scalar(line, column, Node.Type.TRUTH);
      case VALUE_NULL -> scalar(line, column, Node.Type.NULL);
      default -> scalar(line, column, Node.Type.TEXT);
    };
  }

  private Node scalar(int line, int column, Node.Type type) throws IOException {
    return new Node.Scalar(line, column, type, parser.getText());
  }

  /** What Jackson would resolve, or pass over, without a word. */
  private void refuseExtras(int line, int column, String path) throws IOException {
    if (!(parser instanceof YAMLParser yaml)) {
      return;
    }
    if (yaml.isCurrentAlias()) {
      problems.add(line, column, path, "aliases are not allowed; write the value out");
    } else if (yaml.getObjectId() != null) {
      problems.add(line, column, path, "anchors are not allowed; write the value without one");
    }
    if (yaml.getTypeId() != null) {
      problems.add(line, column, path, "tags are not allowed; write the value without one");
    }
  }

  private Map<String, Node.Entry> entries(String path, int depth) throws IOException {
    Map<String, Node.Entry> entries = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      JsonLocation place = parser.currentTokenLocation();
      String below = join(path, key);
      refuseExtras(place.getLineNr(), place.getColumnNr(), below);
      if (key.equals("<<") && parser instanceof YAMLParser) {
        problems.add(
            place.getLineNr(),
            place.getColumnNr(),
            below,
            "merge keys are not allowed; write the keys out");
      }
      parser.nextToken();
      Node value = value(below, depth + 1);
      Node.Entry entry = new Node.Entry(place.getLineNr(), place.getColumnNr(), value);
      Node.Entry first = entries.putIfAbsent(key, entry);
      if (first != null) {
        problems.add(
            entry.line(),
            entry.column(),
            below,
            "key is given twice; it was on line " + first.line() + " first");
      }
    }
    return entries;
  }

  private List<Node> items(String path, int depth) throws IOException {
    List<Node> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(path + "[" + items.size() + "]", depth + 1));
    }
    return items;
  }

  /** Returns the path of a key; the key is a stranger's text. */
  static String join(String path, String key) {
    String shown = GuestText.escape(key);
    return path.isEmpty() ? shown : path + "." + shown;
  }
}
