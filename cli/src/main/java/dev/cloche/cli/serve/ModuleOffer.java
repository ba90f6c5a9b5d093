package dev.cloche.cli.serve;

import dev.cloche.Call;
import dev.cloche.JsonSchema;
import dev.cloche.Policy;
import dev.cloche.StructuredTool;
import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A module or a script, with what its manifest says. */
final class ModuleOffer implements Offer {

  private static final Set<String> PLAIN_KEYS = Set.of("arguments", "stdin");

  private final Tool tool;
  private final StructuredTool structured;
  private final McpSchema.Tool definition;

  /**
   * Makes one.
   *
   * @throws dev.cloche.policy.PolicyException if the manifest is not acceptable
   * @throws IllegalArgumentException if there is none
   */
  ModuleOffer(Tool tool, Policy policy) {
    ToolManifest manifest =
        tool.manifest()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "carries no manifest, which says name, description and input"));
    this.tool = tool;
    this.structured = StructuredTool.of(tool);
    this.definition = definition(tool, manifest, policy);
  }

  private static McpSchema.Tool definition(Tool tool, ToolManifest manifest, Policy policy) {
    String title = ToolText.title(manifest.title());
    McpSchema.Tool.Builder definition =
        McpSchema.Tool.builder(ToolText.name(manifest.name()), input(manifest))
            .title(title)
            .description(ToolText.description(description(manifest)))
            .annotations(Hints.of(title, List.of(tool), policy))
            .meta(Map.of(Meta.TOOL, about(tool, manifest)));
    output(manifest).ifPresent(definition::outputSchema);
    return definition.build();
  }

  /** Where arguments are plain words, how to write them is all that a model can go by. */
  private static String description(ToolManifest manifest) {
    return manifest.structured().input().isPresent()
        ? manifest.description()
        : manifest.description() + "\n\nUsage:\n" + String.join("\n", manifest.usage());
  }

  private static Map<String, Object> about(Tool tool, ToolManifest manifest) {
    return Arguments.ordered(
        "name",
        manifest.name(),
        "version",
        manifest.version(),
        "digest",
        "sha256:" + tool.digest());
  }

  private static Map<String, Object> input(ToolManifest manifest) {
    return manifest
        .structured()
        .input()
        .map(ModuleOffer::schema)
        .orElseGet(
            () ->
                Arguments.schema(
                    Arguments.ordered("arguments", Arguments.WORDS, "stdin", Arguments.STDIN)));
  }

  /** MCP wants an object; of another output clients get the text. */
  private static Optional<Map<String, Object>> output(ToolManifest manifest) {
    return manifest
        .structured()
        .output()
        .map(ModuleOffer::schema)
        .filter(schema -> "object".equals(schema.get("type")));
  }

  /** Without {@code $schema}: the draft is MCP's, and some clients know no meta-schema by name. */
  private static Map<String, Object> schema(JsonSchema schema) {
    Map<String, Object> all = new LinkedHashMap<>(Json.object(schema.json()));
    Object unused = all.remove("$schema");
    return all;
  }

  @Override
  public McpSchema.Tool definition() {
    return definition;
  }

  @Override
  public Prepared prepare(Map<String, Object> arguments) {
    if (structured.takesInput()) {
      return new Prepared(tool, structured.call(Json.bytes(arguments)), Optional.of(structured));
    }
    Arguments given = Arguments.of(arguments, PLAIN_KEYS);
    Call.Builder call = given.commandLine();
    return new Prepared(tool, call, Optional.of(structured));
  }
}
