package dev.cloche.cli.serve;

import dev.cloche.Call;
import dev.cloche.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the arguments of tools whose schema is ours. All methods throw {@link InputException} where
 * something is not what the schema says.
 */
final class Arguments {

  /** 1,000 words, which is more than a model writes. */
  static final int MAX_WORDS = 1_000;

  private static final int MAX_FILES = 100;
  private static final int MAX_SHOWN = 60;

  /** The schema of {@code arguments}. */
  static final Map<String, Object> WORDS =
      ordered(
          "type",
          "array",
          "items",
          Map.of("type", "string"),
          "maxItems",
          MAX_WORDS,
          "description",
          "Command-line arguments, one element each; no shell reads them.");

  /** The schema of {@code stdin}. */
  static final Map<String, Object> STDIN =
      ordered("type", "string", "description", "Standard input, as text.");

  /** The schema of {@code files}. */
  static final Map<String, Object> FILES =
      ordered(
          "type",
          "object",
          "description",
          "Files to write into the workspace first: the key is an absolute path such as"
              + " /data/in.csv, the value its text, or {\"base64\": \"...\"} for bytes.",
          "maxProperties",
          MAX_FILES,
          "additionalProperties",
          Map.of("anyOf", List.of(Map.of("type", "string"), base64())));

  private final Map<String, Object> given;

  private Arguments(Map<String, Object> given) {
    this.given = given;
  }

  private static Map<String, Object> base64() {
    return ordered(
        "type",
        "object",
        "properties",
        Map.of("base64", Map.of("type", "string")),
        "required",
        List.of("base64"),
        "additionalProperties",
        false);
  }

  /** Returns a map in the order in which keys and values are given. */
  static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  /** Returns the schema of an object with these properties and no others. */
  static Map<String, Object> schema(Map<String, Object> properties, String... required) {
    return ordered(
        "type",
        "object",
        "properties",
        properties,
        "required",
        List.of(required),
        "additionalProperties",
        false);
  }

  /** Returns a reader of arguments that have no other keys than these. */
  static Arguments of(Map<String, Object> given, Set<String> keys) {
    for (String key : given.keySet()) {
      if (!keys.contains(key)) {
        throw new InputException("", shown(key), String.join(", ", new TreeSet<>(keys)));
      }
    }
    return new Arguments(given);
  }

  String text(String key) {
    return optionalText(key).orElseThrow(() -> new InputException("/" + key, "nothing", "text"));
  }

  Optional<String> optionalText(String key) {
    Object value = given.get(key);
    if (value == null || value instanceof String) {
      return Optional.ofNullable((String) value);
    }
    throw new InputException("/" + key, shown(value), "text");
  }

  List<String> words(String key) {
    Object value = given.get(key);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list) || list.size() > MAX_WORDS) {
      throw new InputException(
          "/" + key, shown(value), "an array of at most " + MAX_WORDS + " texts");
    }
    List<String> words = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof String word) || word.indexOf('\0') >= 0) {
        throw new InputException(
            "/" + key + "/" + words.size(), shown(each), "text without a NUL character");
      }
      words.add(word);
    }
    return words;
  }

  /** Begins a call with {@code arguments} and {@code stdin}, where they are given. */
  Call.Builder commandLine() {
    Call.Builder call = Call.builder().arguments(words("arguments"));
    optionalText("stdin").ifPresent(call::stdin);
    return call;
  }

  /** Adds the files to a call. */
  void addFiles(String key, Call.Builder call) {
    Object value = given.get(key);
    if (value == null) {
      return;
    }
    if (!(value instanceof Map<?, ?> files) || files.size() > MAX_FILES) {
      throw new InputException(
          "/" + key, shown(value), "an object of at most " + MAX_FILES + " files");
    }
    for (Map.Entry<?, ?> file : files.entrySet()) {
      String path = String.valueOf(file.getKey());
      if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
        throw new InputException("/" + key, shown(path), "an absolute path such as /data/in.csv");
      }
      call.file(path, content("/" + key, file.getValue()));
    }
  }

  private static byte[] content(String pointer, Object content) {
    if (content instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (content instanceof Map<?, ?> map
        && map.size() == 1
        && map.get("base64") instanceof String base64) {
      try {
        return Base64.getDecoder().decode(base64);
      } catch (IllegalArgumentException malformed) {
        throw new InputException(pointer, shown(base64), "base64 (RFC 4648)");
      }
    }
    throw new InputException(pointer, shown(content), "text or {\"base64\": \"...\"}");
  }

  private static String shown(Object value) {
    return ToolText.cut(ToolText.visible(String.valueOf(value)), MAX_SHOWN, "...");
  }
}
