package dev.cloche.adapter;

import dev.cloche.Call;
import dev.cloche.InputMapping;
import dev.cloche.JsonSchema;
import dev.cloche.Outcome;
import dev.cloche.StructuredForm;
import dev.cloche.StructuredResult;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A tool as a model sees it: a name, a description, and the schema of one JSON object. Where the
 * tool's manifest describes no input, that object has {@code arguments}, an array of texts, and
 * {@code stdin}. Immutable and thread-safe.
 */
public final class AgentTool {

  /** What the services of models accept as the name of a function. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  /** 4,000 characters: a model reads the descriptions of all tools in each of its turns. */
  private static final int MAX_DESCRIPTION = 4_000;

  private static final StructuredForm COMMAND_LINE =
      new StructuredForm(
          Optional.of(
              new JsonSchema(
                  "{\"type\":\"object\",\"properties\":{"
                      + "\"arguments\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},"
                      + "\"description\":\"command line arguments\"},"
                      + "\"stdin\":{\"type\":\"string\",\"description\":\"standard input\"}},"
                      + "\"additionalProperties\":false}",
                  4,
                  0)),
          Optional.of(
              new InputMapping(
                  List.of(new InputMapping.Value("arguments", true)),
                  Optional.of("stdin"),
                  List.of())),
          Optional.empty());

  private final String name;
  private final String description;
  private final StructuredTool structured;
  private final String inputSchema;

  private AgentTool(String name, String description, StructuredForm form, Tool tool) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of tool \"" + tool.name() + "\" is not 1 to 64 of a-z, A-Z, 0-9, _, -");
    }
    this.name = name;
    this.description = Objects.requireNonNull(description, "description");
    this.structured = StructuredTool.of(tool, form);
    this.inputSchema = form.input().orElseThrow().json();
  }

  /**
   * Returns a tool under the name that its manifest says, with underscores for dots, and its
   * description.
   *
   * @throws dev.cloche.policy.PolicyException if its manifest is not acceptable
   * @throws IllegalArgumentException if it has no manifest and its name is none for a model
   */
  public static AgentTool of(Tool tool) {
    String name = tool.manifest().map(ToolManifest::name).orElseGet(tool::name);
    return of(tool, name.replace('.', '_'), description(tool));
  }

  /**
   * Returns a tool under a name and a description of the embedder's.
   *
   * @param name 1 to 64 of {@code a-z}, {@code A-Z}, {@code 0-9}, {@code _} and {@code -}
   * @throws dev.cloche.policy.PolicyException if its manifest is not acceptable
   */
  public static AgentTool of(Tool tool, String name, String description) {
    StructuredForm own = tool.manifest().map(ToolManifest::structured).orElse(StructuredForm.NONE);
    boolean described = own.input().isPresent();
    StructuredForm form =
        described
            ? own
            : new StructuredForm(COMMAND_LINE.input(), COMMAND_LINE.mapping(), own.output());
    return new AgentTool(name, description, form, tool);
  }

  /** With how it is called, where a schema does not say that. */
  private static String description(Tool tool) {
    Optional<ToolManifest> manifest = tool.manifest();
    if (manifest.isEmpty()) {
      return "Runs the command " + tool.name() + " with arguments and standard input.";
    }
    String text = manifest.get().description();
    if (manifest.get().structured().input().isEmpty() && !manifest.get().usage().isEmpty()) {
      text += "\nUsage:\n" + String.join("\n", manifest.get().usage());
    }
    return text.length() <= MAX_DESCRIPTION ? text : text.substring(0, MAX_DESCRIPTION);
  }

  /** Returns the name that a model calls it by. */
  public String name() {
    return name;
  }

  /** Returns what a model is told that it does. */
  public String description() {
    return description;
  }

  /** Returns the schema of its input, an object, as compact JSON (JSON Schema 2020-12). */
  public String inputSchema() {
    return inputSchema;
  }

  /** Returns the tool itself. */
  public Tool tool() {
    return structured.tool();
  }

  /**
   * Returns the call that an input stands for.
   *
   * @param json an object in UTF-8
   * @throws dev.cloche.InputException if it is not as the schema says
   */
  public Call.Builder call(byte[] json) {
    return structured.call(json);
  }

  /** Returns what an outcome says, where the manifest describes the output. */
  public StructuredResult result(Outcome outcome) {
    return structured.result(outcome);
  }

  @Override
  public String toString() {
    return "AgentTool[" + name + ", " + structured.tool() + "]";
  }
}
