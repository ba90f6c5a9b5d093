package dev.cloche.wasi.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a program is given and what is expected of it: the JSON file beside it.
 *
 * @param arguments after the name of the program
 * @param environment variables
 * @param directories host directories by the names that the guest sees
 * @param exitStatus expected
 * @param stdout expected, if anything is
 */
record Spec(
    List<String> arguments,
    Map<String, String> environment,
    Map<String, Path> directories,
    int exitStatus,
    Optional<String> stdout) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> KEYS =
      Set.of("args", "env", "root", "dirs", "exit_code", "stdout");

  /** Returns what holds without a file: no arguments, no directories, status 0, any output. */
  static Spec none() {
    return new Spec(List.of(), Map.of(), Map.of(), 0, Optional.empty());
  }

  /** Reads a file; an unknown key is refused, since it could be an expectation. */
  static Spec read(Path file) throws SuiteException, IOException {
    JsonNode json = parse(file);
    for (Map.Entry<String, JsonNode> each : json.properties()) {
      if (!KEYS.contains(each.getKey())) {
        throw new SuiteException("unknown key \"" + each.getKey() + "\" in " + file.getFileName());
      }
    }
    return new Spec(
        texts(json.path("args")),
        variables(json.path("env")),
        directories(json, file),
        json.path("exit_code").asInt(0),
        Optional.ofNullable(json.path("stdout").asText(null)));
  }

  private static JsonNode parse(Path file) throws SuiteException, IOException {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (JsonProcessingException malformed) {
      throw new SuiteException(file.getFileName() + " is not JSON");
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static Map<String, String> variables(JsonNode object) {
    Map<String, String> variables = new LinkedHashMap<>();
    object.properties().forEach(each -> variables.put(each.getKey(), each.getValue().asText()));
    return variables;
  }

  /** The newer format has one directory, which is the root; the older names each as it is. */
  private static Map<String, Path> directories(JsonNode json, Path file) throws SuiteException {
    Map<String, Path> directories = new LinkedHashMap<>();
    if (json.has("root")) {
      directories.put("/", file.resolveSibling(json.get("root").asText()));
    }
    for (String name : texts(json.path("dirs"))) {
      directories.put(name, file.resolveSibling(name));
    }
    for (Path each : directories.values()) {
      if (!Files.isDirectory(each)) {
        throw new SuiteException("no directory " + each.getFileName());
      }
    }
    return directories;
  }
}
