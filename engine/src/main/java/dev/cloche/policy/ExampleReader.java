package dev.cloche.policy;

import dev.cloche.ToolExample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Reads the examples of a manifest. */
final class ExampleReader {

  static final List<String> KEYS =
      List.of(
          "examples[].title",
          "examples[].arguments",
          "examples[].input",
          "examples[].stdin",
          "examples[].files",
          "examples[].stdout",
          "examples[].exit");

  private static final int MAX_EXAMPLES = 100;
  private static final int MAX_STATUS = 255;

  private ExampleReader() {}

  static List<ToolExample> examples(Section root, Problems problems) {
    List<ToolExample> examples = new ArrayList<>();
    for (Section at : root.sections("examples")) {
      examples.add(example(root, at, problems));
    }
    if (examples.size() > MAX_EXAMPLES) {
      root.problem("examples", "has more than " + MAX_EXAMPLES + " items");
    }
    return examples;
  }

  private static ToolExample example(Section root, Section at, Problems problems) {
    Optional<String> unused = at.exactlyOne(List.of("arguments", "input"));
    if (at.has("input") && !root.has("input")) {
      at.problem("input", "is given for a tool that describes no input");
    }
    return new ToolExample(
        required(at, "title", VisibleText::line),
        at.each("arguments", VisibleText::lines),
        input(at, problems),
        at.text("stdin", VisibleText::lines).orElse(""),
        files(at),
        required(at, "stdout", VisibleText::lines),
        Math.toIntExact(at.count("exit", 0, MAX_STATUS).orElse(0)));
  }

  private static String required(Section at, String key, UnaryOperator<String> reader) {
    return at.required(key).flatMap(found -> at.text(found, reader)).orElse("");
  }

  private static Optional<String> input(Section at, Problems problems) {
    return at.node("input")
        .map(
            node -> {
              int before = problems.count();
              NodeJson.check(node, at.pathOf("input"), problems);
              return problems.noneSince(before) ? NodeJson.text(node) : "{}";
            });
  }

  private static Map<String, String> files(Section at) {
    Map<String, String> files = new LinkedHashMap<>();
    at.named("files")
        .forEach(
            (name, value) -> {
              boolean named = value.checkName(() -> StructuredReader.requirePath(name));
              Optional<String> text = value.text("the text of the file", VisibleText::lines);
              if (named && text.isPresent()) {
                files.put(name, text.get());
              }
            });
    return files;
  }
}
