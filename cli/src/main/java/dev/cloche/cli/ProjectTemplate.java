package dev.cloche.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a new project. They lie in the jar, in folders by language; NAME in a path or a text
 * is the tool's name. What they need of a guest library is copied from it by the build.
 */
record ProjectTemplate(String language, Map<String, String> resources) {

  private static final String SDK = "sdk/";
  private static final String NAME = "NAME";

  private static final List<ProjectTemplate> ALL =
      List.of(
          of(
              "c",
              List.of("NAME.c", "NAME.json", "build.sh", "test.sh", "README.md"),
              Map.of("cloche.h", "sdk/c/cloche.h")),
          of("rust", List.of("NAME.rs", "NAME.json", "build.sh", "test.sh", "README.md"), Map.of()),
          of(
              "assemblyscript",
              List.of("NAME.ts", "NAME.json", "package.json", "build.sh", "test.sh", "README.md"),
              library()),
          of("java", List.of("NAME.json", "build.sh", "test.sh", "README.md"), javaSources()),
          of("javascript", List.of("NAME.js", "test.sh", "README.md"), Map.of()),
          of("python", List.of("NAME.py", "test.sh", "README.md"), Map.of()),
          of("lua", List.of("NAME.lua", "test.sh", "README.md"), Map.of()));

  private static Map<String, String> library() {
    Map<String, String> files = new LinkedHashMap<>();
    for (String name : List.of("fetch", "files", "index", "io", "json", "process", "wasi")) {
      files.put("cloche/" + name + ".ts", "sdk/assemblyscript/assembly/" + name + ".ts");
    }
    return files;
  }

  private static Map<String, String> javaSources() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("src/main/java/tool/Main.java", "new/java/Main.java");
    files.put("pom.xml", "sdk/java/pom.xml");
    String library = "src/main/java/dev/cloche/sdk/";
    for (String name :
        List.of(
            "Descriptors",
            "FetchException",
            "Files",
            "Http",
            "Json",
            "JsonParser",
            "Preview1",
            "Request",
            "Response",
            "Tool",
            "ToolException",
            "package-info")) {
      files.put(library + name + ".java", "sdk/java/" + library + name + ".java");
    }
    return files;
  }

  private static ProjectTemplate of(
      String language, List<String> own, Map<String, String> library) {
    Map<String, String> resources = new LinkedHashMap<>();
    own.forEach(file -> resources.put(file, "new/" + language + "/" + file));
    resources.putAll(library);
    return new ProjectTemplate(language, resources);
  }

  static List<String> languages() {
    return ALL.stream().map(ProjectTemplate::language).toList();
  }

  static Optional<ProjectTemplate> find(String language) {
    return ALL.stream().filter(template -> template.language.equals(language)).findFirst();
  }

  /** Returns the files by their paths in the project. */
  Map<String, byte[]> files(String name) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Map.Entry<String, String> file : resources.entrySet()) {
      byte[] content = resource(file.getValue());
      files.put(
          file.getKey().replace(NAME, name),
          file.getValue().startsWith(SDK) ? content : named(content, name));
    }
    return files;
  }

  private static byte[] named(byte[] content, String name) {
    String text = new String(content, StandardCharsets.UTF_8);
    return text.replace("@" + NAME + "@", name).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] resource(String path) throws IOException {
    try (InputStream in = ProjectTemplate.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IOException("the jar lacks " + path);
      }
      return in.readAllBytes();
    }
  }
}
