package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The decisions on requests among the records of a call. Thread-safe. */
final class TraceRecords {

  /** A guest may ask without end, and the list is for a person. */
  private static final int MAX_DENIED = 1_000;

  private final List<Decision> allowed = new ArrayList<>();
  private final Set<String> denied = new LinkedHashSet<>();

  /**
   * A request that was allowed.
   *
   * @param rule the rule that allowed it
   * @param url without query
   * @param credential empty if none was attached
   */
  record Decision(
      String method, String url, String rule, boolean privateAddress, String credential) {}

  /** Takes one line of a log. */
  synchronized void add(byte[] line) throws IOException {
    Map<String, String> fields = fields(new String(line, StandardCharsets.US_ASCII));
    if (!"egress-decided".equals(fields.get("type"))) {
      return;
    }
    String url = field(fields, "url").replaceFirst("[?#].*", "");
    if (field(fields, "allowed").equals("true")) {
      allowed.add(
          new Decision(
              field(fields, "method"),
              url,
              field(fields, "rule"),
              field(fields, "privateAddress").equals("true"),
              field(fields, "credential")));
    } else if (denied.size() < MAX_DENIED) {
      denied.add("asked for and denied: " + field(fields, "method") + " " + url);
    }
  }

  private static String field(Map<String, String> fields, String name) {
    return fields.getOrDefault(name, "");
  }

  private static Map<String, String> fields(String line) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser json = OutcomeJson.parser(line)) {
      JsonToken token = json.nextToken();
      while ((token = json.nextToken()) == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        if (json.nextToken().isScalarValue()) {
          fields.put(name, json.getText());
        } else {
          JsonParser unused = json.skipChildren();
        }
      }
    }
    return fields;
  }

  /** What was allowed, in order. */
  synchronized List<Decision> allowed() {
    return List.copyOf(allowed);
  }

  /** What was denied, each once, in order. */
  synchronized List<String> denied() {
    return List.copyOf(denied);
  }
}
