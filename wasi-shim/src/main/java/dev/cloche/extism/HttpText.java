package dev.cloche.extism;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests and heads of responses as plugins write and read them: JSON. What is not understood is
 * refused, as by Extism's own reader: other keys, keys that come twice, texts where numbers stand.
 */
final class HttpText {
  /** Bytes of a request without its body: a URL and headers of some KiB. */
  static final int MAX_REQUEST = 72 * 1024;

  /** More than browsers send. */
  private static final int MAX_HEADERS = 128;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(4).build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private @Nullable String url;
  private String method = "GET";
  private final List<Header> headers = new ArrayList<>();

  private HttpText() {}

  /** Reads a request; traps if it is none. */
  static FetchRequest request(byte[] json) {
    HttpText text = new HttpText();
    try (JsonParser parser = JSON.createParser(json)) {
      text.read(parser);
    } catch (IOException notJson) {
      throw malformed("is no JSON");
    }
    if (text.url == null) {
      throw malformed("has no url");
    }
    return new FetchRequest(text.method, text.url, text.headers, true);
  }

  private void read(JsonParser parser) throws IOException {
    require(parser.nextToken() == JsonToken.START_OBJECT, "is no object");
    for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
      JsonToken value = parser.nextToken();
      switch (key) {
        case "url" -> url = text(parser, value);
        case "method" -> method(parser, value);
        case "headers" -> headers(parser, value);
        default -> throw malformed("has a key that is neither url, method nor headers");
      }
    }
    require(parser.nextToken() == null, "is followed by something");
  }

  private void method(JsonParser parser, JsonToken value) throws IOException {
    if (value != JsonToken.VALUE_NULL) {
      method = upper(text(parser, value));
    }
  }

  private void headers(JsonParser parser, JsonToken value) throws IOException {
    require(value == JsonToken.START_OBJECT, "has headers that are no object");
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      require(headers.size() < MAX_HEADERS, "has more than " + MAX_HEADERS + " headers");
      headers.add(new Header(name, text(parser, parser.nextToken())));
    }
  }

  private static String text(JsonParser parser, JsonToken value) throws IOException {
    require(value == JsonToken.VALUE_STRING, "has a value that is no text");
    return parser.getText();
  }

  /** ASCII letters alone: others have upper cases that are ASCII. */
  private static String upper(String method) {
    StringBuilder upper = new StringBuilder(method.length());
    method.chars().forEach(c -> upper.append((char) (c >= 'a' && c <= 'z' ? c - 32 : c)));
    return upper.toString();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw malformed(otherwise);
    }
  }

  private static KernelTrap malformed(String why) {
    return new KernelTrap("http_request: the request " + why);
  }

  /** Returns the fields of a head as an object; those of one name in one, as HTTP joins them. */
  static byte[] fields(List<Header> fields) {
    Map<String, String> joined = new LinkedHashMap<>();
    fields.forEach(
        field -> joined.merge(field.name(), field.value(), (one, more) -> one + ", " + more));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      for (Map.Entry<String, String> field : joined.entrySet()) {
        json.writeStringField(field.getKey(), field.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
    return bytes.toByteArray();
  }
}
