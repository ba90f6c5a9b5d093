package dev.cloche.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;

/** Writes a piece of a document as compact JSON, which is then handed on as a text. */
final class NodeJson {

  /** Longer numbers are refused: arithmetic on them costs more than they are worth. */
  private static final int MAX_NUMBER = 40;

  private static final JsonFactory FACTORY = new JsonFactory();

  private NodeJson() {}

  /** Returns the compact text of a node. */
  static String text(Node node) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(node, json);
    } catch (IOException e) {
      throw new AssertionError("a text can be written", e);
    }
    return text.toString();
  }

  private static void write(Node node, JsonGenerator json) throws IOException {
    if (node instanceof Node.Mapping mapping) {
      json.writeStartObject();
      for (Map.Entry<String, Node.Entry> entry : mapping.entries().entrySet()) {
        json.writeFieldName(entry.getKey());
        write(entry.getValue().value(), json);
      }
      json.writeEndObject();
    } else if (node instanceof Node.Sequence sequence) {
      json.writeStartArray();
      for (Node item : sequence.items()) {
        write(item, json);
      }
      json.writeEndArray();
    } else if (node instanceof Node.Scalar scalar && scalar.type() == Node.Type.TEXT) {
      json.writeString(scalar.text());
    } else if (node instanceof Node.Scalar scalar) {
      json.writeRawValue(scalar.text());
    }
  }

  /** Adds a problem for each number that is not finite or too long, and each text unseen. */
  static void check(Node node, String path, Problems problems) {
    if (node instanceof Node.Mapping mapping) {
      mapping
          .entries()
          .forEach(
              (key, entry) -> {
                String below = NodeReader.join(path, key);
                attempt(() -> VisibleText.requireLines(key), entry.value(), below, problems);
                check(entry.value(), below, problems);
              });
    } else if (node instanceof Node.Sequence sequence) {
      for (int i = 0; i < sequence.items().size(); i++) {
        check(sequence.items().get(i), path + "[" + i + "]", problems);
      }
    } else if (node instanceof Node.Scalar scalar) {
      attempt(() -> scalar(scalar), node, path, problems);
    }
  }

  private static void scalar(Node.Scalar scalar) {
    if (scalar.type() == Node.Type.TEXT) {
      VisibleText.requireLines(scalar.text());
    } else if (scalar.type() == Node.Type.NUMBER
        && (scalar.text().length() > MAX_NUMBER
            || Double.isInfinite(Double.parseDouble(scalar.text())))) {
      throw new IllegalArgumentException(
          "is a number of more than " + MAX_NUMBER + " characters, or above 1.7e308");
    }
  }

  private static void attempt(Runnable check, Node at, String path, Problems problems) {
    try {
      check.run();
    } catch (IllegalArgumentException refused) {
      problems.add(at, path, String.valueOf(refused.getMessage()));
    }
  }
}
