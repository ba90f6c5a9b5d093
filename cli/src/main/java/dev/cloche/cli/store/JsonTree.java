package dev.cloche.cli.store;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One JSON value of somebody else's, strictly: a repeated key or a second value is an error. */
final class JsonTree {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(32).maxNumberLength(20).build())
          .build();

  private JsonTree() {}

  /** Returns maps, lists and texts; numbers and truths as their text. */
  static Map<String, Object> object(byte[] json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("the document is no JSON object");
      }
      Map<String, Object> object = object(parser);
      if (parser.nextToken() != null) {
        throw new IOException("something follows the JSON object");
      }
      return object;
    } catch (JacksonException malformed) {
      throw new IOException("the document is no JSON", malformed);
    }
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      JsonToken unused = parser.nextToken();
      object.put(key, value(parser));
    }
    return object;
  }

  private static Object value(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      return object(parser);
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return String.valueOf(parser.getText());
    }
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(parser));
    }
    return list;
  }

  /** Returns the texts at a key that has to be there. */
  static String text(Map<?, ?> object, String key) throws IOException {
    if (object.get(key) instanceof String text) {
      return text;
    }
    throw new IOException(key + " is missing or no text");
  }

  /** Returns the objects of a list. */
  static List<Map<?, ?>> objects(Map<?, ?> object, String key) throws IOException {
    List<Map<?, ?>> found = new ArrayList<>();
    if (!(object.get(key) instanceof List<?> list)) {
      throw new IOException(key + " is missing or no list");
    }
    for (Object item : list) {
      if (!(item instanceof Map<?, ?> entry)) {
        throw new IOException(key + " holds something that is no object");
      }
      found.add(entry);
    }
    return found;
  }
}
