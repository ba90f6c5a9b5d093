package dev.cloche.policy;

import dev.cloche.Capabilities;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.InputMapping;
import dev.cloche.JsonSchema;
import dev.cloche.ScriptForm;
import dev.cloche.StructuredForm;
import dev.cloche.module.GuestText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads how a tool is called with a JSON object: {@code input}, {@code output}, {@code call}. */
final class StructuredReader {

  static final List<String> KEYS =
      List.of(
          "input",
          "output",
          "call.arguments[].property",
          "call.arguments[].option",
          "call.arguments[].flag",
          "call.arguments[].verbatim",
          "call.stdin.property",
          "call.files[].path",
          "call.files[].property",
          "script.extensions",
          "script.arguments[].property");

  private static final int MAX_ITEMS = 100;
  private static final String SOURCE = "source";

  private StructuredReader() {}

  /** Reads the three keys of a manifest. */
  static StructuredForm form(Section root, Capabilities capabilities, Problems problems) {
    Optional<JsonSchema> input = schema(root, "input", true, problems);
    Optional<JsonSchema> output = schema(root, "output", false, problems);
    Optional<InputMapping> mapping = root.section("call").map(StructuredReader::mapping);
    if (mapping.isPresent() && !root.has("input")) {
      root.problem("call", "maps an input that is not described; add \"input\"");
    } else if (mapping.isPresent()) {
      requireSameProperties(root, mapping.get());
    }
    if (mapping.isPresent()
        && !mapping.get().files().isEmpty()
        && capabilities.workspace() != WorkspaceUse.WRITE) {
      root.problem("call", "has files, which a tool that does not write has no way to get");
    }
    return new StructuredForm(input, mapping, output);
  }

  private static Optional<JsonSchema> schema(
      Section root, String key, boolean object, Problems problems) {
    return root.node(key)
        .flatMap(node -> SchemaReader.read(node, root.pathOf(key), object, problems));
  }

  /** What is described and not used would be accepted and dropped without a word. */
  private static void requireSameProperties(Section root, InputMapping mapping) {
    Set<String> described = properties(root.node("input").orElseThrow());
    Set<String> unknown = new TreeSet<>(mapping.properties());
    unknown.removeAll(described);
    for (String name : unknown) {
      root.problem("call", "uses " + GuestText.quote(name) + ", which is no property of the input");
    }
    described.removeAll(mapping.properties());
    for (String name : described) {
      root.problem("call", "does not use " + GuestText.quote(name) + ", a property of the input");
    }
  }

  private static Set<String> properties(Node schema) {
    if (schema instanceof Node.Mapping mapping) {
      Node.Entry entry = mapping.entries().get("properties");
      if (entry != null && entry.value() instanceof Node.Mapping properties) {
        return new TreeSet<>(properties.entries().keySet());
      }
    }
    return new TreeSet<>();
  }

  private static InputMapping mapping(Section call) {
    List<InputMapping.Item> arguments =
        call.mixed("arguments", StructuredReader::literal, StructuredReader::item);
    Optional<String> stdin = call.section("stdin").flatMap(StructuredReader::property);
    List<InputMapping.File> files = new ArrayList<>();
    for (Section file : call.sections("files")) {
      Optional<String> path =
          file.required("path").flatMap(key -> file.text(key, StructuredReader::path));
      Optional<String> property = property(file);
      if (path.isPresent() && property.isPresent()) {
        files.add(new InputMapping.File(path.get(), property.get()));
      }
    }
    if (arguments.size() + files.size() > MAX_ITEMS) {
      call.problem("has more than " + MAX_ITEMS + " arguments and files");
    }
    return new InputMapping(arguments, stdin, files);
  }

  private static InputMapping.Item literal(String text) {
    return new InputMapping.Literal(VisibleText.line(text));
  }

  private static Optional<String> property(Section at) {
    return at.required("property").flatMap(at::text);
  }

  private static Optional<InputMapping.Item> item(Section at) {
    Optional<String> property = property(at);
    boolean verbatim = at.truth("verbatim").orElse(false);
    Optional<String> option = at.text("option", StructuredReader::option);
    Optional<String> flag = at.text("flag", StructuredReader::option);
    if (at.has("flag") && (at.has("option") || at.has("verbatim"))) {
      at.problem("flag is given with option or verbatim; a flag has no value");
      return Optional.empty();
    }
    return property.map(
        name -> {
          if (flag.isPresent()) {
            return new InputMapping.Flag(name, flag.get());
          }
          return option.isPresent()
              ? new InputMapping.OptionValue(name, option.get(), verbatim)
              : new InputMapping.Value(name, verbatim);
        });
  }

  private static String option(String text) {
    if (text.length() < 2 || !text.startsWith("-")) {
      throw new IllegalArgumentException(GuestText.quote(text) + " does not begin with a hyphen");
    }
    return VisibleText.line(text);
  }

  /**
   * Returns an absolute path in the workspace, in the one form that names it.
   *
   * @throws IllegalArgumentException if it is none
   */
  static String path(String text) {
    boolean plain =
        text.matches("(/[^/\\\\]+)+") && !(text + "/").matches(".*/\\.{1,2}/.*") && isShort(text);
    if (!plain) {
      throw new IllegalArgumentException(
          GuestText.quote(text) + " is no path such as /a/b.txt, without . and ..");
    }
    return VisibleText.line(text);
  }

  /** Requires the same. */
  static void requirePath(String text) {
    String unused = path(text);
  }

  private static boolean isShort(String path) {
    return path.length() <= 1_024;
  }

  /** Reads how an interpreter is given a script. */
  static Optional<ScriptForm> script(Section root) {
    return root.section("script").flatMap(StructuredReader::scriptForm);
  }

  private static Optional<ScriptForm> scriptForm(Section at) {
    List<String> extensions = at.each("extensions", StructuredReader::extension);
    List<ScriptArgument> items =
        at.mixed(
            "arguments",
            text -> new ScriptArgument(VisibleText.line(text), false),
            item ->
                item.required("property")
                    .flatMap(key -> item.text(key, StructuredReader::source))
                    .map(source -> new ScriptArgument("", true)));
    List<Boolean> sources = items.stream().map(ScriptArgument::isSource).toList();
    int source = sources.indexOf(true);
    if (source < 0 || source != sources.lastIndexOf(true)) {
      at.problem("arguments need {\"property\": \"source\"} once");
      return Optional.empty();
    }
    return Optional.of(
        new ScriptForm(
            extensions,
            literals(items.subList(0, source)),
            literals(items.subList(source + 1, items.size()))));
  }

  private record ScriptArgument(String text, boolean isSource) {}

  private static List<String> literals(List<ScriptArgument> items) {
    return items.stream().map(ScriptArgument::text).toList();
  }

  private static String extension(String text) {
    if (!text.matches("[a-z0-9]{1,16}") || text.equals("wasm")) {
      throw new IllegalArgumentException(
          GuestText.quote(text) + " is not 1 to 16 of a-z and 0-9, or is wasm");
    }
    return text;
  }

  private static String source(String text) {
    if (!text.equals(SOURCE)) {
      throw new IllegalArgumentException(
          "unknown property " + GuestText.quote(text) + "; it is source");
    }
    return text;
  }
}
